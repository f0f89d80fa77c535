/**
 * Travel times of a large day: for each place those to the places near it, and whole rows and columns of those that
 * vehicles start from and end at. All n² pairs of 10,000 places would be 800 MB and a hundred million questions.
 */
import type { SparseTravel } from "../engine";
import { askPairs } from "./ask-pairs";
import type { PairSource } from "./ask-pairs";
import { NearPlaces } from "./near-places";
import { ascending, PairRows } from "./pair-rows";
import { cutFrom, cutLines, cutOff } from "./cut-off";
import { knownOf, spread } from "./spread";

/**
 * Nearest by the straight line. The search tries a stop next to its 40 nearest ones (solver/README): they are almost
 * always among these. All are kept: those that are far by road, behind a river, are what an estimate would be wrong
 * about.
 */
const ASKED = 60;
/** A place far from all others is in nobody's row otherwise, and the way to it would be an estimate. */
const ASKED_BACK = 10;
/** Whole rows and columns at most: a fleet that starts from a hundred homes is not to double the questions. */
const MOST_WHOLE = 40;
/** Pairs that are listed because no road can be there: a tenth of a gigabyte. */
const MOST_CUT = 8_000_000;
const NONE = { out: [], in: [] };
/** 252 km/h, in metres a second: the highest speed that Valhalla's data can hold. */
const FASTEST = 70;

interface NearPairs {
  travel: SparseTravel;
  /** Stores what was asked for; call it when nobody waits any more. */
  keep(): Promise<void>;
}

/** What is to be in a table beside near pairs; by its places. */
export interface AlsoWanted {
  /** whole rows and columns, the most important first */
  whole: readonly number[];
  /** single pairs: legs that stand already */
  legs?: readonly (readonly [from: number, to: number])[] | undefined;
}

/**
 * @param source its places within a metre of each other are one
 * @param indexOf by place of the answer: which place of the source it is
 * @throws AppError `routing.*`: the engine did not answer
 */
export async function nearPairs(
  source: PairSource,
  indexOf: readonly number[],
  { whole, legs = [] }: AlsoWanted,
): Promise<NearPairs> {
  const { places } = source;
  const ownLegs: Set<number>[] = places.map(() => new Set());
  for (const [from, to] of legs) ownLegs[indexOf[from]!]!.add(indexOf[to]!);
  const hubs = [...new Set(whole.map((place) => indexOf[place]!))].slice(0, MOST_WHOLE);
  const { candidates, unaskedM } = nearOnes(source);
  const isHub = new Set(hubs);
  const all = Array.from({ length: places.length }, (_, place) => place);
  const ends = new PairRows(all.map((row) => ascending(isHub.has(row) ? all : hubs, row)));
  const keep = [await askPairs(source, ends, hubs)];
  const cut = cutFrom(ends, hubs[0]);
  const near = ends.with(new Map(candidates.map((list, row) => [row, [...list, ...ownLegs[row]!]])));
  if (cut !== null) near.setNoWays(cut.isCut);
  keep.push(await askPairs(source, near));

  let wider = near;
  const lost = cut === null ? cutOff(near, MOST_WHOLE) : NONE;
  if (lost.out.length + lost.in.length > 0) {
    wider = near.with(wholeLines(lost, all));
    keep.push(await askPairs(source, wider, lost.in));
  } else if (cut !== null && cut.places.length > 0) {
    const listed = cut.places.slice(0, Math.ceil(MOST_CUT / all.length));
    wider = near.with(cutLines(listed, all, cut.isCut));
    wider.setNoWays(cut.isCut);
  }

  const isWhole = new Set([...hubs, ...lost.out]);
  const snapM = source.engine.nearOf(source.mode).snapM;
  const rows = all.map((row) => {
    const kept = knownOf(wider, row);
    const beyond = isWhole.has(row) ? Infinity : leastSec(unaskedM[row]!, snapM);
    return { ...kept, beyond: Number.isFinite(beyond) ? beyond : 0, isWhole: isWhole.has(row) };
  });
  return {
    travel: spread(rows, indexOf, places),
    keep: async () => {
      for (const one of keep) await one();
    },
  };
}

/**
 * The nearest places of each, followed by those that have it among their nearest; and how far away every other place
 * is at least, Infinity where there is none.
 */
function nearOnes({ places }: PairSource): { candidates: Int32Array[]; unaskedM: Float64Array } {
  const tree = new NearPlaces(places);
  const back: number[][] = places.map(() => []);
  const unaskedM = new Float64Array(places.length).fill(Infinity);
  const near = places.map((_, place) => {
    const found = tree.nearest(place, ASKED + 1);
    found.places.subarray(0, ASKED_BACK).forEach((other) => back[other]!.push(place));
    if (found.places.length > ASKED) unaskedM[place] = found.metres[ASKED]!;
    return found.places.subarray(0, ASKED);
  });
  const candidates = near.map((list, place) => {
    const listed = new Set(list);
    return Int32Array.from([...list, ...back[place]!.filter((other) => !listed.has(other))]);
  });
  return { candidates, unaskedM };
}

/**
 * Seconds that a way to a place at this distance takes at least; both ends may have been put on roads that lie nearer
 * to each other, and times are rounded.
 */
const leastSec = (metres: number, snapM: number): number =>
  metres === Infinity ? Infinity : Math.max(0, Math.floor((metres - 2 * snapM) / FASTEST) - 1);

/** Which pairs whole rows and whole columns add. */
function wholeLines(lost: { out: readonly number[]; in: readonly number[] }, all: readonly number[]) {
  const more = new Map<number, Iterable<number>>(lost.in.length === 0 ? [] : all.map((row) => [row, lost.in]));
  for (const row of lost.out) more.set(row, all);
  return more;
}
