import { calculateRoute } from "~/features/calculations/commands/calculate-route.server";
import { finishRoute } from "~/features/driver/commands/report-route.server";
import { startRoute } from "~/features/driver/commands/report-route.server";
import {
  approveRoute,
  changeRoute,
  removeRoute,
  removeVisitsOfRoute,
  resetRoute,
  setRouteEmpty,
  toggleLock,
} from "~/features/planning/commands/route-commands.server";
import { updateRouteSettings } from "~/features/planning/commands/route-settings.server";
import { ChangeRoute, ReportRoute, RouteEdit, RouteId, RouteSettings } from "~/features/planning/schemas";
import type { ActionContext, ActionOutcome } from "~/http/action.server";
import { approvedMessage, removedAllMessage } from "~/features/planning/messages";
import { deletedMessage, SAVED } from "~/lib/action-result";
import { lastValues } from "~/domain/validation/form-fields";
import type { PageOfPlan } from "./visit-actions.server";

/** Intents about one route. Null: not one of them. */
export async function routeAction(
  { session, form, intent, tab }: ActionContext,
  page: PageOfPlan,
): Promise<ActionOutcome | null> {
  const fields = lastValues(form);
  const edit = () => {
    const { routeId, version } = RouteEdit.parse(fields);
    return [{ routeId }, { version, tab }] as const;
  };
  switch (intent) {
    case "approve-route":
      return approvedMessage(await approveRoute(session, ...edit()));
    case "calculate-route":
      await calculateRoute(session, { ...RouteId.parse(fields), tab });
      // The plan page shows how far it is; the route's own page has no bar for it.
      return page.afterRouteRemoved === undefined ? {} : { message: "Calculating..." };
    case "toggle-lock":
      await toggleLock(session, ...edit());
      return {};
    case "reset-route":
      await resetRoute(session, ...edit());
      return {};
    case "empty-route":
      await setRouteEmpty(session, ...edit());
      return {};
    case "remove-route-visits":
      return removedAllMessage(await removeVisitsOfRoute(session, ...edit()));
    case "remove-route": {
      const { title } = await removeRoute(session, ...edit());
      const message = deletedMessage(title);
      return page.afterRouteRemoved === undefined ? { message } : { message, redirectTo: page.afterRouteRemoved };
    }
    case "change-route": {
      const { version, ...input } = ChangeRoute.parse(fields);
      await changeRoute(session, input, { version, tab });
      return { message: SAVED };
    }
    case "route-settings": {
      const { version, ...input } = RouteSettings.parse(fields);
      await updateRouteSettings(session, input, { version, tab });
      return { message: SAVED };
    }
    case "start-route":
    case "finish-route": {
      const { routeId, confirmed } = ReportRoute.parse(fields);
      const report = { routeId, confirmed, ...(tab === undefined ? {} : { tab }) };
      const answer = intent === "start-route" ? await startRoute(session, report) : await finishRoute(session, report);
      return answer.status === "confirm" ? { redirectTo: page.href({ dialog: intent, route: routeId }) } : {};
    }
    default:
      return null;
  }
}
