import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { AppError } from "~/lib/errors";
import { ChildLimitError, limitedChild } from "~/services/child/limited-child.server";
import { spreadsheetReader } from "~/services/spreadsheet/reader.server";

const folder = mkdtempSync(path.join(tmpdir(), "route-platform-child-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program of a few lines; it gets the task as `task`. */
function program(name: string, lines: string): string {
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `process.once("disconnect", () => process.exit(1));\nprocess.once("message", async (task) => { ${lines} });`,
  );
  return file;
}

/** The time is one that only a child that hangs takes, on a busy machine too. */
const LIMITS = { memoryMb: 150, timeoutMs: 170_000 };
const QUEUE = { perOwner: 2, all: 20 };
const ASKER = { owner: "company 1" };
const run = async (name: string, lines: string, limits = LIMITS, task: unknown = {}): Promise<unknown[]> => {
  const parts: unknown[] = [];
  await limitedChild(program(name, lines), limits, QUEUE).run(task, ASKER, (part) => parts.push(part));
  return parts;
};
const limitOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof ChildLimitError ? error.limit : String(error)),
  );

describe("a child process", () => {
  it("gives its answer in pieces", async () => {
    const parts = await run(
      "answers",
      `process.send({ kind: "part", part: task.a });
      process.send({ kind: "part", part: new Map([[1, 2]]) });
      process.send({ kind: "done" });
      process.disconnect();`,
      LIMITS,
      { a: [1] },
    );
    expect(parts).toEqual([[1], new Map([[1, 2]])]);
  });

  it("ends at its memory limit: what it holds beside the heap counts", async () => {
    expect(
      await limitOf(
        run(
          "buffers",
          `globalThis.kept = [];
          for (;;) {
            kept.push(Buffer.alloc(5e6, 1));
            await new Promise((next) => setTimeout(next, 2));
          }`,
        ),
      ),
    ).toBe("memory");
  });

  it("is refused memory that it takes faster than anybody looks", async () => {
    expect(
      await limitOf(
        run(
          "at-once",
          `globalThis.kept = [];
          for (let i = 0; i < 40; i++) kept.push(Buffer.alloc(50e6, 1));
          process.send({ kind: "done" });
          process.disconnect();`,
        ),
      ),
    ).toBe("memory");
  });

  it("ends at its memory limit: the heap", async () => {
    expect(await limitOf(run("heap", "globalThis.kept = []; for (;;) kept.push({ at: kept.length });"))).toBe("memory");
  });

  it("ends at its time limit, even in a loop that never returns", async () => {
    expect(await limitOf(run("loops", "for (;;);", { ...LIMITS, timeoutMs: 500 }))).toBe("time");
  });

  it("that ends without an answer is a fault of the program, in its own words", async () => {
    await expect(run("crashes", 'console.error("no such thing"); process.exit(3);')).rejects.toThrow(
      /code 3.*no such thing/,
    );
  });

  it("sees nothing of the server's environment", async () => {
    process.env.SESSION_SECRET_OF_TEST = "secret";
    expect(
      await run(
        "environment",
        `const isOwn = (name) => !/^(NODE_|PWD$|OLDPWD$|SHLVL$|_$)/.test(name);
        process.send({ kind: "part", part: Object.keys(process.env).filter(isOwn) });
        process.send({ kind: "done" });
        process.disconnect();`,
      ),
    ).toEqual([[]]);
    delete process.env.SESSION_SECRET_OF_TEST;
  });

  const said = (work: Promise<unknown>) =>
    work.then(
      () => "ran",
      (error: unknown) => (error instanceof AppError ? `${error.status} ${error.code}` : String(error)),
    );
  /** Says who it is, and ends when its file is there. */
  const WAITS = `const { existsSync } = await import("node:fs");
    process.send({ kind: "part", part: task.name });
    const look = setInterval(() => {
      if (!existsSync(task.until)) return;
      clearInterval(look);
      process.send({ kind: "done" });
      process.disconnect();
    }, 5);`;
  const go = path.join(folder, "go");

  it("does one task at a time, in a process each, and the owners take turns", async () => {
    rmSync(go, { force: true });
    const child = limitedChild<object, string>(program("turns", WAITS), LIMITS, { perOwner: 4, all: 20 });
    const order: string[] = [];
    const ask = (owner: string, nth: number) =>
      said(child.run({ name: `${owner}${nth}`, until: go }, { owner }, (part) => order.push(part)));
    const all = [ask("a", 1), ask("a", 2), ask("a", 3), ask("a", 4), ask("b", 1), ask("c", 1), ask("b", 2)];
    await vi.waitFor(() => expect(order).toEqual(["a1"]), { timeout: 60_000 });
    writeFileSync(go, "");
    expect(new Set(await Promise.all(all))).toEqual(new Set(["ran"]));
    expect(order).toEqual(["a1", "b1", "a2", "c1", "b2", "a3", "a4"]);
  });

  it("refuses an owner's third task while two wait or run, and nobody else's", async () => {
    rmSync(go, { force: true });
    const child = limitedChild<object, string>(program("share", WAITS), LIMITS, { perOwner: 2, all: 3 });
    const ask = (owner: string) => said(child.run({ until: go }, { owner }, () => undefined));
    const greedy = Array.from({ length: 21 }, () => ask("a"));
    const modest = ask("b");
    expect(await ask("c")).toBe("503 file.busy");
    expect(await Promise.all(greedy.slice(2))).toEqual(Array(19).fill("429 file.share"));
    writeFileSync(go, "");
    expect(await Promise.all([...greedy.slice(0, 2), modest])).toEqual(["ran", "ran", "ran"]);
    expect(await ask("a")).toBe("ran");
  });

  it("is ended when its asker goes, and what they have waiting is dropped", async () => {
    rmSync(go, { force: true });
    const child = limitedChild<object, string>(program("gone", WAITS), LIMITS, QUEUE);
    const order: string[] = [];
    const asker = new AbortController();
    const ask = (name: string, signal?: AbortSignal) =>
      said(child.run({ name, until: go }, { owner: name.slice(0, 1), signal }, (part) => order.push(part)));
    const left = [ask("a1", asker.signal), ask("a2", asker.signal)];
    const stays = ask("b1");
    await vi.waitFor(() => expect(order).toEqual(["a1"]), { timeout: 60_000 });
    asker.abort();
    expect(await Promise.all(left)).toEqual(["408 file.gone", "408 file.gone"]);
    await vi.waitFor(() => expect(order).toEqual(["a1", "b1"]), { timeout: 60_000 });
    expect(await ask("a3", asker.signal)).toBe("408 file.gone");
    writeFileSync(go, "");
    expect(await stays).toBe("ran");
  });

  it("that is closed refuses what waits", async () => {
    rmSync(go, { force: true });
    const child = limitedChild<object, string>(program("closed", WAITS), LIMITS, QUEUE);
    const all = [1, 2].map(() => said(child.run({ until: go }, ASKER, () => undefined)));
    await Promise.resolve();
    child.close();
    expect((await Promise.all(all))[1]).toContain("The server is stopping.");
  });
});

describe("a workbook's reader", () => {
  it("says which limit ended it", async () => {
    const read = (name: string, lines: string, timeoutMs: number) =>
      spreadsheetReader(program(name, lines), { memoryMb: 150, timeoutMs }).convert(
        "any",
        "any.xlsx",
        path.join(folder, "rows"),
        ASKER,
      );
    expect(
      await read("reader-memory", "globalThis.kept = []; for (;;) kept.push(Buffer.alloc(50e6, 1));", 170_000),
    ).toEqual({ ok: false, fault: "too_much_memory" });
    expect(await read("reader-time", "for (;;);", 500)).toEqual({ ok: false, fault: "too_long" });
  });
});
