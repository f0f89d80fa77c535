import { hasOrder, isPast, isScheduled } from "~/domain/visit/visit-order";
import { VisitType } from "~/domain/visit/visit-type";
import type { MenuItem } from "~/ui/dialog/menu";
import { placeInRoute, shortName, fixedReason, type Move } from "../moving/moves";
import { canRemoveVisit, canCallIn } from "~/domain/visit/visit-permissions";
import { refusalMessage } from "~/domain/decision";
import type { RouteItem, VisitItem } from "../plan-view";
import { visitStatusItems } from "./visit-status-menu";

interface VisitMenuInput {
  visit: VisitItem;
  route: RouteItem | null;
  groups: ReadonlyMap<number | null, readonly VisitItem[]>;
  /** hidden values of every form: version, tab */
  values: Record<string, string | number>;
  href: (dialog: string, params: Record<string, string>) => string;
  /** false: the user may not move visits */
  mayMove: boolean;
  move: (move: Move, said: string) => void;
  open: () => void;
  /** for several changes at once */
  selected: boolean;
  /** selects the visit besides others, or takes it out again */
  select: () => void;
  /** selects the visit and opens the choice of its new route */
  assign: () => void;
}

/** All actions of a visit's row. Every drag has an item here too; actions that are not possible now say why. */
export function visitMenuItems({
  visit,
  route,
  groups,
  values,
  href,
  mayMove,
  move,
  open,
  selected,
  select,
  assign,
}: VisitMenuInput): MenuItem[] {
  const dialog = (name: string) => href(name, { visit: String(visit.id) });
  const fixed = mayMove ? fixedReason(visit, route, groups) : "You may not change this plan.";
  const why = (reason: string | null | undefined) =>
    reason === null || reason === undefined ? {} : { disabledReason: reason };
  const place = placeInRoute(visit, groups);
  const last = route === null ? 0 : (groups.get(route.id) ?? []).filter(hasOrder).length;
  const step = (by: number) => () => {
    if (route !== null)
      move(
        { visitIds: [visit.id], toRouteId: route.id, position: place + by },
        `${shortName(visit.name)} moved to ${shortName(route.vehicle)}, stop ${place + by}`,
      );
  };
  const isBreak = visit.type === VisitType.Break;
  const locked = why(refusalMessage(canRemoveVisit(visit, route)));
  return [
    ...(isBreak
      ? []
      : [
          { id: "open", label: "Open", icon: "edit" as const, onClick: open },
          {
            id: "select",
            label: selected ? "Take out of the selection" : "Select",
            icon: "check" as const,
            onClick: select,
          },
        ]),
    ...(route === null || place === 0
      ? []
      : [
          {
            id: "up",
            label: "Move up",
            icon: "chevron-up" as const,
            shortcut: "Alt ↑",
            onClick: step(-1),
            ...why(fixed ?? (place <= 1 ? "It is the first stop." : null)),
          },
          {
            id: "down",
            label: "Move down",
            icon: "chevron-down" as const,
            shortcut: "Alt ↓",
            onClick: step(1),
            ...why(fixed ?? (place >= last ? "It is the last stop." : null)),
          },
        ]),
    ...(isBreak
      ? []
      : [
          {
            id: "assign",
            label: route === null ? "Assign to a route…" : "Move to another route…",
            icon: "arrow-right" as const,
            onClick: assign,
            ...why(fixed),
          },
        ]),
    ...(route === null || isBreak
      ? []
      : [
          {
            id: "unschedule",
            label: "Unschedule",
            icon: "minus" as const,
            onClick: () => move({ visitIds: [visit.id], toRouteId: null }, `${shortName(visit.name)} unscheduled`),
            ...why(fixed),
          },
        ]),
    ...statusItems(visit, route, values, dialog("fail-visit")),
    isBreak
      ? {
          id: "remove",
          label: "Remove",
          icon: "trash",
          danger: true,
          intent: "visit.remove",
          values: { ...values, visitId: visit.id },
          divider: true,
          ...locked,
        }
      : {
          id: "remove",
          label: "Remove",
          icon: "trash",
          danger: true,
          to: dialog("remove-visit"),
          divider: true,
          ...locked,
        },
  ];
}

/** Done, failed, on route again: also before the route has started, for drivers who call in. */
function statusItems(
  visit: VisitItem,
  route: RouteItem | null,
  values: Record<string, string | number>,
  failHref: string,
): MenuItem[] {
  if (route === null || !isScheduled(visit)) return [];
  const reason = refusalMessage(canCallIn(route));
  const items = visitStatusItems({ visit, route, values, failHref }).filter(
    (item) => item.id !== "on-route" || isPast(visit),
  );
  return items.map((item, index) => ({
    ...item,
    ...(index === 0 ? { divider: true } : {}),
    ...(reason === null ? {} : { disabledReason: reason }),
  }));
}
