import { rm } from "node:fs/promises";
import { ChildLimitError, limitedChild } from "../child/limited-child.server";
import type { ChildLimits } from "../child/limited-child.server";
import { readRows } from "./rows-file";
import type {
  ConvertAnswer,
  ReadAnswer,
  ReadPart,
  SpreadsheetReader,
  SpreadsheetTask,
  WorkbookFault,
} from "./workbook";

/** 100,000 rows of 15 columns took 510 MB and 6 s on two busy cores. */
const LIMITS: ChildLimits = { memoryMb: 1_000, timeoutMs: 120_000 };

/** One file at a time: a second upload waits its turn instead of taking the processor and memory from everybody. */
export function spreadsheetReader(programFile: string, limits: ChildLimits = LIMITS): SpreadsheetReader {
  const child = limitedChild<SpreadsheetTask, ReadPart>(programFile, limits);

  /** @returns the limit that was reached, null when the program did its work */
  async function run(task: SpreadsheetTask, take: (part: ReadPart) => void): Promise<WorkbookFault | null> {
    try {
      await child.run(task, take);
      return null;
    } catch (error) {
      if (error instanceof ChildLimitError) return error.limit === "memory" ? "too_much_memory" : "too_long";
      throw error;
    }
  }

  return {
    async read(path, fileName, defaults) {
      let answer: ReadAnswer | undefined;
      const fault = await run({ kind: "read", path, fileName, defaults }, (part) => {
        if (part.kind === "answer") answer = part.answer;
        else if (part.kind === "rows" && answer?.ok) {
          const sheet = answer.sheets[part.sheet];
          sheet?.visits.push(...part.visits);
          sheet?.vehicles.push(...part.vehicles);
          sheet?.problems.push(...part.problems);
        }
      });
      return fault === null ? given(answer) : { ok: false, fault };
    },

    async convert(path, fileName, target) {
      let answer: ConvertAnswer | undefined;
      try {
        const fault = await run({ kind: "convert", path, fileName, target }, (part) => {
          if (part.kind === "converted") answer = part.answer;
        });
        return fault === null ? given(answer) : { ok: false, fault };
      } finally {
        // What a program left that was ended in the middle.
        if (answer?.ok !== true) await rm(target, { force: true });
      }
    },

    rows: readRows,
    close: async () => child.close(),
  };
}

function given<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Error("The program that reads spreadsheets gave no answer.");
  return answer;
}
