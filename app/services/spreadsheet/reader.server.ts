import { ChildLimitError, limitedChild } from "../child/limited-child.server";
import type { ChildLimits } from "../child/limited-child.server";
import type { ReadAnswer, ReadPart, ReadTask, SpreadsheetReader } from "./workbook";

/** 100,000 rows of 15 columns took 520 MB and 20 s on two busy cores. */
const LIMITS: ChildLimits = { memoryMb: 1_000, timeoutMs: 120_000 };

/** One file at a time: a second upload waits its turn instead of taking the processor and memory from everybody. */
export function workbookReader(programFile: string, limits: ChildLimits = LIMITS): SpreadsheetReader {
  const child = limitedChild<ReadTask, ReadPart>(programFile, limits);
  return {
    async read(file, defaults) {
      let answer: ReadAnswer | undefined;
      const take = (part: ReadPart): void => {
        if (part.kind === "answer") answer = part.answer;
        else if (answer?.ok) {
          const sheet = answer.sheets[part.sheet];
          sheet?.visits.push(...part.visits);
          sheet?.vehicles.push(...part.vehicles);
          sheet?.problems.push(...part.problems);
        }
      };
      try {
        await child.run({ path: file, defaults }, take);
      } catch (error) {
        if (error instanceof ChildLimitError)
          return { ok: false, fault: error.limit === "memory" ? "too_much_memory" : "too_long" };
        throw error;
      }
      if (answer === undefined) throw new Error("The program that reads spreadsheets gave no answer.");
      return answer;
    },

    close: async () => child.close(),
  };
}
