import { execFile } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";

/** What a process holds in memory, in MB; 0 when it has ended. */
async function residentMb(pid: number): Promise<number> {
  const kb = process.platform === "linux" ? await ofProc(pid) : await ofPs(pid);
  return kb / 1024;
}

async function ofProc(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
}

const ofPs = (pid: number): Promise<number> =>
  new Promise((resolve) =>
    execFile("ps", ["-o", "rss=", "-p", String(pid)], (_error, stdout) => resolve(Number(stdout.trim()) || 0)),
  );

/** Looks every so often at what a process holds. @returns what ends it */
export function watchMemory(
  { pid }: Pick<ChildProcess, "pid">,
  limit: { mb: number; everyMs: number },
  onOver: () => void,
): () => void {
  if (pid === undefined) return () => undefined;
  const timer = setInterval(() => {
    void residentMb(pid).then((mb) => (mb > limit.mb ? onOver() : undefined));
  }, limit.everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
