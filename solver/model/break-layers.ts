import type { Break } from "../contract";
import { breakOrders } from "../schedule/break-orders";

/** The layers of each vehicle (see `Instance.breakStates`), from its breaks in the order of their windows' starts. */
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
