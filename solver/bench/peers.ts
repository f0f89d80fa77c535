import { readFileSync } from "node:fs";

export type Peer = "vroom" | "pyvrp" | "hgs";

/** Rows of peers.csv that stand for a peer: VROOM at exploration 5, the others with 10 s; all on one thread. */
const ROWS: Record<Peer, readonly [solver: string, limitSec: number | null]> = {
  vroom: ["vroom-x5", null],
  pyvrp: ["pyvrp", 10],
  hgs: ["hgs-cvrp", 10],
};

interface PeerRun {
  readonly gapPct: number | null;
  readonly wallSec: number;
}

/** A mean that was published for a family: over more instances than those of ../shared/bench. */
interface Published {
  readonly gapPct: number;
  readonly wallSec: number;
  readonly runs: number;
}

export interface Peers {
  /** One run of a peer on an instance of ../shared/bench, where it was measured. */
  run(peer: Peer, instance: string): PeerRun | undefined;
  published(peer: Peer, family: string): Published | undefined;
  /** VROOM's wall time on an instance; its family's mean where it wasn't measured alone. */
  vroomWallSec(instance: string, family: string): number | undefined;
  readonly city: { readonly vroomCost: number; readonly bestEver: number };
}

interface PublishedFile {
  readonly families: Readonly<Record<string, Partial<Record<Peer, readonly [number, number, number]>>>>;
  readonly city: { readonly vroomCost: number; readonly bestEver: number };
}

/** Reads peers.csv (its version field may hold blanks and brackets but no commas) and the published means. */
export function readPeers(csvFile: string, publishedFile: URL): Peers {
  const [head, ...lines] = readFileSync(csvFile, "utf8").trim().split("\n");
  const names = head.split(",");
  const runs = new Map<string, PeerRun>();
  for (const line of lines) {
    const cells = line.split(",");
    const cell = (name: string): string => cells[names.indexOf(name)];
    const limitSec = cell("limit_s") === "none" ? null : Number(cell("limit_s"));
    for (const [peer, [solver, limit]] of Object.entries(ROWS)) {
      if (cell("solver") !== solver || limitSec !== limit || cell("threads") !== "1") continue;
      runs.set(`${peer} ${cell("instance")}`, {
        gapPct: cell("gap_pct") === "" ? null : Number(cell("gap_pct")),
        wallSec: Number(cell("wall_s")),
      });
    }
  }
  const file = JSON.parse(readFileSync(publishedFile, "utf8")) as PublishedFile;
  const published = (peer: Peer, family: string): Published | undefined => {
    const row = file.families[family]?.[peer];
    return row && { gapPct: row[0], wallSec: row[1], runs: row[2] };
  };
  return {
    run: (peer, instance) => runs.get(`${peer} ${instance}`),
    published,
    vroomWallSec: (instance, family) => runs.get(`vroom ${instance}`)?.wallSec ?? published("vroom", family)?.wallSec,
    city: file.city,
  };
}
