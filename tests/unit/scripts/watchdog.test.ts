import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

/** A process of its own that is watched and then does `work`. */
const run = (work: string) =>
  spawnSync(
    process.execPath,
    [
      "--import",
      "tsx",
      "--input-type=module",
      "-e",
      `import { startWatchdog } from "./tests/setup/watchdog.ts";
      const dog = startWatchdog(1500);
      dog.watch("a search");
      ${work}`,
    ],
    { encoding: "utf8", timeout: 120_000, env: { NODE_ENV: "test", PATH: process.env.PATH } },
  );

describe("the watchdog of the tests", () => {
  it("ends a loop that has no end, by its name", () => {
    const { signal, stderr } = run("for (;;);");
    expect(signal).toBe("SIGKILL");
    expect(stderr).toContain("Still busy after 1.5 s, ended: a search");
  });
  it("leaves alone what has come to its end", () => {
    expect(run("dog.rest(); await new Promise((done) => setTimeout(done, 2500)); process.exit(0);")).toMatchObject({
      signal: null,
      status: 0,
      stderr: "",
    });
  });
});
