import type { Vehicle } from "../contract";
import { breakOrders } from "./break-orders";
import { beginOf, breakElement, lateness } from "./timeline";
import type { Element } from "./timeline";

interface Label {
  late: number;
  time: number;
  /** Breaks taken on the leg into the element, and the label before it. */
  taken: readonly number[];
  from: Label | null;
}

/** Lateness that represents a break with too much on board. */
const TOO_MUCH_LOAD = 1e9;

/**
 * Puts the vehicle's breaks that are not in the route yet where they cause the least lateness, then the least time,
 * in whatever order does (`break-orders.ts`). Exact when a route without lateness exists, because the earlier arrival
 * is then never worse.
 */
export function placeBreaks(
  vehicle: Vehicle,
  elements: readonly Element[],
  departure: number,
  endLimit: number,
  loads: readonly (readonly number[])[],
): Element[] {
  const given = new Set(elements.map((element) => element.rest?.id));
  const rests = (vehicle.breaks ?? []).filter((rest) => !given.has(rest.id));
  if (rests.length === 0) return [...elements];
  const free = rests.map((rest) => breakElement(rest, { type: "break", id: rest.id }));
  const { states, moves } = breakOrders(rests);
  const stops = elements.map((_, k) => k).filter((k) => elements[k].kind !== "break");
  let labels = new Array<Label | null>(states).fill(null);
  labels[0] = { late: 0, time: departure, taken: [], from: null };
  for (let s = 1; s < stops.length; s++) {
    const element = elements[stops[s]];
    const fixed = elements.slice(stops[s - 1] + 1, stops[s]);
    const load = loads[stops[s - 1]];
    const reached = new Array<Label | null>(states).fill(null);
    for (const move of moves) {
      const label = labels[move.from];
      if (label === null) continue;
      let late = label.late;
      let clock = label.time;
      let left = element.travel;
      const rest = (taken: Element): void => {
        const begin = beginOf(taken, clock);
        late += lateness(taken, begin);
        if (taken.rest?.maxLoad?.some((most, d) => (load[d] ?? 0) > most)) late += TOO_MUCH_LOAD;
        left = Math.max(0, left - (begin - clock));
        clock = begin + taken.service;
      };
      for (const b of move.order) rest(free[b]);
      fixed.forEach(rest);
      const begin = beginOf(element, clock + left);
      late += element.kind === "end" ? Math.max(0, begin - endLimit) : lateness(element, begin);
      const time = begin + element.setup + element.service;
      const known = reached[move.to];
      if (known === null || late < known.late || (late === known.late && time < known.time))
        reached[move.to] = { late, time, taken: move.order, from: label };
    }
    labels = reached;
  }
  const result: Element[] = [];
  let label = labels[states - 1];
  for (let s = stops.length - 1; s >= 1 && label !== null; s--) {
    result.unshift(
      ...label.taken.map((b) => free[b]),
      ...elements.slice(stops[s - 1] + 1, stops[s]),
      elements[stops[s]],
    );
    label = label.from;
  }
  result.unshift(elements[0]);
  return result;
}
