import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createStorage, DATABASES, startPlatform } from "./e2e-server";
import { publishPlatform } from "./e2e-platform";

/** One server for each database, for the whole run; Playwright calls the returned function at the end. */
export default async function startServers(): Promise<() => Promise<void>> {
  const logs = mkdtempSync(path.join(tmpdir(), "route-platform-logs-"));
  const stops: (() => Promise<void>)[] = [];
  const stopAll = async () => {
    await Promise.all(stops.map((stop) => stop()));
    rmSync(logs, { recursive: true, force: true });
  };
  try {
    for (const kind of DATABASES) {
      const storage = await createStorage(kind);
      stops.push(() => storage.remove());
      const logFile = path.join(logs, `${kind}.log`);
      const server = await startPlatform(storage, { logFile });
      stops[stops.length - 1] = async () => {
        await server.stop();
        await storage.remove();
        if (server.errors()) console.warn(`\nThe server on ${kind} wrote to standard error:\n${server.errors().slice(-8000)}`);
      };
      publishPlatform(kind, { url: server.url, password: server.password, logFile, output: server.output() });
    }
  } catch (error) {
    await stopAll();
    throw error;
  }
  return stopAll;
}
