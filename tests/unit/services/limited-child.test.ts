import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
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

const LIMITS = { memoryMb: 150, timeoutMs: 30_000 };
const run = async (name: string, lines: string, limits = LIMITS, task: unknown = {}): Promise<unknown[]> => {
  const parts: unknown[] = [];
  await limitedChild(program(name, lines), limits).run(task, (part) => parts.push(part));
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

  it("does one task at a time, and refuses more than 20 that wait", async () => {
    const child = limitedChild<object, number>(
      program(
        "turns",
        'process.send({ kind: "part", part: process.pid }); process.send({ kind: "done" }); process.disconnect();',
      ),
      LIMITS,
    );
    const pids: number[] = [];
    const all = Array.from({ length: 3 }, () => child.run({}, (pid) => pids.push(pid)));
    await Promise.all(all);
    expect(new Set(pids).size).toBe(3);
    const many = Array.from({ length: 21 }, () =>
      Promise.resolve()
        .then(() => child.run({}, () => undefined))
        .then(
          () => "ran",
          (error: Error) => error.message,
        ),
    );
    await Promise.resolve();
    child.close();
    expect(new Set(await Promise.all(many))).toContain("Too many files are being read. Try again in a minute.");
  });
});

describe("a workbook's reader", () => {
  it("says which limit ended it", async () => {
    const read = (name: string, lines: string, timeoutMs: number) =>
      spreadsheetReader(program(name, lines), { memoryMb: 150, timeoutMs }).convert(
        "any",
        "any.xlsx",
        path.join(folder, "rows"),
      );
    expect(
      await read("reader-memory", "globalThis.kept = []; for (;;) kept.push(Buffer.alloc(50e6, 1));", 30_000),
    ).toEqual({ ok: false, fault: "too_much_memory" });
    expect(await read("reader-time", "for (;;);", 500)).toEqual({ ok: false, fault: "too_long" });
  });
});
