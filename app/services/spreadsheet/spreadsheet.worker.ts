import { readFile } from "node:fs/promises";
import { childTask } from "../child/child-task";
import type { SendPart } from "../child/child-task";
import { convertFile } from "./convert";
import { readSheets } from "./read-sheets";
import type { ReadPart, SpreadsheetTask } from "./workbook";

/** Rows that are handed over at once: the server takes in each piece within a few milliseconds. */
const ROWS_A_PART = 1_000;

async function work(task: SpreadsheetTask, send: SendPart<ReadPart>): Promise<void> {
  const content = await readFile(task.path);
  if (task.kind === "convert")
    return send({ kind: "converted", answer: convertFile(content, task.fileName, task.target) });
  const answer = readSheets(content, task.fileName, task.defaults);
  if (!answer.ok) return send({ kind: "answer", answer });
  await send({
    kind: "answer",
    answer: { ...answer, sheets: answer.sheets.map((sheet) => ({ ...sheet, visits: [], vehicles: [], problems: [] })) },
  });
  for (const [sheet, { visits, vehicles, problems }] of answer.sheets.entries()) {
    for (let from = 0; from < Math.max(visits.length, vehicles.length, problems.length); from += ROWS_A_PART) {
      const piece = <Row>(rows: readonly Row[]): Row[] => rows.slice(from, from + ROWS_A_PART);
      await send({ kind: "rows", sheet, visits: piece(visits), vehicles: piece(vehicles), problems: piece(problems) });
    }
  }
}

childTask(work);
