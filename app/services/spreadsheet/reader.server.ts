import { rm } from "node:fs/promises";
import { ChildLimitError, limitedChild } from "../child/limited-child.server";
import type { ChildLimits } from "../child/limited-child.server";
import type { QueueLimits } from "../child/fair-queue";
import { readRows } from "./rows-file";
import type { ConvertAnswer, ConvertTask, SpreadsheetReader } from "./workbook";

/** 100,000 rows of 15 columns took 510 MB and 6 s on two busy cores. */
const LIMITS: ChildLimits = { memoryMb: 1_000, timeoutMs: 120_000 };

/** Colleagues may upload at the same time; who sends more is asked to wait for their own. */
const QUEUE: QueueLimits = { perOwner: 4, all: 200 };

/** One file at a time: a second upload waits its turn instead of taking the processor and memory from everybody. */
export function spreadsheetReader(programFile: string, limits: ChildLimits = LIMITS): SpreadsheetReader {
  const child = limitedChild<ConvertTask, ConvertAnswer>(programFile, limits, QUEUE);
  return {
    async convert(path, fileName, target, asker) {
      let answer: ConvertAnswer | undefined;
      try {
        await child.run({ path, fileName, target }, asker, (part) => (answer = part));
        if (answer === undefined) throw new Error("The program that reads spreadsheets gave no answer.");
        return answer;
      } catch (error) {
        answer = undefined;
        if (error instanceof ChildLimitError)
          return { ok: false, fault: error.limit === "memory" ? "too_much_memory" : "too_long" };
        throw error;
      } finally {
        // What a program left that was ended in the middle.
        if (answer?.ok !== true) await rm(target, { force: true });
      }
    },

    rows: readRows,
    close: async () => child.close(),
  };
}
