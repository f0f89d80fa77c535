import type { Suggestion, Vehicle } from "../contract";
import { kilometres, minutes, nameOf } from "./sentences";

interface ChangeKind {
  /** To a dispatcher changes of one kind are one: earlier or later, it is the same window, the same day. */
  readonly kind: string;
  /** Price of a unit of the amount, in seconds of working time. */
  readonly price: number;
  /** The change in a few words, as they follow "would fit with". */
  readonly words: (amount: number, who: string, whose: string, index: number) => string;
}

/**
 * Every change that a suggestion may name. Prices make changes of different kinds comparable: a metre is what driving
 * it takes at 40 km/h, a further stop a quarter of an hour, the whole capacity of a vehicle a working day (a part of it
 * that share), a skill half a day.
 */
export const CHANGES: Readonly<Record<Suggestion["change"], ChangeKind>> = {
  overtime: {
    kind: "hours",
    price: 1,
    words: (amount, who) => `${minutes(amount)} more overtime on ${who}`,
  },
  earlier_start: {
    kind: "hours",
    price: 1,
    words: (amount, who) => `a start ${minutes(amount)} earlier on ${who}`,
  },
  time_window: {
    kind: "window",
    price: 1,
    words: (amount, who, whose) => `a window that ends ${minutes(amount)} later at ${whose} with ${who}`,
  },
  time_window_earlier: {
    kind: "window",
    price: 1,
    words: (amount, who, whose) => `a window that begins ${minutes(amount)} earlier at ${whose} with ${who}`,
  },
  break: {
    kind: "break",
    price: 1,
    words: (amount, who, whose) => `${whose} up to ${minutes(amount)} later on ${who}`,
  },
  break_earlier: {
    kind: "break",
    price: 1,
    words: (amount, who, whose) => `${whose} up to ${minutes(amount)} earlier on ${who}`,
  },
  max_travel_time: {
    kind: "travel",
    price: 1,
    words: (amount, who) => `${minutes(amount)} more travel on ${who}`,
  },
  max_distance: {
    kind: "distance",
    price: 0.09,
    words: (amount, who) => `${kilometres(amount)} more on ${who}`,
  },
  max_tasks: {
    kind: "tasks",
    price: 900,
    words: (amount, who) => `${amount} more stop${amount === 1 ? "" : "s"} on ${who}`,
  },
  capacity: {
    kind: "capacity",
    price: 28_800, // for all of it
    words: (amount, who, _, index) => `+${amount} of capacity ${index + 1} on ${who}`,
  },
  skills: {
    kind: "skills",
    price: 43_200,
    words: (_, who, __, index) => `skill ${index} on ${who}`,
  },
};

export function priceOf(change: Suggestion["change"], amount: number, capacity: number): number {
  const { price } = CHANGES[change];
  return change === "capacity" ? (price * amount) / Math.max(1, capacity) : price * amount;
}

export const kindOf = (change: Suggestion["change"]): string => CHANGES[change].kind;

/** `whose`: the stop or break whose window is meant. */
export function changeSentence(
  vehicle: Vehicle,
  change: Suggestion["change"],
  amount: number,
  index: number | undefined,
  whose: string,
): string {
  return CHANGES[change].words(amount, nameOf(vehicle), whose, index ?? 0);
}
