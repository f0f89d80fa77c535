// Reads "+ PID", "- PID" and "folder PATH" lines; at the end of input ends every group still listed and removes the
// folders.
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const groups = new Set();
const folders = new Set();

let asked = false;

/** Forgets the groups that are gone. @param {NodeJS.Signals | 0} name 0 only looks */
function signal(name) {
  asked = true;
  for (const pid of groups) {
    try {
      process.kill(-pid, name);
    } catch {
      groups.delete(pid);
    }
  }
}

// Ctrl-C is the parent's business; it tells us by closing the pipe.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const [sign, ...rest] = line.split(" ");
  const value = rest.join(" ");
  if (sign === "+") groups.add(Number(value));
  else if (sign === "-") groups.delete(Number(value));
  else if (sign === "folder") folders.add(value);
});
lines.on("close", async () => {
  // The server may take ten seconds to end in order.
  for (const deadline = Date.now() + 12_000; groups.size > 0 && Date.now() < deadline; await sleep(100))
    signal(asked ? 0 : "SIGTERM");
  signal("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
