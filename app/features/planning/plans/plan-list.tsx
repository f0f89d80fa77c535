import { useMemo, type ReactNode } from "react";
import { Link, useSearchParams } from "@remix-run/react";
import { LIST_ORDERS, orderOf } from "~/domain/list-order";
import { deliveredPercent } from "~/domain/plan/plan-rules";
import { PlanStatus, planCompletedLabel } from "~/domain/plan/plan-status";
import { paths } from "~/paths";
import { ScheduledBar } from "~/ui/feedback/bars";
import { RoutesDots } from "~/ui/feedback/dots";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { ButtonLink } from "~/ui/button";
import { Menu } from "~/ui/dialog/menu";
import { Icon } from "~/ui/icons";
import { EmptyState } from "~/ui/page/states";
import { DataTable, type Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import type { Paging } from "~/domain/paging";
import { formatDay } from "~/domain/time/day-words";
import { count, formatPercent } from "~/domain/format-number";
import { SampleOffer } from "./sample-day";
import { headingBefore, type ListDays, type PlanListRow } from "./plan-list-view";
import styles from "./plan-list.module.css";

interface PlanListProps extends ListDays {
  rows: PlanListRow[];
  total: number;
  paging: Paging;
  search: string;
  /** The number of plans of past days; they are listed when `pastShown`, or during a search. */
  pastCount: number;
  pastShown: boolean;
  highlightId: number | null;
  newPlanHref: string;
  /** nothing is planned yet: a sample helps */
  offersSample: boolean;
  /** an extract is built */
  hasRoads: boolean;
  /** the address of one of the list's dialogs */
  href: (dialog: string, params: Record<string, string>) => string;
}

/** @param grouped the heading above has the day, too */
const columns = (href: PlanListProps["href"], grouped: boolean): Column<PlanListRow>[] => [
  { id: "title", header: "Plan", cell: (plan) => plan.title, grow: true, tooltip: (plan) => plan.title },
  { id: "id", header: "Id", numeric: true, hideBelow: "wide", cell: (plan) => plan.id },
  {
    id: "warehouse",
    header: "Warehouse",
    cell: (plan) => (
      <span className={`cut ${styles.warehouse}`} title={plan.warehouse ?? undefined}>
        {plan.warehouse ?? "–"}
      </span>
    ),
  },
  {
    id: "date",
    header: "Date",
    cell: (plan) => <span className="num">{formatDay(plan.serviceDate)}</span>,
    hideBelow: grouped ? "phone" : undefined,
  },
  { id: "routes", header: "Routes", cell: (plan) => <RoutesDots routes={plan.routes} />, hideBelow: "wide" },
  {
    id: "visits",
    header: "Visits",
    cell: (plan) => <ScheduledBar scheduled={plan.all - plan.unscheduled} total={plan.all} />,
  },
  { id: "delivered", header: "Delivered", cell: (plan) => formatPercent(deliveredPercent(plan)), numeric: true },
  {
    id: "status",
    header: "Status",
    cell: (plan) => (
      <StatusBadge
        tone={plan.status === PlanStatus.Completed ? "green" : "grey"}
        label={planCompletedLabel(plan.status)}
        icon={plan.status === PlanStatus.Completed ? undefined : "circle"}
      />
    ),
  },
  {
    id: "menu",
    header: "What can be done",
    headerHidden: true,
    width: "48px",
    align: "end",
    cell: (plan) => (
      <Menu
        label={`${plan.title}: what can be done`}
        items={[
          {
            id: "complete",
            label: plan.status === PlanStatus.Completed ? "Mark as not completed" : "Mark as completed",
            icon: plan.status === PlanStatus.Completed ? "undo" : "check-circle",
            intent: "plan.complete",
            values: { planId: plan.id, completed: plan.status === PlanStatus.Completed ? 0 : 1 },
          },
          { id: "rename", label: "Rename", icon: "edit", to: href("rename-plan", { id: String(plan.id) }) },
          {
            id: "remove",
            label: "Remove",
            icon: "trash",
            danger: true,
            to: href("remove-plan", { id: String(plan.id) }),
          },
        ]}
      />
    ),
  },
];

export function PlanList(props: PlanListProps) {
  const { rows, total, paging, today, firstDay, search, pastCount, pastShown, highlightId, href } = props;
  const [params] = useSearchParams();
  const isByDay = search === "" && orderOf(LIST_ORDERS.plans, params) === undefined;
  const shown = useMemo(() => columns(href, isByDay), [href, isByDay]);
  return (
    <DataTable
      label="Plans"
      order={LIST_ORDERS.plans}
      columns={shown}
      rows={rows}
      rowKey={(plan) => plan.id}
      rowHref={(plan) => paths.plan(plan.id)}
      highlightKey={highlightId}
      groupBefore={isByDay ? (plan, previous) => headingBefore(plan, previous, { today, firstDay }) : undefined}
      empty={<NoPlans {...props} />}
      footer={
        <>
          {search === "" && pastCount > 0 && <PastFold plans={pastCount} shown={pastShown} />}
          <Pagination paging={paging} total={total} label="plans" />
        </>
      }
    />
  );
}

/** Opens and folds the past days; a link, so that it works without JavaScript and is part of the address. */
function PastFold({ plans, shown }: { plans: number; shown: boolean }) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.delete("page");
  if (shown) next.delete("past");
  else next.set("past", "1");
  const text = next.toString();
  return (
    <Link className={styles.fold} to={text === "" ? "." : `?${text}`} preventScrollReset aria-expanded={shown}>
      <Icon name={shown ? "chevron-up" : "chevron-down"} size={16} />
      {shown ? "Hide past days" : `Past days: ${count(plans, "plan")}`}
    </Link>
  );
}

function NoPlans({ search, pastCount, newPlanHref, offersSample, hasRoads }: PlanListProps): ReactNode {
  if (search !== "") {
    return (
      <EmptyState
        icon="search"
        title={`No plan matches “${search}”`}
        action={<ButtonLink to=".">Show all plans</ButtonLink>}
      >
        The search looks at titles and warehouses of all days.
      </EmptyState>
    );
  }
  return (
    <>
      <EmptyState
        icon="plan"
        title={pastCount > 0 ? "Nothing is planned for today or later" : "Make your first plan"}
        action={
          <ButtonLink to={newPlanHref} kind="primary" icon="plus" preventScrollReset>
            New plan
          </ButtonLink>
        }
      >
        A plan holds the visits of one day and the routes that serve them.
      </EmptyState>
      {offersSample && <SampleOffer hasRoads={hasRoads} />}
      {pastCount > 0 && <PastFold plans={pastCount} shown={false} />}
    </>
  );
}
