import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { miniatureBox, miniatureKeys, originalKey } from "~/services/images/miniature";
import { miniatureMaker } from "~/services/images/miniatures.server";
import type { Miniatures } from "~/services/images/miniatures.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { bundledProgram } from "../../helpers/programs";

const root = mkdtempSync(path.join(tmpdir(), "route-platform-miniatures-"));
const storage = localDiskStorage(root);
const put = (key: string, content: Uint8Array) =>
  storage.write(
    key,
    (async function* () {
      yield content;
    })(),
  );
const looks = async (key: string) => {
  const { width, height, format } = await sharp(await buffer((await storage.open(key)).stream())).metadata();
  return { width, height, format };
};

let program: Awaited<ReturnType<typeof bundledProgram>>;
let miniatures: Miniatures;
beforeAll(async () => {
  program = await bundledProgram("app/services/images/make-miniature.worker.ts");
  miniatures = miniatureMaker(program.file, storage);
});
afterAll(async () => {
  await miniatures.close();
  program.remove();
  rmSync(root, { recursive: true, force: true });
});

describe("miniatures", () => {
  it("have one of four sizes, and lie beside their picture", () => {
    expect(
      [
        [1, 1],
        [100, 100],
        [101, 20],
        [20, 201],
        [700, 800],
        [4000, 10],
      ].map(([w, h]) => miniatureBox(w!, h!)),
    ).toEqual([100, 100, 200, 400, 800, 800]);
    expect(miniatureKeys("a/b.jpg")).toEqual([
      "a/b.jpg.100.webp",
      "a/b.jpg.200.webp",
      "a/b.jpg.400.webp",
      "a/b.jpg.800.webp",
    ]);
    expect(["a/b.jpg.200.webp", "a/b.jpg", "a/b.300.webp"].map(originalKey)).toEqual([
      "a/b.jpg",
      "a/b.jpg",
      "a/b.300.webp",
    ]);
  });

  it("are made once, turned as the camera was held, never larger than the picture", async () => {
    const turned = await sharp({ create: { width: 1200, height: 600, channels: 3, background: "#ffffff" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await put("a/turned.jpg", turned);
    expect(await Promise.all([miniatures.of("a/turned.jpg", 200), miniatures.of("a/turned.jpg", 200)])).toEqual([
      "a/turned.jpg.200.webp",
      "a/turned.jpg.200.webp",
    ]);
    expect(await looks("a/turned.jpg.200.webp")).toEqual({ width: 100, height: 200, format: "webp" });
    const made = (await storage.open("a/turned.jpg.200.webp")).modifiedMs;
    await miniatures.of("a/turned.jpg", 200);
    expect((await storage.open("a/turned.jpg.200.webp")).modifiedMs).toBe(made);
    await put("a/door.jpg", readFileSync("tests/fixtures/pictures/door.jpg"));
    expect(await miniatures.of("a/door.jpg", 800)).toBe("a/door.jpg.800.webp");
    expect(await looks("a/door.jpg.800.webp")).toEqual({ width: 480, height: 360, format: "webp" });
  });

  it("are none of what can't be read, and nothing is tried without a file", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await put("a/broken.jpg", Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3]));
    expect(await miniatures.of("a/broken.jpg", 100)).toBeNull();
    expect(warned).toHaveBeenCalledWith(expect.stringContaining("No miniature of a/broken.jpg"));
    warned.mockRestore();
    await expect(miniatures.of("a/missing.jpg", 100)).rejects.toMatchObject({ status: 404 });
    await expect(storage.open("a/broken.jpg.100.webp")).rejects.toMatchObject({ status: 404 });
  });

  it("are none of a picture that reaches a limit of its process, until they are tried again", async () => {
    await put("a/slow.jpg", readFileSync("tests/fixtures/pictures/door.jpg"));
    let nowMs = 0;
    const limits = { memoryMb: 700, timeoutMs: 1 };
    const maker = miniatureMaker(program.file, storage, { limits, nowMs: () => nowMs });
    expect([await maker.of("a/slow.jpg", 100), maker.hasNone("a/slow.jpg")]).toEqual([null, true]);
    limits.timeoutMs = 170_000;
    expect(await maker.of("a/slow.jpg", 100)).toBeNull();
    nowMs += 10 * 60_000;
    expect(maker.hasNone("a/slow.jpg")).toBe(false);
    expect(await maker.of("a/slow.jpg", 100)).toBe("a/slow.jpg.100.webp");
  });

  it("are none while the disk is full: the picture itself is shown", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await put("a/full.jpg", readFileSync("tests/fixtures/pictures/door.jpg"));
    let [nowMs, freeBytes] = [0, 0];
    const disk = localDiskStorage(root, () => Promise.resolve(freeBytes));
    const maker = miniatureMaker(program.file, disk, { nowMs: () => nowMs });
    expect(await maker.of("a/full.jpg", 100)).toBeNull();
    freeBytes = Infinity;
    nowMs += 10 * 60_000;
    expect(await maker.of("a/full.jpg", 100)).toBe("a/full.jpg.100.webp");
    warned.mockRestore();
  });

  it("aren't tried again of what can't be read", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await put("a/never.jpg", Buffer.from([0xff, 0xd8, 0xff, 4, 5, 6]));
    let nowMs = 0;
    const maker = miniatureMaker(program.file, storage, { nowMs: () => nowMs });
    expect(await maker.of("a/never.jpg", 100)).toBeNull();
    nowMs += 1000 * 24 * 3600_000;
    expect([await maker.of("a/never.jpg", 100), maker.hasNone("a/never.jpg")]).toEqual([null, true]);
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
  });
});
