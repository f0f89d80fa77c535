import { isNotCompleted, isOpen } from "~/domain/route/route-gate";
import { refusalMessage } from "~/domain/decision";
import {
  canCalculate,
  canEmpty,
  canFinish,
  canRemoveAllVisits,
  canRemoveRoute,
  canReset,
  canStart,
  offersApproval,
} from "~/domain/route/route-permissions";
import { asksBeforeReset } from "~/domain/route/route-questions";
import { paths } from "~/paths";
import type { MenuItem } from "~/ui/dialog/menu";
import { copyPublicLink } from "~/ui/copy-link";
import { exportItems } from "~/ui/export-items";
import type { RouteItem, VisitItem } from "../plan-view";

interface RouteMenuInput {
  route: RouteItem;
  visits: readonly VisitItem[];
  /** hidden values of every form: version, tab */
  values: Record<string, string | number>;
  /** the address of a dialog of this page */
  href: (dialog: string, params: Record<string, string>) => string;
  /** on the route's own page there is no link to it */
  ownPage?: boolean;
}

const reason = (permission: Parameters<typeof refusalMessage>[0]): { disabledReason?: string } => {
  const why = refusalMessage(permission);
  return why === null ? {} : { disabledReason: why };
};

/** All actions of a route in the order in which a day needs them; those that are not possible now say why. */
export function routeMenuItems({ route, visits, values, href, ownPage = false }: RouteMenuInput): MenuItem[] {
  const own = { ...values, routeId: route.id };
  const dialog = (name: string) => href(name, { route: String(route.id) });
  const stops = visits.length;
  return [
    ...(ownPage
      ? []
      : [{ id: "open", label: "Open route page", icon: "external" as const, to: paths.route(route.id) }]),
    { id: "track", label: "Live tracking", icon: "tracking", to: paths.trackingRoute(route.id) },
    {
      id: "calculate",
      label: "Recalculate",
      heading: "Work",
      icon: "calculate",
      intent: "route.calculate",
      values: own,
      ...reason(canCalculate(route, visits)),
    },
    {
      id: "approve",
      label: "Approve",
      icon: "check",
      intent: "route.approve",
      values: own,
      ...reason(offersApproval(route, visits)),
    },
    {
      id: "lock",
      label: route.isLocked ? "Unlock" : "Lock",
      icon: route.isLocked ? "unlock" : "lock",
      intent: "route.lock",
      values: own,
      shortcut: "L",
    },
    { id: "start", label: "Start", icon: "play", to: dialog("start-route"), ...reason(canStart(route, visits)) },
    { id: "finish", label: "Finish", icon: "flag", to: dialog("finish-route"), ...reason(canFinish(route, visits)) },
    {
      id: "change",
      label: "Change vehicle or driver",
      heading: "Change",
      icon: "truck",
      to: dialog("change-route"),
      ...reason(isNotCompleted(route)),
    },
    {
      id: "settings",
      label: "Settings",
      icon: "settings",
      to: dialog("route-settings"),
      ...reason(isOpen(route)),
    },
    {
      id: "copy-link",
      label: "Copy link",
      heading: "Share and export",
      icon: "copy",
      onClick: () => void copyPublicLink({ kind: "route", id: route.id }),
    },
    ...exportItems("route", route.id),
    {
      id: "reset",
      label: "Reset",
      heading: "Reset and remove",
      icon: "undo",
      ...(asksBeforeReset(route) ? { to: dialog("reset-route") } : { intent: "route.reset", values: own }),
      ...reason(canReset(route, visits)),
    },
    {
      id: "empty",
      label: "Set empty",
      icon: "circle-dashed",
      intent: "route.empty",
      values: own,
      ...reason(canEmpty(route)),
    },
    {
      id: "remove-visits",
      label: "Remove all visits",
      icon: "trash",
      danger: true,
      to: dialog("remove-route-visits"),
      ...reason(canRemoveAllVisits([route], stops === 0 ? [] : visits)),
    },
    {
      id: "remove",
      label: "Remove route",
      icon: "trash",
      danger: true,
      to: dialog("remove-route"),
      ...reason(canRemoveRoute(route)),
    },
  ];
}
