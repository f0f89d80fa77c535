/** Rows of pairs as one table. */
import { NO_WAY } from "../engine";
import type { Place, SparseTravel } from "../engine";
import { UNKNOWN } from "./pair-rows";
import type { PairRows } from "./pair-rows";

/** A row of the table before places that are one are told apart again; nearest first, those without a way last. */
interface KeptRow {
  to: Int32Array;
  seconds: Int32Array;
  metres: Int32Array;
  /** no place that the row leaves out is nearer; 0: that isn't known */
  beyond: number;
  /** the row has every place */
  isWhole: boolean;
}

/** With many parcels for one door a row would hold every pair of doors many times. */
const MOST_AGAIN = 450;

/** Nearest first, those without a way last. */
export function knownOf(pairs: PairRows, row: number): Pick<KeptRow, "to" | "seconds" | "metres"> {
  const [to, seconds, metres] = [pairs.to[row]!, pairs.seconds[row]!, pairs.metres[row]!];
  const order = Array.from({ length: to.length }, (_, at) => at)
    .filter((at) => seconds[at] !== UNKNOWN)
    .sort((a, b) => farther(seconds[a]!) - farther(seconds[b]!) || a - b);
  const pick = (values: Int32Array) => Int32Array.from(order, (at) => values[at]!);
  return { to: pick(to), seconds: pick(seconds), metres: pick(metres) };
}

const farther = (seconds: number): number => (seconds === NO_WAY ? Infinity : seconds);

/** @param indexOf by place of the table: its row here; places of the same row are no time apart */
export function spread(rows: readonly KeptRow[], indexOf: readonly number[], places: readonly Place[]): SparseTravel {
  const size = indexOf.length;
  const members: number[][] = rows.map(() => []);
  const rank = indexOf.map((row, place) => members[row]!.push(place) - 1);
  const entries = rows.map((kept, row) => entriesOf(kept, members, members[row]!));
  const rowStart = shared(Int32Array, size + 1);
  indexOf.forEach((row, place) => {
    const { to, own } = entries[row]!;
    rowStart[place + 1] = rowStart[place]! + to.length - Number(rank[place]! < own);
  });
  const length = rowStart[size]!;
  const travel: SparseTravel = {
    size,
    rowStart,
    to: shared(Int32Array, length),
    durationsSec: shared(Int32Array, length),
    distancesM: shared(Int32Array, length),
    beyondSec: shared(Int32Array, size),
    points: shared(Float64Array, 2 * size),
  };
  indexOf.forEach((row, place) => {
    const { to, seconds, metres, isCut } = entries[row]!;
    let at = rowStart[place]!;
    for (let k = 0; k < to.length; k += 1) {
      if (to[k] === place) continue;
      travel.to[at] = to[k]!;
      travel.durationsSec[at] = seconds[k]!;
      travel.distancesM[at] = metres[k]!;
      at += 1;
    }
    travel.beyondSec[place] = isCut ? 0 : rows[row]!.beyond;
    travel.points[2 * place] = places[row]!.lng;
    travel.points[2 * place + 1] = places[row]!.lat;
  });
  return travel;
}

interface Entries extends Pick<KeptRow, "to" | "seconds" | "metres"> {
  /** so many of the row's own places are among them, the first ones */
  own: number;
  /** there were more */
  isCut: boolean;
}

function entriesOf(kept: KeptRow, members: readonly number[][], own: readonly number[]): Entries {
  const most = kept.isWhole ? Infinity : kept.to.length + MOST_AGAIN;
  const [to, seconds, metres]: [number[], number[], number[]] = [[], [], []];
  let isCut = false;
  const add = (places: readonly number[], sec: number, m: number) => {
    for (const place of places) {
      isCut ||= to.length === most;
      if (isCut) return;
      to.push(place);
      seconds.push(sec);
      metres.push(m);
    }
  };
  if (own.length > 1) add(own, 0, 0);
  const ownCount = to.length;
  kept.to.forEach((other, at) => add(members[other]!, kept.seconds[at]!, kept.metres[at]!));
  const order = to.map((_, at) => at).sort((a, b) => to[a]! - to[b]!);
  const pick = (values: readonly number[]) => Int32Array.from(order, (at) => values[at]!);
  return { to: pick(to), seconds: pick(seconds), metres: pick(metres), own: ownCount, isCut };
}

function shared<T>(kind: { new (buffer: SharedArrayBuffer): T; BYTES_PER_ELEMENT: number }, length: number): T {
  return new kind(new SharedArrayBuffer(length * kind.BYTES_PER_ELEMENT));
}
