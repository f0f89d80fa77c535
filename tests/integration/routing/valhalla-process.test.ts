import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ValhallaProcess } from "~/services/routing/valhalla/valhalla-process.server";

/** Says who it is; some questions it never answers. */
const WORKER = `process.on("message", ({ type, id, question }) => {
  if (type === "ask" && !question.includes("never")) process.send({ id, text: JSON.stringify({ pid: process.pid }) });
});
process.on("disconnect", () => process.exit());`;
const TABLE = { algorithm: "timedistancematrix" } as const;
const LONG_MS = 60_000;

describe("the process of the embedded Valhalla", () => {
  let folder = "";
  let valhalla: ValhallaProcess;
  beforeEach(() => {
    // why: the minute after which an idle process ends; messages and exits of processes are real
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    folder = mkdtempSync(path.join(tmpdir(), "route-platform-valhalla-"));
    const workerFile = path.join(folder, "worker.cjs");
    writeFileSync(workerFile, WORKER);
    valhalla = new ValhallaProcess({ workerFile, packageFolder: folder, tileDir: folder, actors: 1 });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await valhalla.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const pid = async () => {
    const answer = await valhalla.ask("locate", {}, TABLE);
    return ("answer" in answer ? (answer.answer as { pid: number }) : { pid: 0 }).pid;
  };

  it("stays for the next question, until a minute has passed without one", async () => {
    const first = await pid();
    vi.advanceTimersByTime(LONG_MS - 1);
    expect(await pid()).toBe(first);
    vi.advanceTimersByTime(LONG_MS);
    // Killed, and its exit isn't known yet.
    const next = await pid();
    expect(next).toBeGreaterThan(0);
    expect(next).not.toBe(first);
    expect(() => process.kill(next, 0)).not.toThrow();
  });

  it("that takes too long is replaced at once, and takes nobody else's question with it", async () => {
    const stuck = valhalla.ask("locate", { never: true }, TABLE);
    const refused = expect(stuck).rejects.toMatchObject({ code: "routing.unreachable" });
    vi.advanceTimersByTime(LONG_MS);
    const other = pid();
    await refused;
    expect(await other).toBeGreaterThan(0);
    expect(await pid()).toBe(await other);
  });
});
