import { writeFileSync } from "node:fs";
import { BAD_FILES } from "./bad-files";
import { runNode } from "./run-one";
import type { Workshop } from "./run-one";
import type { BadInputRow, Circumstances } from "./raw";

/** Every wrong input through the command line. */
export async function badInputs(workshop: Workshop, cli: string): Promise<Omit<BadInputRow, keyof Circumstances>[]> {
  const rows: Omit<BadInputRow, keyof Circumstances>[] = [];
  const file = workshop.newFile(".json");
  for (const { name, text } of BAD_FILES) {
    const input = text();
    writeFileSync(file, input);
    const run = await runNode([cli, file]);
    const answer = JSON.parse(run.stdout) as { error?: string; number?: number };
    const error = `${answer.number ?? ""} ${answer.error ?? ""}`.trim().replaceAll(file, "problem.json");
    rows.push({
      kind: "bad-input",
      name,
      megabytes: input.length / 1e6,
      exitCode: run.exitCode ?? -1,
      error: error.length > 160 ? `${error.slice(0, 157)}…` : error,
      wallSec: run.wallSec,
    });
    console.error(`bad input, ${name}: exit ${run.exitCode} in ${run.wallSec.toFixed(2)} s, ${error.slice(0, 100)}`);
  }
  return rows;
}
