import { vehicleInText } from "~/domain/vehicle/vehicle";
import { MAX_CHANGE_BUDGET } from "~/domain/constants";
import type { ActionResult } from "~/lib/action-result";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { CheckboxField, NumberField } from "~/ui/form/fields";
import type { RouteItem } from "../plan-view";
import { isOpen, closedBy } from "~/domain/route/route-gate";
import { count } from "~/domain/format-number";
import styles from "./re-optimise-dialog.module.css";

export const RE_OPTIMISE_DIALOG = "re-optimise";

interface ReOptimiseDialogProps {
  routes: readonly RouteItem[];
  tab: string;
  result: ActionResult<unknown> | null;
}

/** "At most N stops move": asks for a proposal. The plan changes only when somebody applies it. */
export function ReOptimiseDialog({ routes, tab, result }: ReOptimiseDialogProps) {
  const kept = routes.filter((route) => !isOpen(route).ok);
  const openRoutes = routes.filter((route) => isOpen(route).ok);
  return (
    <FormDialog
      name={RE_OPTIMISE_DIALOG}
      title="Re-optimise with few changes"
      description={
        "Looks for the moves that gain most and leaves every other stop on its route, in its order. " +
        "You see what would change before anything does."
      }
      submitLabel="Find changes"
      intent="proposal.start"
      hidden={{ tab }}
      result={result}
      width={440}
    >
      <NumberField
        name="changeBudget"
        label="Stops that may move, at most"
        min={0}
        max={MAX_CHANGE_BUDGET}
        decimals={0}
        defaultValue="5"
        required
        help={
          "A stop moves when its route or its order changes. " +
          "One that is served now and wasn’t before counts too. 0 moves nothing."
        }
      />
      {openRoutes.length > 1 && (
        <fieldset className={styles.routes}>
          <legend>Only these routes</legend>
          <p>None chosen: all of them.</p>
          <div>
            {openRoutes.map((route) => (
              <CheckboxField
                key={route.id}
                name="routeIds"
                value={String(route.id)}
                postOff={false}
                label={`${vehicleInText(route)} · ${count(route.stops, "stop")}`}
              />
            ))}
          </div>
        </fieldset>
      )}
      {kept.length > 0 && (
        <p className={styles.kept}>
          {kept.map((route) => `${vehicleInText(route)} (${closedBy(route) ?? ""})`).join(", ")}:{" "}
          {kept.length === 1 ? "stays as it is." : "stay as they are."}
        </p>
      )}
    </FormDialog>
  );
}
