import { paths } from "~/paths";
import type { MenuItem } from "~/ui/dialog/menu";
import type { RouteItem, VisitItem } from "../plan-view";

interface Warning {
  key: string;
  text: string;
  /** where it breaks; null: the route as a whole */
  visitId: number | null;
  /** another route that it is about */
  routeId?: number;
}

/** What is wrong with a route: the rules that it breaks as a whole, its clashes with others, then stop by stop. */
export function warningsOf(route: Pick<RouteItem, "broken" | "clashes">, visits: readonly VisitItem[]): Warning[] {
  const atStops = visits.flatMap((visit) =>
    (visit.broken ?? []).map((text, index) => ({
      key: `${visit.id}-${index}`,
      text: `${text} at ${visit.label > 0 ? `stop ${visit.label}, ` : ""}${visit.name}`,
      visitId: visit.id,
    })),
  );
  const ofRoute = route.broken.map((text, index) => ({ key: `route-${index}`, text, visitId: null }));
  const clashes = (route.clashes ?? []).map(({ routeId, text }) => ({
    key: `clash-${routeId}`,
    text,
    visitId: null,
    routeId,
  }));
  return [...ofRoute, ...clashes, ...atStops];
}

export const warningItems = (
  route: RouteItem,
  visits: readonly VisitItem[],
  select: (visitId: number) => void,
): MenuItem[] =>
  warningsOf(route, visits).map(({ key, text, visitId, routeId }) => ({
    id: key,
    label: text,
    icon: "alert",
    ...(routeId !== undefined
      ? { to: paths.route(routeId) }
      : {
          onClick: () => {
            if (visitId !== null) select(visitId);
          },
        }),
  }));
