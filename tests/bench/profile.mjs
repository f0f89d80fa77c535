/**
 * Loaded into a measured process by `node --import`: SIGUSR2 begins a profile of the main thread's processor time, and
 * the next one ends it and writes it into the folder PROFILE_DIR.
 */
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.env.PROFILE_DIR) {
  const session = new Session();
  session.connect();
  let isRunning = false;
  process.on("SIGUSR2", () => {
    if (!isRunning) {
      session.post("Profiler.enable");
      session.post("Profiler.start");
    } else
      session.post("Profiler.stop", (_error, { profile }) =>
        writeFileSync(join(process.env.PROFILE_DIR, `${process.pid}.cpuprofile`), JSON.stringify(profile)),
      );
    isRunning = !isRunning;
  });
}
