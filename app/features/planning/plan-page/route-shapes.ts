import type { RouteItem, VisitItem } from "./plan-view";

type Groups = ReadonlyMap<number | null, readonly VisitItem[]>;

/** Remembers the shape of each route; it is made again only when the route or one of its visits is another object. */
export class RouteShapes<Shape> {
  private known = new Map<number, { route: RouteItem; visits: readonly VisitItem[]; shape: Shape }>();

  constructor(private readonly make: (route: RouteItem, visits: readonly VisitItem[]) => Shape) {}

  of(routes: readonly RouteItem[], groups: Groups): Shape[] {
    const next: typeof this.known = new Map();
    const shapes = routes
      .filter((route) => route.stops > 0)
      .map((route) => {
        const visits = groups.get(route.id) ?? [];
        const old = this.known.get(route.id);
        const same = old !== undefined && old.route === route && sameItems(old.visits, visits);
        const shape = same ? old.shape : this.make(route, visits);
        next.set(route.id, { route, visits, shape });
        return shape;
      });
    this.known = next;
    return shapes;
  }
}

const sameItems = (a: readonly VisitItem[], b: readonly VisitItem[]): boolean =>
  a === b || (a.length === b.length && a.every((one, at) => one === b[at]));
