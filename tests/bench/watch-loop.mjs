/**
 * Loaded into a measured process by `node --import`: writes down how long its event loop was held and how much memory
 * it had, one JSON line every 100 ms, into a file of its own in the folder WATCH_DIR. `heldMs` is by the clock,
 * `workMs` is the processor's time of the thread in between: on a busy machine the first counts other programs too.
 */
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

const TICK_MS = 5;
const LINE_MS = 100;

/** Milliseconds of work of this thread, as Linux counts them; elsewhere nothing. */
function worked() {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}

if (isMainThread && process.env.WATCH_DIR) {
  const file = createWriteStream(join(process.env.WATCH_DIR, `${process.ppid}-${process.pid}.jsonl`));
  let last = performance.now();
  let held = 0;
  let lastWork = worked();
  let most = 0;
  let lineAt = last;
  setInterval(() => {
    const now = performance.now();
    held = Math.max(held, now - last - TICK_MS);
    last = now;
    const work = worked();
    most = Math.max(most, work - lastWork);
    lastWork = work;
    if (now - lineAt < LINE_MS) return;
    const rssMb = Math.round(process.memoryUsage.rss() / 2 ** 20);
    const line = { at: Date.now(), heldMs: Math.round(held), workMs: Math.round(most), rssMb };
    file.write(`${JSON.stringify(line)}\n`);
    lineAt = now;
    held = 0;
    most = 0;
  }, TICK_MS).unref();
}
