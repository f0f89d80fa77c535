// Reads "+ PID", "- PID" and "folder PATH" lines; at the end of input ends every group still listed and removes the folders.
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";

const groups = new Set();
const folders = new Set();

/** @param {NodeJS.Signals} signal */
function signal(signal) {
  for (const pid of groups) {
    try {
      process.kill(-pid, signal);
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
lines.on("close", () => {
  const hadWork = groups.size > 0;
  signal("SIGTERM");
  setTimeout(
    () => {
      signal("SIGKILL");
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
    hadWork ? 3000 : 0,
  );
});
