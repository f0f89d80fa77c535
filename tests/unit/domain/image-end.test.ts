import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { isWholeImage } from "~/domain/validation/image-end";
import { redPng } from "../../helpers/red-png";

const isWhole = (type: "jpg" | "png" | "gif" | "bmp", bytes: Uint8Array) =>
  isWholeImage(type, (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)));
const picture = (name: string): Uint8Array => readFileSync(path.join("tests/fixtures/pictures", name));

/** Points that don't become small, so that the file has several blocks of what is read at once. */
const noise = () => {
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647) & 0xff;
  return sharp(Buffer.from(Array.from({ length: 300 * 300 * 3 }, next)), {
    raw: { width: 300, height: 300, channels: 3 },
  });
};

function bmp(width: number, height: number, bits: number, old = false): Buffer {
  const head = old ? 26 : 54;
  const bytes = Buffer.alloc(head + Math.ceil((width * bits) / 32) * 4 * Math.abs(height));
  bytes.write("BM");
  bytes.writeUInt32LE(head, 10);
  bytes.writeUInt32LE(old ? 12 : 40, 14);
  if (old) [width, height, 1, bits].forEach((one, nth) => bytes.writeUInt16LE(one, 18 + 2 * nth));
  else {
    bytes.writeInt32LE(width, 18);
    bytes.writeInt32LE(height, 22);
    bytes.writeUInt16LE(bits, 28);
  }
  return bytes;
}

describe("a whole picture", () => {
  const all: { name: string; type: "jpg" | "png" | "gif" | "bmp"; bytes: Uint8Array }[] = [];
  beforeAll(async () => {
    all.push(
      { name: "a photo", type: "jpg", bytes: picture("door.jpg") },
      { name: "another photo", type: "jpg", bytes: picture("parcel.jpg") },
      { name: "a drawing", type: "png", bytes: picture("step.png") },
      { name: "a small drawing", type: "png", bytes: redPng() },
      { name: "a large photo", type: "jpg", bytes: await noise().jpeg({ quality: 95 }).toBuffer() },
      { name: "a photo in several scans", type: "jpg", bytes: await noise().jpeg({ progressive: true }).toBuffer() },
      { name: "a large drawing", type: "png", bytes: await noise().png().toBuffer() },
      { name: "a picture of few colours", type: "gif", bytes: await noise().gif().toBuffer() },
      { name: "points", type: "bmp", bytes: bmp(33, -20, 24) },
      { name: "points of the oldest form", type: "bmp", bytes: bmp(5, 3, 24, true) },
    );
  });

  it("is told from one that was cut off, wherever", async () => {
    for (const { name, type, bytes } of all) {
      expect([name, await isWhole(type, bytes)]).toEqual([name, true]);
      const { byteLength: length } = bytes;
      for (const at of [10, 30, 60, length >> 2, length >> 1, (length * 3) >> 2, length - 20, length - 1])
        if (at < length) expect([name, at, await isWhole(type, bytes.subarray(0, at))]).toEqual([name, at, false]);
    }
  });

  it("may have something behind it, as phones add", async () => {
    for (const { name, type, bytes } of all)
      expect([name, await isWhole(type, Buffer.concat([bytes, Buffer.alloc(70_000, 0xff)]))]).toEqual([name, true]);
  });

  it("is none without an end, however many parts there are", async () => {
    const many = (start: Uint8Array, part: readonly number[]) =>
      Buffer.concat([start, Buffer.alloc(1_000_000, Uint8Array.from(part))]);
    expect(await isWhole("png", many(redPng().subarray(0, 8), [0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0]))).toBe(false);
    expect(await isWhole("jpg", many(Buffer.from([0xff, 0xd8]), [0xff]))).toBe(false);
    expect(await isWhole("jpg", many(Buffer.from([0xff, 0xd8]), [0xff, 0xe0, 0, 0]))).toBe(false);
    expect(await isWhole("gif", many(Buffer.from("GIF89a\0\0\0\0\0\0\0!\0"), [1]))).toBe(false);
  });
});
