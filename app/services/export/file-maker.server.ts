import path from "node:path";
import { Piscina } from "piscina";
import { MAX_WORKBOOK_CELLS } from "~/domain/constants";
import { formatNumber } from "~/domain/format-number";
import { AppError } from "~/lib/errors";
import { callerGone, requestContext } from "~/lib/request-context.server";
import { withinTime } from "~/lib/within-time.server";
import { askerGone, FairQueue } from "../child/fair-queue";
import type { QueueLimits } from "../child/fair-queue";
import type { FileTask } from "./make-file";

/** Makes workbooks and printed lists. */
export interface FileMaker {
  /**
   * For the request at hand: its company takes turns with others, and nothing is made for a caller who has left.
   * @throws AppError 422 for a workbook of too many cells, 429 when too many of the company wait, 503 when too many of
   * all do, 408 when the caller has left
   */
  make(task: FileTask): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A file that takes longer is made to take longer. */
const TIMEOUT_MS = 60_000;
const HEAP_MB = 512;

/** Each that waits holds its rows. A program may ask for the papers of all vans at once. */
const QUEUE: QueueLimits = { perOwner: 20, all: 200, doing: "made" };

function ownerAtHand(): string {
  const { companyId = null, userId = null } = requestContext()?.sender ?? {};
  return companyId === null ? `user ${userId}` : `company ${companyId}`;
}

function refuseTooLarge(task: FileTask): void {
  if (task.kind !== "workbook") return;
  const cells = task.tables.reduce((sum, { rows, columns }) => sum + rows.length * columns.length, 0);
  if (cells <= MAX_WORKBOOK_CELLS) return;
  const most = formatNumber(MAX_WORKBOOK_CELLS);
  const message = `A workbook holds at most ${most} cells here. Download the list as CSV, or narrow it first.`;
  throw new AppError("export.too_large", message, { status: 422 });
}

/** One thread, away from the web thread: exports wait for each other and don't hold up other requests. */
export function fileMaker(
  workerFile: string,
  { timeoutMs = TIMEOUT_MS, heapMb = HEAP_MB, limits = QUEUE } = {},
): FileMaker {
  const queue = new FairQueue(limits);
  let pool: Piscina | undefined;
  let closed = false;
  const begin = async (task: FileTask, gone: AbortSignal): Promise<Uint8Array> => {
    if (closed) throw new Error("No files are made any more.");
    const threads = (pool ??= new Piscina({
      filename: path.resolve(workerFile),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    }));
    try {
      return await withinTime(timeoutMs, gone, async (signal) => (await threads.run(task, { signal })) as Uint8Array);
    } catch (error) {
      throw gone.aborted ? askerGone() : error;
    }
  };
  return {
    async make(task) {
      refuseTooLarge(task);
      const gone = callerGone();
      // Its time begins when it does: waiting for others is no fault of the file.
      return queue.run(ownerAtHand(), gone, () => begin(task, gone));
    },

    async close() {
      closed = true;
      await pool?.close({ force: true });
      pool = undefined;
    },
  };
}
