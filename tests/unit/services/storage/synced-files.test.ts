import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { localDiskStorage } from "~/services/storage/local-disk.server";

let root = "";
beforeEach(() => void (root = mkdtempSync(path.join(tmpdir(), "route-platform-synced-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function* content() {
  yield Buffer.from("photo");
}

it("a stored file is on the disk before it gets its name, and its folders after it", async () => {
  const folder = path.join(root, "company");
  const handle = await open(root, "r");
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const seen: string[] = [];
  const sync = prototype.sync;
  vi.spyOn(prototype, "sync").mockImplementation(async function (this: FileHandle) {
    const what = (await this.stat()).isDirectory() ? "folder" : "file";
    const names = existsSync(folder) ? readdirSync(folder).map((name) => path.extname(name)) : [];
    seen.push(`${what}: ${names.join()}`);
    await sync.call(this);
  });
  const storage = localDiskStorage(root);
  await storage.write("company/a.png", content());
  expect(seen).toEqual(["file: .part", "folder: .png", "folder: .png"]);
  seen.length = 0;
  await storage.write("company/b.png", content());
  expect(seen).toEqual([expect.stringMatching(/^file: .*\.part/), "folder: .png,.png"]);
});
