import { Form, Link, useNavigation, useSearchParams } from "@remix-run/react";
import { DayTimes } from "~/ui/day-times";
import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { Button, ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { Menu, type MenuItem } from "~/ui/dialog/menu";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { EmptyState } from "~/ui/page/states";
import { DataTable, type Column } from "~/ui/table/data-table";
import type { SuggestionView } from "./leftover-visits.server";
import { PageFields } from "~/ui/form/page-fields";
import styles from "./leftover-lists.module.css";

interface UnservedVisit {
  id: number;
  name: string;
  address: string;
  window: string;
  reason: string;
  /** why each vehicle can't take it, in sentences */
  vehicles: string[];
  suggestion: SuggestionView | null;
  /** the cheapest change of another kind */
  alternative: SuggestionView | null;
}

/** The dialog that asks before a vehicle is changed permanently. */
const APPLY_DIALOG = "apply-suggestion";
const APPLY = "suggestion.apply";
const PARAMS = ["visit", "change"];

interface ApplyProps {
  /** hidden values of every form: version, tab */
  values: Record<string, string | number>;
  href: (dialog: string, params: Record<string, string>) => string;
}

const suggestionValues = (visit: UnservedVisit, suggestion: SuggestionView) => ({
  visitId: visit.id,
  change: suggestion.change,
  amount: suggestion.amount,
});

/**
 * The suggestion for a visit: what would serve it, its price, what exactly changes, and the button. `word` comes before
 * it.
 */
function Suggestion({
  planId,
  visit,
  suggestion,
  word,
  values,
  href,
}: ApplyProps & { planId: number; visit: UnservedVisit; suggestion: SuggestionView; word: string }) {
  const navigation = useNavigation();
  const sent = navigation.formData;
  const sending =
    sent?.get("intent") === APPLY &&
    sent.get("visitId") === String(visit.id) &&
    sent.get("change") === suggestion.change;
  const label = "Apply and recalculate";
  return (
    <span className={styles.suggestion}>
      <b>
        {word} {suggestion.message}
      </b>
      {suggestion.added !== null && <span className="num">Price: {suggestion.added}</span>}
      {suggestion.sentence !== null && <span>{suggestion.sentence}</span>}
      {suggestion.whyNot !== null && (
        <>
          <span>{suggestion.whyNot}</span>
          <span className={styles.byHand}>
            <Link to={paths.plan(planId, { visit: visit.id })}>Move the visit by hand</Link>
            {suggestion.vehicle !== null && (
              <Link to={paths.vehicles({ dialog: "edit-vehicle", id: suggestion.vehicle.id })}>
                Open {suggestion.vehicle.title}
              </Link>
            )}
          </span>
        </>
      )}
      {suggestion.asks ? (
        <ButtonLink
          to={href(APPLY_DIALOG, { visit: String(visit.id), change: suggestion.change })}
          icon="calculate"
          preventScrollReset
        >
          {label}…
        </ButtonLink>
      ) : (
        <Form method="post" preventScrollReset>
          <PageFields />
          {Object.entries({ ...values, ...suggestionValues(visit, suggestion) }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={String(value)} />
          ))}
          <Button
            type="submit"
            name="intent"
            value={APPLY}
            icon="calculate"
            loading={sending}
            disabledReason={suggestion.whyNot ?? undefined}
          >
            {label}
          </Button>
        </Form>
      )}
    </span>
  );
}

const unservedColumns = (planId: number, apply: ApplyProps): Column<UnservedVisit>[] => [
  { id: "name", header: "Visit", cell: (visit) => visit.name, grow: true, width: "22%" },
  {
    id: "address",
    header: "Address",
    cell: (visit) => visit.address || "–",
    grow: true,
    width: "22%",
    hideBelow: "tablet",
  },
  { id: "window", header: "Window", cell: (visit) => <span className="num">{visit.window}</span> },
  {
    id: "reason",
    header: "Why it is unscheduled",
    cell: (visit) => (
      <span className={styles.reason}>
        {visit.reason}
        {visit.suggestion !== null && (
          <Suggestion planId={planId} visit={visit} suggestion={visit.suggestion} word="It would fit if" {...apply} />
        )}
        {visit.alternative !== null && (
          <Suggestion planId={planId} visit={visit} suggestion={visit.alternative} word="Or if" {...apply} />
        )}
        {visit.vehicles.length > 1 && (
          <details>
            <summary>Vehicle by vehicle</summary>
            <ul>
              {visit.vehicles.map((one, index) => (
                <li key={index}>{one}</li>
              ))}
            </ul>
          </details>
        )}
      </span>
    ),
    width: "48%",
  },
];

export function UnservedList({
  planId,
  visits,
  values,
  result,
}: {
  planId: number;
  visits: UnservedVisit[];
  values: Record<string, string | number>;
  result: ActionResult<unknown> | null;
}) {
  const dialog = useDialogUrl(PARAMS);
  const [params] = useSearchParams();
  const asked = visits.find((visit) => String(visit.id) === params.get("visit"));
  const change = params.get("change") ?? asked?.suggestion?.change;
  const suggestion = [asked?.suggestion, asked?.alternative].find((one) => one?.change === change);
  return (
    <>
      <DataTable
        label="Unscheduled visits"
        columns={unservedColumns(planId, { values, href: dialog.href })}
        rows={visits}
        rowKey={(visit) => visit.id}
        rowHref={(visit) => paths.plan(planId, { visit: visit.id })}
        empty={
          <EmptyState
            icon="check-circle"
            title="Every visit is on a route"
            action={<ButtonLink to={paths.plan(planId)}>Back to the plan</ButtonLink>}
          />
        }
      />
      {asked !== undefined && suggestion && (
        <ConfirmDialog
          name={APPLY_DIALOG}
          question="This changes the vehicle itself, not only this day. Apply it?"
          confirmLabel="Apply and recalculate"
          intent={APPLY}
          params={PARAMS}
          hidden={{ ...values, ...suggestionValues(asked, suggestion), confirmed: 1 }}
          result={result}
        >
          <p style={{ margin: 0 }}>{suggestion.sentence ?? suggestion.whyNot}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface FailedVisit {
  id: number;
  name: string;
  address: string;
  routeId: number | null;
  vehicle: string | null;
  failedAt: string | null;
  reason: string;
  /** why it can't be removed; null: it can */
  whyKept: string | null;
}

interface FailedActions {
  /** hidden values of every form: version, tab */
  values: Record<string, string | number>;
  href: (dialog: string, params: Record<string, string>) => string;
}

/**
 * What can still be done: back on the road, delivered after all, another reason, or out of the route to be planned
 * again.
 */
const failedItems = (visit: FailedVisit, { values, href }: FailedActions): MenuItem[] => {
  const own = { ...values, visitId: visit.id };
  const locked = visit.whyKept === null ? {} : { disabledReason: visit.whyKept };
  return [
    { id: "on-route", label: "Set on route again", icon: "undo", intent: "visit.on_route", values: own },
    { id: "done", label: "Delivered after all", icon: "check", intent: "visit.done", values: own },
    { id: "reason", label: "Change the reason", icon: "edit", to: href("fail-visit", { visit: String(visit.id) }) },
    {
      id: "remove",
      label: "Remove",
      icon: "trash",
      danger: true,
      divider: true,
      to: href("remove-visit", { visit: String(visit.id) }),
      ...locked,
    },
  ];
};

const failedColumns = (actions: FailedActions | null): Column<FailedVisit>[] => [
  { id: "name", header: "Visit", cell: (visit) => visit.name, grow: true, width: "26%" },
  {
    id: "address",
    header: "Address",
    cell: (visit) => visit.address || "–",
    grow: true,
    width: "30%",
    hideBelow: "tablet",
  },
  {
    id: "route",
    header: "Route",
    cell: (visit) => (visit.routeId === null ? "–" : <Link to={paths.route(visit.routeId)}>{visit.vehicle}</Link>),
    tooltip: (visit) => visit.vehicle ?? "",
    grow: true,
    width: "22%",
  },
  {
    id: "time",
    header: "Failed at",
    cell: (visit) => (
      <span className="num">
        <DayTimes text={visit.failedAt ?? "–"} />
      </span>
    ),
  },
  { id: "reason", header: "Reason", cell: (visit) => visit.reason, grow: true, width: "22%" },
  ...(actions === null
    ? []
    : [
        {
          id: "actions",
          header: "Actions",
          headerHidden: true,
          align: "end" as const,
          cell: (visit: FailedVisit) => (
            <Menu label={`What can be done with ${visit.name}`} items={failedItems(visit, actions)} />
          ),
        },
      ]),
];

export function FailedList({
  planId,
  visits,
  values,
  allowed,
}: {
  planId: number;
  visits: FailedVisit[];
  values: Record<string, string | number>;
  allowed: boolean;
}) {
  const dialog = useDialogUrl(PARAMS);
  return (
    <DataTable
      label="Failed visits"
      columns={failedColumns(allowed ? { values, href: dialog.href } : null)}
      rows={visits}
      rowKey={(visit) => visit.id}
      rowHref={(visit) => paths.plan(planId, { visit: visit.id })}
      empty={
        <EmptyState
          icon="check-circle"
          title="No visit has failed"
          action={<ButtonLink to={paths.plan(planId)}>Back to the plan</ButtonLink>}
        />
      }
    />
  );
}
