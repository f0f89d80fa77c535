/** What can be done to one route of a plan. */
import { action, defineActions } from "~/http/actions/define-actions.server";
import { deletedMessage, SAVED } from "~/lib/action-result";
import {
  approveRoute,
  changeRoute,
  removeRoute,
  removeVisitsOfRoute,
  resetRoute,
  setRouteEmpty,
  toggleLock,
} from "../commands/route-commands.server";
import { updateRouteSettings } from "../commands/route-settings.server";
import { approvedMessage, removedAllMessage } from "../messages";
import { ChangeRoute, RouteEdit, RouteSettings } from "../schemas";
import { ApprovedRoutes, PlanChanged, RemovedVisits } from "../tells";

export const ROUTE_ACTIONS = defineActions({
  "route.approve": action({
    summary: "Approves a route.",
    permission: "route.approve",
    idempotent: false,
    logs: "route.approve",
    input: RouteEdit,
    tells: ApprovedRoutes,
    run: (session, { routeId, version }, { tab }) => approveRoute(session, { routeId }, { version, tab }),
    answer: approvedMessage,
  }),
  "route.lock": action({
    summary: "Locks a route, or unlocks it.",
    permission: "route.lock",
    idempotent: false,
    logs: "route.lock",
    input: RouteEdit,
    tells: PlanChanged,
    run: (session, { routeId, version }, { tab }) => toggleLock(session, { routeId }, { version, tab }),
  }),
  "route.reset": action({
    summary: "Takes back what was reported of a route.",
    permission: "route.reset",
    idempotent: false,
    logs: "route.reset",
    input: RouteEdit,
    tells: PlanChanged,
    run: (session, { routeId, version }, { tab }) => resetRoute(session, { routeId }, { version, tab }),
  }),
  "route.empty": action({
    summary: "Takes every visit off a route; they stay in the plan.",
    permission: "route.reset",
    idempotent: true,
    logs: "route.empty",
    input: RouteEdit,
    tells: PlanChanged,
    run: (session, { routeId, version }, { tab }) => setRouteEmpty(session, { routeId }, { version, tab }),
  }),
  "route.remove_visits": action({
    summary: "Removes every visit of a route.",
    permission: "visit.remove",
    idempotent: true,
    logs: "visits.remove",
    input: RouteEdit,
    tells: RemovedVisits,
    run: (session, { routeId, version }, { tab }) => removeVisitsOfRoute(session, { routeId }, { version, tab }),
    answer: removedAllMessage,
  }),
  "route.remove": action({
    summary: "Removes a route; its visits stay in the plan.",
    permission: "route.remove",
    idempotent: false,
    logs: "route.remove",
    input: RouteEdit,
    tells: PlanChanged,
    run: (session, { routeId, version }, { tab }) => removeRoute(session, { routeId }, { version, tab }),
    answer: ({ title }, _input, page) => ({ message: deletedMessage(title), redirectTo: page.afterRouteRemoved }),
  }),
  "route.change": action({
    summary: "Changes the vehicle or the driver of a route; what is left out stays.",
    permission: "route.update",
    idempotent: true,
    logs: "route.change",
    input: ChangeRoute,
    tells: PlanChanged,
    run: (session, { version, ...input }, { tab }) => changeRoute(session, input, { version, tab }),
    answer: () => ({ message: SAVED }),
  }),
  "route.settings": action({
    summary: "Sets start, end, hours, distance, speed and breaks of a route; what is left out stays.",
    permission: "route.update",
    idempotent: true,
    logs: "route.settings",
    input: RouteSettings,
    tells: PlanChanged,
    run: (session, { version, ...input }, { tab }) => updateRouteSettings(session, input, { version, tab }),
    answer: () => ({ message: SAVED }),
  }),
});
