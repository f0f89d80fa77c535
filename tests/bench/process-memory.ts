/** The resident memory of a process and of all that it has started, on Linux. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const PAGE_BYTES = 4096;
const EVERY_MS = 200;

interface Running {
  parent: number;
  /** the script that it runs */
  name: string;
  megabytes: number;
}

function running(pid: string): Running | null {
  try {
    // The name of the program, in brackets, may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const script = words.find((word) => /\.m?js$/.test(word)) ?? words[0] ?? "";
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return { parent, name: path.basename(script), megabytes: (pages * PAGE_BYTES) / 2 ** 20 };
  } catch {
    // It has ended in between.
    return null;
  }
}

export interface MemoryWatch {
  /** MB at most since the last call, by script, and of all together */
  peaks(): { each: Map<string, number>; all: number };
  stop(): void;
}

export function watchProcesses(root: number): MemoryWatch {
  let each = new Map<string, number>();
  let all = 0;
  const look = () => {
    const found = new Map<number, Running>();
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      const one = running(pid);
      if (one !== null) found.set(Number(pid), one);
    }
    const isOurs = (pid: number): boolean => pid === root || (found.has(pid) && isOurs(found.get(pid)!.parent));
    let sum = 0;
    for (const [pid, { name, megabytes }] of found) {
      if (!isOurs(pid)) continue;
      sum += megabytes;
      each.set(name, Math.max(each.get(name) ?? 0, megabytes));
    }
    all = Math.max(all, sum);
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    peaks() {
      look();
      const seen = { each, all };
      each = new Map();
      all = 0;
      return seen;
    },
    stop: () => clearInterval(timer),
  };
}
