import type { Vehicle } from "../contract";
import { beginOf, breakElement, lateness } from "./timeline";
import type { Element } from "./timeline";

interface Label {
  late: number;
  time: number;
  /** Breaks taken on the leg into the element, and the label before it. */
  taken: number;
  from: Label | null;
}

/**
 * Puts the vehicle's breaks that are not in the route yet where they cause the least lateness, then the least time.
 * Exact when a route without lateness exists, because the earlier arrival is then never worse.
 */
export function placeBreaks(vehicle: Vehicle, elements: readonly Element[], departure: number, endLimit: number, loads: readonly (readonly number[])[]): Element[] {
  const given = new Set(elements.map((element) => element.rest?.id));
  const free = (vehicle.breaks ?? [])
    .filter((rest) => !given.has(rest.id))
    .map((rest) => breakElement(rest, { type: "break", id: rest.id }))
    .sort((a, b) => a.windows[0][0] - b.windows[0][0]);
  if (free.length === 0) return [...elements];
  const stops = elements.map((_, k) => k).filter((k) => elements[k].kind !== "break");
  let labels: (Label | null)[] = free.map(() => null);
  labels.unshift({ late: 0, time: departure, taken: 0, from: null });
  for (let s = 1; s < stops.length; s++) {
    const element = elements[stops[s]];
    const fixed = elements.slice(stops[s - 1] + 1, stops[s]);
    const load = loads[stops[s - 1]];
    const reached: (Label | null)[] = labels.map(() => null);
    labels.forEach((label, from) => {
      if (label === null) return;
      for (let to = from; to <= free.length; to++) {
        const rests = [...free.slice(from, to), ...fixed];
        let late = label.late;
        let clock = label.time;
        let left = element.travel;
        for (const rest of rests) {
          const begin = beginOf(rest, clock);
          late += lateness(rest, begin);
          if (rest.rest?.maxLoad?.some((most, d) => (load[d] ?? 0) > most)) late += 1e9;
          left = Math.max(0, left - (begin - clock));
          clock = begin + rest.service;
        }
        const begin = beginOf(element, clock + left);
        late += element.kind === "end" ? Math.max(0, begin - endLimit) : lateness(element, begin);
        const time = begin + element.setup + element.service;
        const known = reached[to];
        if (known === null || late < known.late || (late === known.late && time < known.time)) reached[to] = { late, time, taken: to - from, from: label };
      }
    });
    labels = reached;
  }
  let label = labels[free.length];
  const result: Element[] = [];
  let next = free.length;
  for (let s = stops.length - 1; s >= 1 && label !== null; s--) {
    result.unshift(...free.slice(next - label.taken, next), ...elements.slice(stops[s - 1] + 1, stops[s]), elements[stops[s]]);
    next -= label.taken;
    label = label.from;
  }
  result.unshift(elements[0]);
  return result;
}
