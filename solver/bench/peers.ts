import { readFileSync } from "node:fs";

export interface PeerRow {
  readonly instance: string;
  readonly family: string;
  readonly solver: string;
  readonly threads: number;
  readonly limitSec: number | null;
  readonly wallSec: number;
  readonly gapPct: number | null;
  readonly cost: number;
}

/** Rows of peers.csv; the version field may hold blanks and brackets but no commas. */
export function readPeers(file: string): PeerRow[] {
  const [head, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    const cell = (name: string): string => cells[names.indexOf(name)];
    return {
      instance: cell("instance"), family: cell("family"), solver: cell("solver"), threads: Number(cell("threads")),
      limitSec: cell("limit_s") === "none" ? null : Number(cell("limit_s")), wallSec: Number(cell("wall_s")),
      gapPct: cell("gap_pct") === "" ? null : Number(cell("gap_pct")), cost: Number(cell("cost")),
    };
  });
}

export const mean = (values: readonly number[]): number | null => (values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length);
