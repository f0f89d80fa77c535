/** The size of a picture in pixels, from its head: nothing is decoded. */
import type { ImageType } from "./image-type";

export interface PixelSize {
  width: number;
  height: number;
}

/** Bytes of the file from `offset`, fewer at its end. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>;

/** More segments than any camera writes into a JPEG: a file could consist of nothing else. */
const MAX_JPEG_SEGMENTS = 200;

const HEAD_BYTES = 32;

/** Null: the head is cut off or names no size. SVG has no pixels. */
export async function imageSize(type: Exclude<ImageType, "svg">, read: ReadBytes): Promise<PixelSize | null> {
  if (type === "jpg") return jpegSize(read);
  const head = await read(0, HEAD_BYTES);
  if (head.byteLength < HEAD_BYTES) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  switch (type) {
    case "png":
      return sizeOf(view.getUint32(16), view.getUint32(20));
    case "gif":
      return sizeOf(view.getUint16(6, true), view.getUint16(8, true));
    case "bmp":
      return bmpSize(view);
  }
}

const sizeOf = (width: number, height: number): PixelSize | null =>
  width > 0 && height > 0 ? { width, height } : null;

/** The oldest form of the format has 16-bit sizes; a negative height means rows from the top. */
function bmpSize(view: DataView): PixelSize | null {
  return view.getUint32(14, true) === 12
    ? sizeOf(view.getUint16(18, true), view.getUint16(20, true))
    : sizeOf(view.getInt32(18, true), Math.abs(view.getInt32(22, true)));
}

const STANDALONE_MARKERS = new Set([0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7]);
/** Between 0xc0 and 0xcf, these are tables and not the frame's head. */
const NO_FRAME = new Set([0xc4, 0xc8, 0xcc]);

/**
 * The frame's head follows the segments of camera, colour profile and preview, each of up to 64 kB: they are stepped
 * over.
 */
async function jpegSize(read: ReadBytes): Promise<PixelSize | null> {
  let at = 2;
  for (let segment = 0; segment < MAX_JPEG_SEGMENTS; segment++) {
    const head = await read(at, 9);
    const [mark, marker = 0] = head;
    if (head.byteLength < 4 || mark !== 0xff || marker === 0xd9 || marker === 0xda) return null;
    if (marker === 0xff || STANDALONE_MARKERS.has(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.has(marker))
      return head.byteLength < 9 ? null : sizeOf(view.getUint16(7), view.getUint16(5));
    at += 2 + view.getUint16(2);
  }
  return null;
}
