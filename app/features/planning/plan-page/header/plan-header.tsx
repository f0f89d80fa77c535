import { Form } from "@remix-run/react";
import type { Aim } from "~/domain/calculation/aim";
import type { TravelWords } from "~/domain/plan/travel-words";
import { refusalMessage } from "~/domain/decision";
import { canStartDispatch } from "~/domain/plan/plan-rules";
import { PlanStatus } from "~/domain/plan/plan-status";
import type { PlanStatus as Status } from "~/domain/plan/plan-status";
import { paths } from "~/paths";
import { Button, ButtonLink } from "~/ui/button";
import { Menu, type MenuItem } from "~/ui/dialog/menu";
import { PlanStatusBadge } from "~/ui/feedback/status-badge";
import { EXPORT_COLUMNS_DIALOG, exportItems } from "~/ui/export-items";
import { Icon } from "~/ui/icons";
import { count } from "~/domain/format-number";
import { formatDay } from "~/domain/time/day-words";
import type { PlanTotals } from "../list/plan-rows";
import { DRIVERS_DIALOG } from "../dialogs/drivers-dialog";
import type { Figure } from "../list/visit-filter";
import { CHANGES_DIALOG } from "../../undo/changes-dialog";
import { PlanFigures } from "./plan-figures";
import { START_ROUTES_DIALOG } from "../dialogs/start-routes-dialog";
import type { PlanStep } from "./next-step";
import { inTurn } from "../moving/in-turn";
import { RE_OPTIMISE_DIALOG } from "../calculation/re-optimise-dialog";
import { NO_ROUTE_WITH_VISITS } from "~/domain/route/route-permissions";
import { PageFields } from "~/ui/form/page-fields";
import styles from "./plan-header.module.css";

interface PlanHeaderProps {
  plan: { id: number; title: string; serviceDate: string; status: Status; aim: Aim };
  warehouse: { title: string } | null;
  totals: PlanTotals;
  /** hidden values of every form: version, tab */
  values: Record<string, string | number>;
  href: (dialog: string) => string;
  calculating: boolean;
  approving: boolean;
  /** why the buttons can't be pressed now */
  calculateReason?: string;
  approveReason?: string;
  /** whose button is filled; null: none */
  step: PlanStep | null;
  /** approved routes that wait for their start */
  toStart: number;
  importHref: string;
  /** sends it behind the moves that wait: both are about the plan as it is seen */
  post: (intent: string) => void;
  /** the figure whose visits the list shows */
  shown: Figure | null;
  /** there is no road engine: travel times follow straight lines */
  travel: TravelWords;
}

export function planMenuItems({
  plan,
  totals,
  values,
  href,
}: Pick<PlanHeaderProps, "plan" | "totals" | "values" | "href">): MenuItem[] {
  const isDone = plan.status === PlanStatus.Completed;
  const dispatchReason = refusalMessage(canStartDispatch(plan));
  return [
    { id: "rename", label: "Rename", icon: "edit", to: href("rename-plan") },
    { id: "settings", label: "Settings", icon: "settings", to: href("plan-settings") },
    { id: "add-visit", label: "Add a visit", icon: "plus", to: href("add-visit") },
    { id: "add-routes", label: "Add vehicles as routes", icon: "truck", to: href("add-routes") },
    { id: "drivers", label: "Drivers", icon: "user", to: href(DRIVERS_DIALOG) },
    { id: "duplicate", label: "Duplicate to another day", icon: "copy", to: href("duplicate-plan") },
    {
      id: "re-optimise",
      label: "Re-optimise with few changes",
      heading: "Work",
      icon: "calculate",
      to: href(RE_OPTIMISE_DIALOG),
      ...(totals.scheduled === 0 ? { disabledReason: NO_ROUTE_WITH_VISITS } : {}),
    },
    {
      id: "dispatch",
      label: "Start dispatch",
      icon: "play",
      intent: "plan.dispatch",
      values,
      ...(dispatchReason === null ? {} : { disabledReason: dispatchReason }),
    },
    {
      id: "complete",
      label: isDone ? "Mark as not completed" : "Mark as completed",
      icon: isDone ? "undo" : "check-circle",
      intent: "plan.complete",
      values: { ...values, completed: isDone ? 0 : 1 },
    },
    { id: "unserved", label: "Unscheduled visits", heading: "Look up", icon: "list", to: paths.unserved(plan.id) },
    { id: "failed", label: "Failed visits", icon: "close-circle", to: paths.failed(plan.id) },
    { id: "changes", label: "Changes", icon: "history", to: href(CHANGES_DIALOG) },
    ...exportItems("plan", plan.id).map((item, index) => (index === 0 ? { ...item, heading: "Export" } : item)),
    { id: "export-columns", label: "Columns of exports", icon: "edit", to: href(EXPORT_COLUMNS_DIALOG) },
    {
      id: "remove-visits",
      label: "Remove all visits",
      heading: "Remove",
      icon: "trash",
      danger: true,
      to: href("remove-all-visits"),
      ...(totals.visits === 0 ? { disabledReason: "There are no visits." } : {}),
    },
    { id: "remove", label: "Remove plan", icon: "trash", danger: true, to: href("remove-plan") },
  ];
}

export function PlanHeader(props: PlanHeaderProps) {
  const { plan, warehouse, totals, importHref } = props;
  const items = planMenuItems(props);
  return (
    <header className={styles.header}>
      <div className={styles.names}>
        <ButtonLinkBack />
        <h1 className={styles.title}>
          <Menu
            label={`Plan ${plan.title}`}
            items={items.slice(0, 2)}
            align="start"
            look="bare"
            trigger={
              <span className={styles.titleTrigger}>
                <span className="cut" title={plan.title}>
                  {plan.title}
                </span>
                <Icon name="chevron-down" size={16} />
              </span>
            }
          />
        </h1>
        <span className={`${styles.place} cut`}>
          <span className="num">{formatDay(plan.serviceDate)}</span>
          {warehouse !== null && <span title={warehouse.title}> · {warehouse.title}</span>}
        </span>
        <PlanStatusBadge status={plan.status} />
      </div>
      <PlanFigures planId={plan.id} aim={plan.aim} totals={totals} shown={props.shown} travel={props.travel} />
      <div className={styles.actions}>
        <ButtonLink to={importHref} icon="upload" preventScrollReset>
          Import
        </ButtonLink>
        <PlanButtons {...props} />
        <Menu label="More" items={items} />
      </div>
    </header>
  );
}

function ButtonLinkBack() {
  return (
    <span className={styles.back}>
      <ButtonLink kind="quiet" to={paths.planningMain()} icon="arrow-left">
        <span className="visually-hidden">All plans</span>
      </ButtonLink>
    </span>
  );
}

/**
 * Calculate and Approve, and Start in the place of Approve once all is approved: in the header, and in the bottom bar
 * on phones.
 */
export function PlanButtons({
  values,
  href,
  calculating,
  approving,
  calculateReason,
  approveReason,
  step,
  toStart,
  post,
}: Omit<PlanHeaderProps, "plan" | "warehouse" | "totals" | "importHref" | "shown" | "travel">) {
  const kind = (own: PlanStep) => (step === own ? "primary" : "plain");
  const hidden = Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={String(value)} />
  ));
  return (
    <>
      <Form method="post" preventScrollReset onSubmit={inTurn(post)}>
        <PageFields />
        {hidden}
        <Button
          type="submit"
          name="intent"
          value="calculation.start"
          kind={kind("calculate")}
          icon="calculate"
          loading={calculating}
          disabledReason={calculating ? undefined : calculateReason}
        >
          Calculate
        </Button>
      </Form>
      {approveReason !== undefined && toStart > 0 && !approving ? (
        <ButtonLink kind={kind("start")} icon="play" to={href(START_ROUTES_DIALOG)} preventScrollReset>
          Start {count(toStart, "route")}
        </ButtonLink>
      ) : (
        <Form method="post" preventScrollReset onSubmit={inTurn(post)}>
          <PageFields />
          {hidden}
          <Button
            type="submit"
            name="intent"
            value="plan.approve"
            kind={kind("approve")}
            icon="check"
            loading={approving}
            disabledReason={approving ? undefined : approveReason}
          >
            Approve
          </Button>
        </Form>
      )}
    </>
  );
}
