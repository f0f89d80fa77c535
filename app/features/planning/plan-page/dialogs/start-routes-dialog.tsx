import { count } from "~/domain/format-number";
import { startsEarly } from "~/domain/route/route-questions";
import { startQuestion } from "~/domain/route/route-transitions";
import { formatDay } from "~/domain/time/day-words";
import { planTimeOr, withDayWords } from "~/domain/time/service-clock";
import type { ActionResult } from "~/lib/action-result";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { CheckboxField } from "~/ui/form/fields";
import { routesToStart } from "../header/next-step";
import type { RouteItem } from "../plan-view";
import { routeInText } from "../stop-look";
import styles from "./start-routes-dialog.module.css";

export const START_ROUTES_DIALOG = "start-routes";

interface StartRoutesDialogProps {
  plan: { serviceDate: string; timeZone: string; daysAhead: number };
  routes: readonly RouteItem[];
  version: number;
  tab: string;
  result: ActionResult<unknown> | null;
}

/** One question for all approved routes. Each can be left out: its van may not be loaded yet. */
export function StartRoutesDialog({ plan, routes, version, tab, result }: StartRoutesDialogProps) {
  const waiting = routesToStart(routes);
  if (waiting.length === 0)
    return (
      <ConfirmDialog
        name={START_ROUTES_DIALOG}
        question="No approved route is waiting for its start any more."
        confirmLabel={null}
        intent="plan.start_routes"
        result={result}
      />
    );
  const early = startsEarly(formatDay(plan.serviceDate), plan.daysAhead, waiting.length);
  return (
    <ConfirmDialog
      name={START_ROUTES_DIALOG}
      question={startQuestion(waiting.length)}
      confirmLabel="Start"
      intent="plan.start_routes"
      hidden={{ version, tab, confirmed: 1 }}
      result={result}
    >
      {early !== null && (
        <p className={styles.line}>
          <b>{early}</b>
        </p>
      )}
      <div className={styles.list} role="group" aria-label="Routes to start">
        {waiting.map((route) => (
          <CheckboxField
            key={route.id}
            name="routeIds"
            value={String(route.id)}
            postOff={false}
            label={routeInText(route)}
            help={`${count(route.stops, "visit")} · departure ${withDayWords(planTimeOr(route.start, plan, "open"))}`}
            defaultChecked
          />
        ))}
      </div>
    </ConfirmDialog>
  );
}
