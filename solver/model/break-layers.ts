import type { Break } from "../contract";
import { breakOrders } from "../schedule/break-orders";
import { HORIZON } from "./instance";
import type { LayerSpans } from "./instance";

/** The layers of each vehicle (see `Instance.breakStates`), from its breaks in the order of `breakSequence`. */
export function breakLayers(breaks: readonly (readonly Break[])[]): {
  breakStates: Int32Array;
  orders: ((readonly Int32Array[])[] | null)[];
} {
  const breakStates = new Int32Array(breaks.length);
  const orders = breaks.map((list, v) => {
    const { states, moves } = breakOrders(list);
    breakStates[v] = states;
    const oneAfterTheOther = moves.every(
      ({ from, to, order }) => order.length === to - from && order.every((b, k) => b === from + k),
    );
    if (states === list.length + 1 && oneAfterTheOther) return null;
    const table = Array.from({ length: states * states }, (): Int32Array[] => []);
    for (const { from, to, order } of moves) table[from * states + to].push(Int32Array.from(order));
    return table;
  });
  return { breakStates, orders };
}

/**
 * Spans of the layers of a vehicle whose breaks are taken one after the other. By them the search follows earliest
 * departures in fewer layers towards the end of a route, and latest ones in fewer towards its start.
 * @param windows of each break, pairs of times; `service` of each break
 * @param start earliest departure of the vehicle
 * @param end its latest arrival, and `endWithoutBreak` the latest one without any break (-1: never)
 */
export function layerSpans(
  windows: readonly Int32Array[],
  service: Int32Array,
  start: number,
  end: number,
  endWithoutBreak: number,
): LayerSpans {
  const breaks = windows.length;
  const from = new Int32Array(breaks + 1).fill(HORIZON);
  const until = new Int32Array(breaks + 1).fill(-1);
  from[0] = start;
  for (let b = 0; b < breaks; b++) {
    for (let k = 0; k < windows[b].length; k += 2) {
      const begin = Math.max(from[b], windows[b][k]);
      if (begin <= windows[b][k + 1]) from[b + 1] = Math.min(from[b + 1], begin + service[b]);
    }
  }
  const rests = new Int32Array(breaks + 1);
  for (let b = 0; b < breaks; b++) rests[b + 1] = Math.min(HORIZON, rests[b] + service[b]);
  until[breaks] = end;
  for (let b = breaks - 1; b >= 0; b--) {
    for (let k = 0; k < windows[b].length; k += 2) {
      const begin = Math.min(windows[b][k + 1], until[b + 1] - service[b]);
      if (begin >= windows[b][k]) until[b] = Math.max(until[b], begin);
    }
  }
  if (breaks > 0) until[0] = Math.max(until[0], Math.min(end, endWithoutBreak));
  return { from, until, rests };
}

/** For vehicles whose breaks can come in several orders: nothing is known. */
export function openSpans(states: number): LayerSpans {
  return { from: new Int32Array(states), until: new Int32Array(states).fill(HORIZON), rests: new Int32Array(states) };
}
