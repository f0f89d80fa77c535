import type { ChildProcess } from "node:child_process";
import { setPriority } from "node:os";

/** Behind the pages, but not for long: with 10, a file of 7 s took 100 s while both processors had other work. */
const NICENESS = 5;

/**
 * Pages go before what a new process does. From outside and at once, so that no thread of it is older: on Linux each
 * has a priority of its own, which it takes over from the one that starts it.
 */
export function lowerPriority(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {
    // It has ended already, the server's own priority is lower still, or the system doesn't allow it: all goes on.
  }
}
