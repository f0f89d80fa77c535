import type { Peer, Peers } from "./peers";
import type { RunRow } from "./raw";

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;

export const show = (value: number | null | undefined, digits = 2): string =>
  value == null ? "–" : value.toFixed(digits).replace(/^-(0\.?0*)$/, "$1");

export function gapsOf(rows: readonly RunRow[]): number[] {
  return rows.flatMap((row) => (row.gapPct === null ? [] : [row.gapPct]));
}

export const meanGap = (rows: readonly RunRow[]): number | null => mean(gapsOf(rows));

/** Ours and a peer's mean gap over exactly the instances on which the peer was measured and served everything. */
interface LikeForLike {
  readonly ours: number | null;
  readonly theirs: number | null;
  readonly instances: number;
}

export function likeForLike(rows: readonly RunRow[], peer: Peer, peers: Peers): LikeForLike {
  const shared = rows.filter((row) => row.gapPct !== null && peers.run(peer, row.instance)?.gapPct != null);
  const names = [...new Set(shared.map((row) => row.instance))];
  return {
    ours: meanGap(shared),
    theirs: mean(names.map((name) => peers.run(peer, name)?.gapPct ?? 0)),
    instances: names.length,
  };
}

/** Pairs of runs of two settings on the same instance with the same seed. */
export function inBoth(first: readonly RunRow[], second: readonly RunRow[]): readonly [RunRow[], RunRow[]] {
  const key = (row: RunRow): string => `${row.instance} ${row.seed}`;
  const others = new Map(second.map((row) => [key(row), row]));
  const kept = first.filter((row) => row.gapPct !== null && others.get(key(row))?.gapPct != null);
  return [kept, kept.map((row) => others.get(key(row))!)];
}

/** A row of the table of targets; `met` is null where something wasn't measured. */
export interface Target {
  readonly work: string;
  readonly target: string;
  readonly measured: string;
  readonly met: boolean | null;
}
