import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashFiles, isFresh, listFiles, removeStamp, writeStamp } from "../../../scripts/lib/stamp.mjs";

let root = "";
const put = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const hash = () => hashFiles(root, listFiles(root, ["app", "server.ts", "public"], ["public/build"]));

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "stamp-"));
  put("app/a.ts", "one");
  put("app/deep/b.ts", "two");
  put("server.ts", "three");
  put("public/icon.svg", "<svg/>");
  put("public/build/generated.js", "x");
});
afterEach(() => rmSync(root, { recursive: true }));

describe("listFiles", () => {
  it("goes into folders, leaves out what it is told to and what isn't there", () => {
    expect(listFiles(root, ["public", "app", "nothing"], ["public/build"])).toEqual([
      "app/a.ts",
      "app/deep/b.ts",
      "public/icon.svg",
    ]);
  });
});

describe("hashFiles", () => {
  it("stays the same for a touched file and for generated ones", () => {
    const before = hash();
    utimesSync(path.join(root, "app/a.ts"), 1, 1);
    put("public/build/generated.js", "y");
    expect(hash()).toBe(before);
  });

  it.each([
    ["changed", () => put("app/a.ts", "onE")],
    ["added", () => put("app/c.ts", "")],
    ["removed", () => rmSync(path.join(root, "app/a.ts"))],
    ["renamed", () => renameSync(path.join(root, "app/a.ts"), path.join(root, "app/z.ts"))],
    [
      "cut differently",
      () => {
        put("app/a.ts", "onetwo");
        put("app/deep/b.ts", "");
      },
    ],
  ])("notices a file that was %s", (_name, change) => {
    const before = hash();
    change();
    expect(hash()).not.toBe(before);
  });
});

describe("stamp", () => {
  const stamp = () => path.join(root, "build/.stamp.json");

  it("is fresh for its hash alone, and only while the outputs exist", () => {
    put("build/index.js", "");
    expect(isFresh(stamp(), "h")).toBe(false);
    writeStamp(stamp(), "h", ["index.js", "../public/build"]);
    expect(isFresh(stamp(), "h")).toBe(true);
    expect(isFresh(stamp(), "other")).toBe(false);
    rmSync(path.join(root, "public/build"), { recursive: true });
    expect(isFresh(stamp(), "h")).toBe(false);
  });

  it("is not fresh when removed or broken", () => {
    put("build/.stamp.json", "{");
    expect(isFresh(stamp(), "h")).toBe(false);
    removeStamp(stamp());
    removeStamp(stamp());
    expect(isFresh(stamp(), "h")).toBe(false);
  });
});
