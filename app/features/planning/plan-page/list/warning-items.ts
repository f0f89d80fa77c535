import type { MenuItem } from "~/ui/dialog/menu";
import type { RouteItem, VisitItem } from "../plan-view";

export interface Warning {
  key: string;
  text: string;
  /** where it breaks; null: the route as a whole */
  visitId: number | null;
}

/** Every rule that a route breaks: first those of the whole route, then stop by stop. */
export function warningsOf(route: Pick<RouteItem, "broken">, visits: readonly VisitItem[]): Warning[] {
  const atStops = visits.flatMap((visit) =>
    (visit.broken ?? []).map((text, index) => ({
      key: `${visit.id}-${index}`,
      text: `${text} at ${visit.label > 0 ? `stop ${visit.label}, ` : ""}${visit.name}`,
      visitId: visit.id,
    })),
  );
  return [...route.broken.map((text, index) => ({ key: `route-${index}`, text, visitId: null })), ...atStops];
}

export const warningItems = (
  route: RouteItem,
  visits: readonly VisitItem[],
  select: (visitId: number) => void,
): MenuItem[] =>
  warningsOf(route, visits).map(({ key, text, visitId }) => ({
    id: key,
    label: text,
    icon: "alert",
    onClick: () => {
      if (visitId !== null) select(visitId);
    },
  }));
