import path from "node:path";
import { Piscina } from "piscina";
import type { ReadAnswer, ReadTask, SpreadsheetReader } from "./workbook";
import { MAX_IMPORT_ROWS } from "~/domain/constants";

/** A workbook that takes longer is made to take longer. */
const TIMEOUT_MS = 120_000;

/** One thread: a second upload waits its turn instead of taking the processor from everybody. */
export function workbookReader(workerFile: string): SpreadsheetReader {
  let pool: Piscina | undefined;
  return {
    async read(file, defaults) {
      pool ??= new Piscina({
        filename: path.resolve(workerFile),
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: 30_000,
        resourceLimits: { maxOldGenerationSizeMb: 1024 },
      });
      const task: ReadTask = { path: file, maxRows: MAX_IMPORT_ROWS, defaults };
      try {
        return (await pool.run(task, { signal: AbortSignal.timeout(TIMEOUT_MS) })) as ReadAnswer;
      } catch (error) {
        // The thread ended at its time or memory limit: a file that unpacks to many times its size.
        if (isLimit(error)) return { ok: false, fault: "damaged" };
        throw error;
      }
    },

    async close() {
      await pool?.close({ force: true });
      pool = undefined;
    },
  };
}

const isLimit = (error: unknown): boolean =>
  error instanceof Error && (error.name === "AbortError" || ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"));
