import type { Break, Vehicle } from "../contract";
import { breakOrders } from "./break-orders";
import type { BreakOrders } from "./break-orders";
import { beginOf, breakElement, lateness } from "./timeline";
import type { Element } from "./timeline";

interface Label {
  late: number;
  time: number;
  /** Breaks taken on the leg into the element, and the label before it. */
  taken: readonly Element[];
  from: Label | null;
}

type Load = readonly number[];

/** Lateness that represents a break with too much on board. */
const TOO_MUCH_LOAD = 1e9;

/** With all breaks: lateness, too much on board at a break included, and the route's end, in hundredths of a second. */
export interface PlacedBreaks {
  readonly elements: Element[];
  readonly late: number;
  readonly ends: number;
}

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
  loads: readonly Load[],
): PlacedBreaks {
  const rests = unplacedBreaks(vehicle, elements);
  const free = rests.map((rest) => breakElement(rest, { type: "break", id: rest.id }));
  const orders = breakOrders(rests);
  const place = (among: boolean): Label => placeAlong(elements, departure, endLimit, loads, free, orders, among);
  const ahead = place(false);
  const among = elements.some(({ kind }) => kind === "break") ? place(true) : ahead;
  const stops = elements.filter(({ kind }) => kind !== "break");
  const parts: Element[][] = [];
  // Where it makes no difference, breaks stay ahead of those that the steps name.
  let label = isBetter(among.late, among.time, ahead) ? among : ahead;
  const { late, time: ends } = label;
  for (let s = stops.length - 1; s >= 1 && label.from !== null; s--) {
    parts.push([...label.taken, stops[s]]);
    label = label.from;
  }
  return { elements: [elements[0], ...parts.reverse().flat()], late, ends };
}

/** The vehicle's breaks that are not in the route yet. */
export function unplacedBreaks(vehicle: Vehicle, elements: readonly Element[]): readonly Break[] {
  const given = new Set(elements.map((element) => element.rest?.id));
  return (vehicle.breaks ?? []).filter((rest) => !given.has(rest.id));
}

const isBetter = (late: number, time: number, than: Label | null): boolean =>
  than === null || late < than.late || (late === than.late && time < than.time);

/** @param among also between the breaks that the steps name on a leg, and behind them; else ahead of them */
function placeAlong(
  elements: readonly Element[],
  departure: number,
  endLimit: number,
  loads: readonly Load[],
  free: readonly Element[],
  orders: BreakOrders,
  among: boolean,
): Label {
  const { states, moves } = orders;
  const stops = elements.map((_, k) => k).filter((k) => elements[k].kind !== "break");
  let labels = new Array<Label | null>(states).fill(null);
  labels[0] = { late: 0, time: departure, taken: [], from: null };
  for (let s = 1; s < stops.length; s++) {
    const element = elements[stops[s]];
    const named = elements.slice(stops[s - 1] + 1, stops[s]);
    const load = loads[stops[s - 1]];
    const reached = new Array<Label | null>(states).fill(null);
    const reach = (state: number, late: number, arrive: number, from: Label, taken: () => readonly Element[]): void => {
      const begin = beginOf(element, arrive);
      const lateThen = late + (element.kind === "end" ? Math.max(0, begin - endLimit) : lateness(element, begin));
      const time = begin + element.setup + element.service;
      if (isBetter(lateThen, time, reached[state])) reached[state] = { late: lateThen, time, taken: taken(), from };
    };
    if (among) {
      waysAmong(labels, orders, free, named, element.travel, load).forEach((ways, state) => {
        for (const way of ways) reach(state, way.late, way.arrive, way.from, () => takenOn(way));
      });
    } else {
      for (const { from, to, order } of moves) {
        const label = labels[from];
        if (label === null) continue;
        let { late, time: clock } = label;
        let arrive = clock + element.travel;
        const take = (rest: Element): void => {
          const begin = beginOf(rest, clock);
          late += latenessOf(rest, begin, load);
          arrive = Math.max(begin, arrive) + rest.service;
          clock = begin + rest.service;
        };
        for (const b of order) take(free[b]);
        named.forEach(take);
        reach(to, late, arrive, label, () => [...order.map((b) => free[b]), ...named]);
      }
    }
    labels = reached;
  }
  return labels[states - 1]!;
}

function latenessOf(rest: Element, begin: number, load: Load): number {
  const isTooMuch = rest.rest?.maxLoad?.some((most, d) => (load[d] ?? 0) > most) === true;
  return lateness(rest, begin) + (isTooMuch ? TOO_MUCH_LOAD : 0);
}

/** Breaks taken on a part of a leg: the vehicle goes on at `clock`, and is there at `arrive` without further ones. */
interface Way {
  readonly late: number;
  readonly clock: number;
  readonly arrive: number;
  readonly from: Label;
  /** The last break taken, and the way until then; null where none is taken. */
  readonly rest: Element | null;
  readonly before: Way | null;
}

/**
 * The ways to take the named breaks of a leg in their order and any others among them, by the set of others taken by
 * its end. Of those with the least lateness one goes on that is earlier now or at the end of the leg. They are no more
 * than there are labels: of two ways from one label that took the same breaks none is earlier in one and later in the
 * other, which keeps 100 breaks fast.
 */
function waysAmong(
  labels: readonly (Label | null)[],
  { moves }: BreakOrders,
  free: readonly Element[],
  named: readonly Element[],
  travel: number,
  load: Load,
): Way[][] {
  // by the sets that they lead from, each behind all that lead to it
  const singles = moves.filter(({ order }) => order.length === 1);
  let ways = labels.map((from): Way[] =>
    from === null
      ? []
      : [{ late: from.late, clock: from.time, arrive: from.time + travel, from, rest: null, before: null }],
  );
  const takeFree = (): void => {
    for (const { from, to, order } of singles)
      for (const way of ways[from]) keep(ways[to], taking(free[order[0]], way, load));
  };
  for (const rest of named) {
    takeFree();
    ways = ways.map((all) => {
      const next: Way[] = [];
      for (const way of all) keep(next, taking(rest, way, load));
      return next;
    });
  }
  takeFree();
  return ways;
}

function taking(rest: Element, before: Way, load: Load): Way {
  const begin = beginOf(rest, before.clock);
  return {
    late: before.late + latenessOf(rest, begin, load),
    clock: begin + rest.service,
    arrive: Math.max(begin, before.arrive) + rest.service,
    from: before.from,
    rest,
    before,
  };
}

function keep(ways: Way[], way: Way): void {
  let kept = 0;
  for (const known of ways) {
    if (known.late < way.late) return;
    if (known.late === way.late && known.clock <= way.clock && known.arrive <= way.arrive) return;
  }
  for (const known of ways)
    if (known.late === way.late && (known.clock < way.clock || known.arrive < way.arrive)) ways[kept++] = known;
  ways.length = kept;
  ways.push(way);
}

function takenOn(way: Way): Element[] {
  const taken: Element[] = [];
  for (let at: Way | null = way; at !== null && at.rest !== null; at = at.before) taken.push(at.rest);
  return taken.reverse();
}
