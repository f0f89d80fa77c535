/**
 * The process in which the embedded Valhalla runs: a fault of its native code ends this process alone. Questions run
 * in threads of libuv, one for each actor; every actor keeps its own tiles in memory.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { valhallaConfig } from "./valhalla-config";
import type { TableAlgorithm } from "./valhalla-config";
import type { FromValhalla, ToValhalla, ValhallaQuestion, ValhallaService, ValhallaSetup } from "./valhalla-messages";

type Actor = Record<ValhallaService, (question: string) => Promise<string>>;
interface ValhallaPackage {
  Actor: new (config: string) => Actor;
}

let setup: ValhallaSetup | null = null;
let valhalla: ValhallaPackage | null = null;
const idle: Record<TableAlgorithm, Actor[]> = { timedistancematrix: [], costmatrix: [] };
const waiting: ValhallaQuestion[] = [];
let running = 0;

function actorFor(algorithm: TableAlgorithm): Actor {
  const free = idle[algorithm].pop();
  if (free !== undefined) return free;
  if (setup === null) throw new Error("The process was not set up.");
  valhalla ??= createRequire(path.join(setup.packageFolder, "package.json"))(setup.packageFolder) as ValhallaPackage;
  return new valhalla.Actor(JSON.stringify(valhallaConfig(setup.tileDir, algorithm)));
}

const send = (message: FromValhalla): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, () => resolve());
  });

async function answer({ id, service, algorithm, question }: ValhallaQuestion): Promise<void> {
  let actor: Actor;
  try {
    actor = actorFor(algorithm);
  } catch (error) {
    return send({ id, failed: error instanceof Error ? error.message : String(error) });
  }
  try {
    await send({ id, text: await actor[service](question) });
  } catch (error) {
    await send({ id, refused: error instanceof Error ? error.message : String(error) });
  } finally {
    idle[algorithm].push(actor);
  }
}

function work(): void {
  while (running < (setup?.actors ?? 0)) {
    const next = waiting.shift();
    if (next === undefined) return;
    running += 1;
    void answer(next).finally(() => {
      running -= 1;
      work();
    });
  }
}

process.on("message", (message: ToValhalla) => {
  if (message.type === "setup") setup = message;
  else waiting.push(message);
  work();
});
process.on("disconnect", () => process.exit(0));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
