import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { imageBytesError, imagePixelsError } from "~/domain/validation/files";
import { imageSize } from "~/domain/validation/image-size";

/** Reads from bytes and counts them. */
function reader(bytes: Uint8Array) {
  let read = 0;
  return {
    read: async (offset: number, length: number) => {
      const part = bytes.subarray(offset, offset + length);
      read += part.byteLength;
      return part;
    },
    count: () => read,
  };
}
const sizeOf = (type: "jpg" | "png" | "gif" | "bmp", bytes: Uint8Array) => imageSize(type, reader(bytes).read);
const picture = (name: string): Uint8Array => readFileSync(path.join("tests/fixtures/pictures", name));

const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(64);
  bytes.write("\x89PNG\r\n\x1a\n", "latin1");
  bytes.writeUInt32BE(13, 8);
  bytes.write("IHDR", 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
/** A JPEG with so many segments of 64 kB before its frame. */
const jpeg = (width: number, height: number, segments: number): Buffer => {
  const segment = Buffer.alloc(2 + 0xffff, 1);
  segment.writeUInt16BE(0xffe2, 0);
  segment.writeUInt16BE(0xffff, 2);
  const frame = Buffer.alloc(40);
  frame.writeUInt16BE(0xffc2, 0);
  frame.writeUInt16BE(17, 2);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array.from({ length: segments }, () => segment), frame]);
};
const gif = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(40);
  bytes.write("GIF89a");
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
};
const bmp = (width: number, height: number, head = 40): Buffer => {
  const bytes = Buffer.alloc(64);
  bytes.write("BM");
  bytes.writeUInt32LE(head, 14);
  if (head === 12) {
    bytes.writeUInt16LE(width, 18);
    bytes.writeUInt16LE(height, 20);
  } else {
    bytes.writeInt32LE(width, 18);
    bytes.writeInt32LE(height, 22);
  }
  return bytes;
};

describe("a picture's size in pixels", () => {
  it("is in its head", async () => {
    expect(await sizeOf("png", png(20_000, 15_000))).toEqual({ width: 20_000, height: 15_000 });
    expect(await sizeOf("gif", gif(640, 65_535))).toEqual({ width: 640, height: 65_535 });
    expect(await sizeOf("bmp", bmp(30_000, 20_000))).toEqual({ width: 30_000, height: 20_000 });
    expect(await sizeOf("bmp", bmp(300, -200))).toEqual({ width: 300, height: 200 });
    expect(await sizeOf("bmp", bmp(300, 200, 12))).toEqual({ width: 300, height: 200 });
    expect(await sizeOf("jpg", jpeg(8_000, 6_000, 0))).toEqual({ width: 8_000, height: 6_000 });
  });

  it("is found in real pictures", async () => {
    expect(await sizeOf("jpg", picture("door.jpg"))).toEqual({ width: 480, height: 360 });
    expect(await sizeOf("png", picture("step.png"))).toEqual({ width: 270, height: 480 });
  });

  it("of a JPEG is found behind camera data and colour profiles, which are stepped over", async () => {
    const { read, count } = reader(jpeg(8_000, 6_000, 30));
    expect(await imageSize("jpg", read)).toEqual({ width: 8_000, height: 6_000 });
    expect(count()).toBeLessThan(1_000);
  });

  it("is none where the head is cut off, says nothing, or never ends", async () => {
    expect(await sizeOf("png", png(10, 10).subarray(0, 20))).toBeNull();
    expect(await sizeOf("gif", gif(0, 10))).toBeNull();
    expect(await sizeOf("jpg", jpeg(10, 10, 201))).toBeNull();
    expect(await sizeOf("jpg", jpeg(10, 10, 1).subarray(0, 70_000 - 4_460))).toBeNull();
    expect(await sizeOf("jpg", Buffer.from([0xff, 0xd8, 0x00, 0x00, 0x00, 0x00]))).toBeNull();
    expect(await sizeOf("jpg", Buffer.from([0xff, 0xd8, ...Array.from({ length: 5_000 }, () => 0xff)]))).toBeNull();
  });
});

describe("limits of pictures", () => {
  it("are 15 MB and 50 megapixels, and a file's own limit keeps its words", () => {
    expect(imageBytesError({ name: "a.jpg", size: 15_000_000 })).toBeNull();
    expect(imageBytesError({ name: "a.jpg", size: 15_000_001 })).toBe(
      'The picture "a.jpg" is larger than 15 MB. Save it with fewer pixels and add it again.',
    );
    expect(imageBytesError({ name: "a.jpg", size: 100_000_001 })).toBe(
      'The file "a.jpg" may not be greater than 100 megabytes.',
    );
    expect(imagePixelsError("a.png", { width: 10_000, height: 5_000 })).toBeNull();
    expect(imagePixelsError("a.png", { width: 20_000, height: 20_000 })).toBe(
      'The picture "a.png" has 20000 × 20000 pixels (400 megapixels), more than the 50 megapixels that are taken. ' +
        "Save it with fewer pixels and add it again.",
    );
    expect(imagePixelsError("a.png", null)).toBe('The picture "a.png" is damaged. Take or save it again.');
  });
});
