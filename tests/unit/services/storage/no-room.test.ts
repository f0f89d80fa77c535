import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import type * as files from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { localDiskStorage } from "~/services/storage/local-disk.server";

// why: no test can fill the disk.
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof files>();
  return { ...real, mkdir: vi.fn(real.mkdir), open: vi.fn(real.open) };
});
const { mkdir, open } = await import("node:fs/promises");

async function* content() {
  yield Buffer.from("photo");
}

it.each([
  ["its folder", () => mkdir],
  ["the file itself", () => open],
])("a file is refused as one without room where %s can't be made", async (_what, making) => {
  const root = mkdtempSync(path.join(tmpdir(), "route-platform-no-room-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  vi.mocked(making()).mockRejectedValueOnce(full);
  const storage = localDiskStorage(root, () => Promise.resolve(null));
  await expect(storage.write("company/a.png", content())).rejects.toMatchObject({ status: 507, cause: full });
  expect(readdirSync(root, { recursive: true }).filter((name) => String(name).endsWith(".part"))).toEqual([]);
  expect(await storage.write("company/a.png", content())).toBe(5);
});
