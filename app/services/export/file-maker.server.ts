import path from "node:path";
import { Piscina } from "piscina";
import { MAX_WORKBOOK_CELLS } from "~/domain/constants";
import { AppError } from "~/lib/errors";
import type { FileTask } from "./make-file";

/** Makes workbooks and printed lists. */
export interface FileMaker {
  /** @throws AppError 422 for a workbook of too many cells */
  make(task: FileTask): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A file that takes longer is made to take longer. */
const TIMEOUT_MS = 60_000;
const HEAP_MB = 512;

function refuseTooLarge(task: FileTask): void {
  if (task.kind !== "workbook") return;
  const cells = task.tables.reduce((sum, { rows, columns }) => sum + rows.length * columns.length, 0);
  if (cells <= MAX_WORKBOOK_CELLS) return;
  const most = MAX_WORKBOOK_CELLS.toLocaleString("en-GB");
  const message = `A workbook holds at most ${most} cells here. Download the list as CSV, or narrow it first.`;
  throw new AppError("export.too_large", message, { status: 422 });
}

/** One thread, away from the web thread: exports wait for each other and don't hold up other requests. */
export function fileMaker(workerFile: string, { timeoutMs = TIMEOUT_MS, heapMb = HEAP_MB } = {}): FileMaker {
  let pool: Piscina | undefined;
  let before: Promise<unknown> = Promise.resolve();
  let closed = false;
  const begin = async (task: FileTask): Promise<Uint8Array> => {
    if (closed) throw new Error("No files are made any more.");
    pool ??= new Piscina({
      filename: path.resolve(workerFile),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    return (await pool.run(task, { signal: AbortSignal.timeout(timeoutMs) })) as Uint8Array;
  };
  return {
    async make(task) {
      refuseTooLarge(task);
      // Its time begins when it does: waiting for others is no fault of the file.
      const made = before.then(() => begin(task));
      before = made.catch(() => undefined);
      return made;
    },

    async close() {
      closed = true;
      await pool?.close({ force: true });
      pool = undefined;
    },
  };
}
