/**
 * Travel times of a large day: for each place those to the places near it, and whole rows and columns of those that
 * vehicles start from and end at. All n² pairs of 10,000 places would be 800 MB and a hundred million questions.
 */
import type { SparseTravel } from "../engine";
import { askPairs } from "./ask-pairs";
import type { PairSource } from "./ask-pairs";
import { NearPlaces } from "./near-places";
import { ascending, PairRows } from "./pair-rows";
import { cutOff, keptOf, spread } from "./spread";

/** The search tries a stop next to its 40 nearest ones (solver/README): those are worth a measured time. */
const KEPT = 40;
/** Nearest by the straight line: the 40 that are nearest by road are almost always among them. */
const ASKED = 60;
/** A place far from all others is in nobody's row otherwise, and the way to it would be an estimate. */
const ASKED_BACK = 10;
/** Whole rows and columns at most: a fleet that starts from a hundred homes is not to double the questions. */
const MOST_WHOLE = 40;
/** 252 km/h, in metres a second: the highest speed that Valhalla's data can hold. */
const FASTEST = 70;

export interface NearPairs {
  travel: SparseTravel;
  /** Stores what was asked for; call it when nobody waits any more. */
  keep(): Promise<void>;
}

/**
 * @param source its places within a metre of each other are one
 * @param indexOf by place of the answer: which place of the source it is
 * @param whole places of the answer that get whole rows and columns, the most important first
 * @throws AppError `routing.*`: the engine did not answer
 */
export async function nearPairs(
  source: PairSource,
  indexOf: readonly number[],
  whole: readonly number[],
): Promise<NearPairs> {
  const { places } = source;
  const hubs = [...new Set(whole.map((place) => indexOf[place]!))].slice(0, MOST_WHOLE);
  const { candidates, unaskedM } = nearOnes(source);
  const isHub = new Set(hubs);
  const all = Array.from({ length: places.length }, (_, place) => place);
  const first = new PairRows(candidates.map((near, row) => ascending(isHub.has(row) ? all : [...near, ...hubs], row)));
  const keep = [await askPairs(source, first, hubs)];
  const lost = cutOff(first, MOST_WHOLE);
  const wider = lost.out.length + lost.in.length === 0 ? first : first.with(wholeLines(lost, all));
  if (wider !== first) keep.push(await askPairs(source, wider, lost.in));

  const isWhole = new Set([...hubs, ...lost.out]);
  const snapM = source.engine.nearOf(source.mode).snapM;
  const rows = all.map((row) => {
    // Those that have it among their nearest are kept like the hubs, whatever they take.
    const near = isWhole.has(row) ? new Set<number>() : new Set(candidates[row]!.subarray(0, ASKED));
    const { dropped, ...kept } = keptOf(wider, row, near, new Set([...hubs, ...lost.in]), KEPT);
    const beyond = Math.min(dropped, isWhole.has(row) ? Infinity : leastSec(unaskedM[row]!, snapM));
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
