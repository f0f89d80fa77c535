import path from "node:path";
import { Piscina } from "piscina";
import type { FileTask } from "./make-file";

/** Makes workbooks and printed lists. */
export interface FileMaker {
  make(task: FileTask): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A file that takes longer is made to take longer. */
const TIMEOUT_MS = 60_000;

/** One thread, away from the web thread: exports wait for each other and don't hold up other requests. */
export function fileMaker(workerFile: string): FileMaker {
  let pool: Piscina | undefined;
  return {
    async make(task) {
      pool ??= new Piscina({
        filename: path.resolve(workerFile),
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: 30_000,
        resourceLimits: { maxOldGenerationSizeMb: 512 },
      });
      return (await pool.run(task, { signal: AbortSignal.timeout(TIMEOUT_MS) })) as Uint8Array;
    },

    async close() {
      await pool?.close({ force: true });
      pool = undefined;
    },
  };
}
