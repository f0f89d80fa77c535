/** Places that no road joins to the others: what is known about them without a question, and whom it is asked of. */
import type { PairRows } from "./pair-rows";

interface Cut {
  /** No road can lead from the one to the other. */
  isCut(from: number, to: number): boolean;
  /** that a depot does not reach, or that do not lead to it */
  places: number[];
}

/**
 * Roads go on: where the depot reaches one place and not another, no road leads from the one to the other; the same
 * with ways to the depot. So one row and one column say which places are cut off.
 * @param depot has a whole row and column
 * @returns null where it reaches nothing, and so says nothing
 */
export function cutFrom(pairs: PairRows, depot: number | undefined): Cut | null {
  if (depot === undefined) return null;
  const size = pairs.to.length;
  const wayOf = (row: number, place: number) => row === place || pairs.secondsOf(row, place) >= 0;
  const isReached = Array.from({ length: size }, (_, place) => wayOf(depot, place));
  const reaches = Array.from({ length: size }, (_, place) => wayOf(place, depot));
  if (isReached.filter(Boolean).length < 2 || reaches.filter(Boolean).length < 2) return null;
  return {
    isCut: (from, to) => (isReached[from]! && !isReached[to]!) || (!reaches[from]! && reaches[to]!),
    places: isReached.flatMap((isKnown, place) => (isKnown && reaches[place]! ? [] : [place])),
  };
}

/** The pairs of these places that cannot have a way, by row. */
export function cutLines(
  cut: readonly number[],
  all: readonly number[],
  isCut: Cut["isCut"],
): Map<number, Iterable<number>> {
  const isListed = new Set(cut);
  return new Map(
    all.map((row) => [row, (isListed.has(row) ? all : cut).filter((place) => place !== row && isCut(row, place))]),
  );
}

/**
 * Places from which no pair of these leads anywhere, and those that none leads to, at most so many of each: whether
 * they are cut off altogether is worth asking.
 */
export function cutOff(pairs: PairRows, most: number): { out: number[]; in: number[] } {
  const size = pairs.to.length;
  const reaches = new Uint8Array(size);
  const reached = new Uint8Array(size);
  const isNamed = new Uint8Array(size);
  pairs.to.forEach((list, row) => {
    for (let at = 0; at < list.length; at += 1) {
      isNamed[list[at]!] = 1;
      if (pairs.seconds[row]![at]! < 0) continue;
      reaches[row] = 1;
      reached[list[at]!] = 1;
    }
  });
  const places = Array.from({ length: size }, (_, place) => place);
  return {
    out: places.filter((row) => pairs.to[row]!.length > 0 && reaches[row] === 0).slice(0, most),
    in: places.filter((place) => isNamed[place] === 1 && reached[place] === 0).slice(0, most),
  };
}
