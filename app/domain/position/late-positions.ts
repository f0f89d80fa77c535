/** Positions that arrive after newer ones: sent again, or by another tab, or overtaken on their way. */
import type { Position, TimedPlace } from "./position";
import { closed, endAt, extendedBy, isAt, isOnLine, placeBetween, without } from "./trail";
import type { StoredPosition, TrailEnd } from "./trail";

interface TrailChange {
  end: TrailEnd;
  /** new ones, or in place of one of the same second */
  stored: readonly StoredPosition[];
  /** seconds of stored positions before which something is left out from now on */
  thinned: readonly number[];
}

/**
 * Whether all that is late was left out of the open line, or is its newest position: as when a phone sends a batch
 * again. Nothing has to be looked up then.
 */
export const isInOpenLine = ({ newest, line }: TrailEnd, late: readonly TimedPlace[]): boolean =>
  late.every((one) => one.atSec > line.from.atSec && (one.atSec === newest.atSec || isOnLine(line.from, newest, one)));

/** A place on the stored line, so that what was left out beside it stays as near to the line as it is. */
const guess = (a: TimedPlace, b: TimedPlace, atSec: number): StoredPosition => ({
  position: { ...placeBetween(a, b, atSec), memberId: null, accuracyM: null, headingDeg: null, speedKmh: null },
  isThinned: true,
});

const isGuess = ({ memberId, accuracyM }: Position): boolean => memberId === null && accuracyM === null;

/** The stored rows of a trail, in order, and what is changed of them. */
class Rows {
  readonly added = new Map<number, StoredPosition>();
  readonly thinned = new Set<number>();
  private readonly rows: StoredPosition[];

  constructor(stored: readonly StoredPosition[]) {
    this.rows = [...stored];
  }

  /** Index of the first row at that second or later. */
  from = (atSec: number): number => {
    const index = this.rows.findIndex(({ position }) => position.atSec >= atSec);
    return index === -1 ? this.rows.length : index;
  };

  at = (index: number): StoredPosition | undefined => this.rows[index];

  put(...stored: readonly StoredPosition[]): void {
    for (const one of stored) {
      const { atSec } = one.position;
      const index = this.from(atSec);
      this.rows.splice(index, this.rows[index]?.position.atSec === atSec ? 1 : 0, one);
      this.added.set(atSec, one);
    }
  }

  /** Something before that row, which was stored before, is left out from now on. */
  thin(index: number): void {
    const row = this.rows[index]!;
    if (row.isThinned) return;
    this.rows[index] = { ...row, isThinned: true };
    this.thinned.add(row.position.atSec);
  }
}

/**
 * A position beside a line that others were left out of. Nobody knows any more where they were: the line leaves its
 * way for these two seconds alone.
 * @param before, after of the line before and behind it
 */
function putBeside(rows: Rows, one: Position, before: readonly TimedPlace[], behind: readonly TimedPlace[]): void {
  const [[a, b], [c, d]] = [before as [TimedPlace, TimedPlace], behind as [TimedPlace, TimedPlace]];
  const { atSec } = one;
  if (atSec - 1 > a.atSec) rows.put(guess(a, b, atSec - 1));
  rows.put({ position: one, isThinned: false });
  if (atSec + 1 < d.atSec) rows.put(guess(c, d, atSec + 1));
}

/** Late positions of one gap that nothing was left out of: the way is known now. */
function putInGap(rows: Rows, index: number, late: readonly Position[]): void {
  const a = rows.at(index - 1)?.position;
  const begin = a === undefined ? endAt(late[0]!) : endAt(a);
  if (a === undefined) rows.put({ position: late[0]!, isThinned: false });
  const { end, stored } = extendedBy(begin, a === undefined ? late.slice(1) : late);
  rows.put(...stored, ...closed(end).stored);
}

/** Puts one late position, or several of one gap, where they belong. */
function putLate(rows: Rows, late: readonly Position[]): void {
  const one = late[0]!;
  const index = rows.from(one.atSec);
  const [a, b, c] = [rows.at(index - 1), rows.at(index), rows.at(index + 1)];
  if (b === undefined) return;
  const [before, there, behind] = [a?.position, b.position, c?.position];
  if (there.atSec === one.atSec) {
    if (isGuess(there) && !isAt(there, one) && before !== undefined && behind !== undefined)
      putBeside(rows, one, [before, there], [there, behind]);
    return;
  }
  const isPassed = before !== undefined && late.every((each) => isOnLine(before, there, each));
  if (isPassed) rows.thin(index);
  else if (!b.isThinned) putInGap(rows, index, late);
  else if (before !== undefined) putBeside(rows, one, [before, there], [before, there]);
}

/** Several of a gap that nothing was left out of are put there together; all others one by one. */
function groups(rows: Rows, late: readonly Position[]): Position[][] {
  const made: Position[][] = [];
  let lastIndex = -1;
  for (const one of late) {
    const index = rows.from(one.atSec);
    const row = rows.at(index);
    const isOpen = row !== undefined && row.position.atSec !== one.atSec && !row.isThinned;
    if (isOpen && index === lastIndex) made.at(-1)!.push(one);
    else made.push([one]);
    lastIndex = isOpen ? index : -1;
  }
  return made;
}

/**
 * Puts late positions where they belong.
 * @param stored of the trail: from the last one before the first of `late` on, in order
 * @param late in order, none later than the newest, one for each second
 */
export function withLate(end: TrailEnd, stored: readonly StoredPosition[], late: readonly Position[]): TrailChange {
  const openSince = end.line.from.atSec;
  const inOpen = late.filter(({ atSec }) => atSec > openSince);
  const staysOpen = isInOpenLine(end, inOpen);
  const tail = closed(end);
  const rows = new Rows(stored);
  if (!staysOpen) rows.put(...tail.stored);
  const toPut = staysOpen ? late.filter(({ atSec }) => atSec <= openSince) : late;
  for (const group of groups(rows, toPut)) putLate(rows, group);
  const leftOut = inOpen.filter(({ atSec }) => atSec < end.newest.atSec);
  return {
    end: staysOpen ? without(end, leftOut) : tail.end,
    stored: [...rows.added.values()].sort((a, b) => a.position.atSec - b.position.atSec),
    thinned: [...rows.thinned],
  };
}
