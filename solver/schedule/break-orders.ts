import type { Break } from "../contract";

/** Breaks that are taken on one leg: `order` leads from the set `from` of breaks taken so far to the set `to`. */
interface BreakMove {
  readonly from: number;
  readonly to: number;
  /** Indices of the breaks, in the order in which they are taken. */
  readonly order: readonly number[];
}

/** Which breaks may follow which. States are sets of breaks taken; 0 is none, the last one is all. */
export interface BreakOrders {
  readonly states: number;
  readonly moves: readonly BreakMove[];
}

/** Above this number of states (five breaks of which each may come first have 32) only one order is tried. */
const MOST_STATES = 32;

/**
 * All orders that can matter for a vehicle's breaks. With windows that overlap and different lengths no rule of thumb
 * finds the right one (a long break first may be too late for the short one, a short one first too early for it), so
 * all are tried except where one order is as good as any: break a comes before b when a's windows are over before b's
 * begin, and when both are equally long, with equal loads, and a's window neither begins nor ends later (the two can
 * then change places in any plan).
 */
export function breakOrders(breaks: readonly Break[]): BreakOrders {
  if (breaks.length > MOST_STATES - 2) return oneAfterTheOther(breaks);
  const before: number[] = breaks.map((b, k) =>
    breaks.reduce((mask, a, j) => (j !== k && comesBefore(a, b, j < k) ? mask | (1 << j) : mask), 0),
  );
  return enumerate(before) ?? oneAfterTheOther(breaks);
}

/** The same where the windows may change: any order. */
export function freeBreakOrders(breaks: readonly Break[]): BreakOrders {
  return (breaks.length > MOST_STATES - 2 ? null : enumerate(breaks.map(() => 0))) ?? oneAfterTheOther(breaks);
}

function enumerate(before: readonly number[]): BreakOrders | null {
  const all = (1 << before.length) - 1;
  const sets = [0];
  for (let k = 0; k < sets.length; k++) {
    for (let b = 0; b < before.length; b++) {
      const next = sets[k] | (1 << b);
      if ((sets[k] & (1 << b)) !== 0 || (before[b] & ~sets[k]) !== 0 || sets.includes(next)) continue;
      if (sets.length === MOST_STATES) return null;
      sets.push(next);
    }
  }
  sets.sort((a, b) => a - b);
  if (sets[sets.length - 1] !== all) return null;
  const moves: BreakMove[] = [];
  const take = (from: number, taken: number, order: readonly number[]): void => {
    moves.push({ from: sets.indexOf(from), to: sets.indexOf(taken), order });
    for (let b = 0; b < before.length; b++) {
      if ((taken & (1 << b)) === 0 && (before[b] & ~taken) === 0) take(from, taken | (1 << b), [...order, b]);
    }
  };
  for (const from of sets) take(from, from, []);
  return { states: sets.length, moves };
}

function comesBefore(a: Break, b: Break, first: boolean): boolean {
  const [as, ae] = span(a);
  const [bs, be] = span(b);
  if (ae < bs) return true;
  if ((a.serviceSec ?? 0) !== (b.serviceSec ?? 0) || loadKey(a) !== loadKey(b)) return false;
  if ((a.timeWindows?.length ?? 1) > 1 || (b.timeWindows?.length ?? 1) > 1)
    return first && JSON.stringify(a.timeWindows) === JSON.stringify(b.timeWindows);
  return as === bs && ae === be ? first : as <= bs && ae <= be;
}

/** One order alone. */
function oneAfterTheOther(breaks: readonly Break[]): BreakOrders {
  const order = breakSequence(breaks);
  const moves: BreakMove[] = [];
  for (let from = 0; from <= order.length; from++)
    for (let to = from; to <= order.length; to++) moves.push({ from, to, order: order.slice(from, to) });
  return { states: order.length + 1, moves };
}

/**
 * One order for many breaks, as their indices: by the windows' starts. By their ends where a vehicle that stands still
 * would be late for one by starts and less so by ends: a long break that may be taken all day waits for a short one.
 * Breaks that are in this order already stay as they are, so that search and plan mode take the same.
 */
export function breakSequence(breaks: readonly Break[]): number[] {
  const spans = breaks.map(span);
  const indices = breaks.map((_, k) => k);
  const byStart = [...indices].sort((a, b) => spans[a][0] - spans[b][0] || spans[a][1] - spans[b][1] || a - b);
  const byEnd = [...indices].sort((a, b) => spans[a][1] - spans[b][1] || spans[a][0] - spans[b][0] || a - b);
  return latenessOf(breaks, byEnd) < latenessOf(breaks, byStart) ? byEnd : byStart;
}

function latenessOf(breaks: readonly Break[], order: readonly number[]): number {
  let clock = 0;
  let late = 0;
  for (const { timeWindows, serviceSec = 0 } of order.map((k) => breaks[k])) {
    const window = timeWindows?.find(([, to]) => clock <= to);
    if (window !== undefined) clock = Math.max(clock, window[0]);
    else if (timeWindows !== undefined) late += clock - timeWindows[timeWindows.length - 1][1];
    clock += serviceSec;
  }
  return late;
}

const span = (rest: Break): [number, number] =>
  rest.timeWindows === undefined
    ? [0, Number.MAX_SAFE_INTEGER]
    : [rest.timeWindows[0][0], rest.timeWindows[rest.timeWindows.length - 1][1]];
const loadKey = (rest: Break): string => (rest.maxLoad ?? []).join();
