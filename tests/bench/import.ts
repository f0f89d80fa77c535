/**
 * `npm run bench:import -- [rows]`: a workbook and a text file of 100,000 visits in 15 columns are converted and all of
 * their rows parsed; then a server imports the workbook while other pages are asked for, and another one under steady
 * traffic (import-server.ts). Prints seconds, the peak of the reading process' memory and the longest hold of the event
 * loop; asserts nothing about time. Needs a build. `--database mariadb`: on the server that TEST_MARIADB_URL names.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { rowParser } from "~/domain/import/parse-row";
import { proposeEntity, proposeSheet } from "~/domain/import/propose-mapping";
import { yieldToOthers } from "~/lib/turns.server";
import { spreadsheetReader } from "~/services/spreadsheet/reader.server";
import type { SheetOutline } from "~/services/spreadsheet/workbook";
import { bundledProgram } from "../helpers/programs";
import { DATABASES } from "../setup/e2e-server";
import type { DatabaseKind } from "../setup/e2e-server";
import { textFile, workbookFile } from "./import-files";
import { benchServer } from "./import-server";

const ROWS = 100_000;
const ROWS_AT_ONCE = 500;
const LOOK_EVERY_MS = 20;
const DEFAULTS = { defaultVisitDuration: 5, defaultVehicleStartHour: "08:00", defaultVehicleEndHour: "18:00" };

/** MB that the reading process holds, as Linux counts them; 0 where nothing tells. */
function readingMb(program: string): number {
  let kb = 0;
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8");
    for (const pid of children.split(" ").filter(Boolean)) {
      if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(program)) continue;
      kb += Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
    }
  } catch {
    // It has ended meanwhile, or the system tells in another way.
  }
  return kb / 1024;
}

interface Phase {
  sec: number;
  childMb: number;
  heldMs: number;
}

async function phase(work: () => Promise<void>): Promise<Phase> {
  let childMb = 0;
  const look = setInterval(() => (childMb = Math.max(childMb, readingMb(program.file))), LOOK_EVERY_MS);
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const started = performance.now();
  await work();
  const sec = (performance.now() - started) / 1000;
  loop.disable();
  clearInterval(look);
  return { sec, childMb, heldMs: loop.max / 1e6 };
}

const show = (name: string, { sec, childMb, heldMs }: Phase, more = ""): void =>
  console.log(
    `${name.padEnd(24)} ${sec.toFixed(1).padStart(6)} s   reading process ${childMb.toFixed(0).padStart(4)} MB   ` +
      `event loop held at most ${heldMs.toFixed(0)} ms${more}`,
  );

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { database: { type: "string", default: "sqlite" } },
});
const database = values.database as DatabaseKind;
if (!DATABASES.includes(database)) throw new Error(`--database is one of ${DATABASES.join(", ")}.`);
const rows = Number(positionals[0] ?? ROWS);
const folder = mkdtempSync(path.join(tmpdir(), "route-platform-bench-"));
const program = await bundledProgram("app/services/spreadsheet/spreadsheet.worker.ts");
const reader = spreadsheetReader(program.file);
try {
  for (const [name, content] of [
    ["visits.xlsx", workbookFile(rows)],
    ["visits.csv", textFile(rows)],
  ] as const) {
    const file = path.join(folder, name);
    const target = path.join(folder, `${name}.rows`);
    writeFileSync(file, content);
    let outlines: SheetOutline[] = [];
    const converting = await phase(async () => {
      const answer = await reader.convert(file, name, target, { owner: "bench" });
      if (!answer.ok) throw new Error(answer.fault);
      outlines = answer.sheets;
    });
    const size = `, ${(statSync(file).size / 1e6).toFixed(1)} MB become ${(statSync(target).size / 1e6).toFixed(1)} MB`;
    show(`${name}: converted`, converting, size);
    const counted = { ok: 0, notes: 0 };
    const parsing = await phase(async () => {
      for (const [sheet, outline] of outlines.entries()) {
        const sample = { ...outline, rows: outline.preview.filter(({ row }) => row > outline.headerRow + 1) };
        const mapping = proposeSheet(sample, outline.headerRow, proposeEntity(sample));
        const parse = rowParser(mapping, { defaults: DEFAULTS, hiddenRows: false });
        for (let from: number | null = 0; from !== null;) {
          const piece = await reader.rows(target, sheet, from, ROWS_AT_ONCE);
          for (const row of piece.rows) {
            const result = parse(row);
            if (result?.outcome === "ok") counted.ok += 1;
            counted.notes += result?.notes.length ?? 0;
          }
          from = piece.next;
          await yieldToOthers();
        }
      }
    });
    show(`${name}: parsed`, parsing, `, ${counted.ok} visits, ${counted.notes} notes`);
  }
} finally {
  await reader.close();
  program.remove();
  rmSync(folder, { recursive: true, force: true });
}
await benchServer(rows, database);
