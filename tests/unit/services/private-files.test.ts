import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { makePrivate } from "~/services/storage/private-files.server";

const root = mkdtempSync(path.join(tmpdir(), "route-platform-private-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const modeOf = (...names: string[]): string => (statSync(path.join(root, ...names)).mode & 0o7777).toString(8);

describe("the data folder", () => {
  it("of an installation that was made before is closed to other users", async () => {
    mkdirSync(path.join(root, "old/files/companies/1"), { recursive: true });
    for (const name of ["platform.sqlite", "platform.sqlite-wal", "files/companies/1/photo.jpg", "files/loose.xlsx"]) {
      writeFileSync(path.join(root, "old", name), "x");
      chmodSync(path.join(root, "old", name), 0o644);
    }
    for (const name of ["old", "old/files", "old/files/companies", "old/files/companies/1"])
      chmodSync(path.join(root, name), 0o755);
    await makePrivate(path.join(root, "old"));
    expect([modeOf("old"), modeOf("old/files"), modeOf("old/files/companies/1")]).toEqual(["700", "700", "700"]);
    expect(
      ["platform.sqlite", "platform.sqlite-wal", "files/companies/1/photo.jpg", "files/loose.xlsx"].map((name) =>
        modeOf("old", name),
      ),
    ).toEqual(["600", "600", "600", "600"]);
    await makePrivate(path.join(root, "not-there"));
  });

  it("that everybody uses is left as it is; what is ours in it is closed", async () => {
    mkdirSync(path.join(root, "shared/files"), { recursive: true });
    writeFileSync(path.join(root, "shared/platform.sqlite"), "x");
    chmodSync(path.join(root, "shared"), 0o1777);
    await makePrivate(path.join(root, "shared"));
    expect([modeOf("shared"), modeOf("shared/files"), modeOf("shared/platform.sqlite")]).toEqual([
      "1777",
      "700",
      "600",
    ]);
  });

  it("gets new uploads closed from the start", async () => {
    await localDiskStorage(path.join(root, "new")).write(
      "a/b/c.jpg",
      (async function* () {
        yield Buffer.from("x");
      })(),
    );
    expect([modeOf("new"), modeOf("new/a/b"), modeOf("new/a/b/c.jpg")]).toEqual(["700", "700", "600"]);
  });
});
