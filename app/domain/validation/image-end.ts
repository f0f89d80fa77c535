/** Whether a picture is whole: its parts are stepped over to its end, and nothing is decoded. */
import type { ReadBytes } from "./image-size";
import type { ImageType } from "./image-type";

/** Read at once, and stepped over in one go. */
const BLOCK_BYTES = 65_536;
/** A step looks at no more than these. */
const STEP_BYTES = 16;
const HEAD_BYTES = 54;
/** Of a BMP, the oldest form has 26. */
const SHORTEST_HEAD = { gif: 13, bmp: 26 };

const END = 0;
const CUT_OFF = -1;

/** How many bytes to go on from `at`; END or CUT_OFF. */
type Step = (bytes: DataView, at: number) => number;

async function isWhole(read: ReadBytes, begin: number, step: Step): Promise<boolean> {
  for (let from = begin; ;) {
    const block = await read(from, BLOCK_BYTES);
    const bytes = new DataView(block.buffer, block.byteOffset, block.byteLength);
    const isLast = block.byteLength < BLOCK_BYTES;
    let at = 0;
    while (at < block.byteLength && (isLast || at + STEP_BYTES <= block.byteLength)) {
      const length = step(bytes, at);
      if (length === END || length === CUT_OFF) return length === END;
      at += length;
    }
    // An empty block too: the last step went beyond the file's end.
    if (isLast) return false;
    from += at;
  }
}

const PNG_END = 0x49454e44;

/** Chunks, each with its length before it and a checksum behind it. */
function stepOfPng(bytes: DataView, at: number): number {
  if (at + 12 > bytes.byteLength) return CUT_OFF;
  return bytes.getUint32(at + 4) === PNG_END ? END : 12 + bytes.getUint32(at);
}

/** These have no length behind them; within a scan, they don't end it. */
const standsAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Segments, each with its length; the scans that follow some of them have none. */
function stepOfJpeg(bytes: DataView, at: number): number {
  if (bytes.getUint8(at) !== 0xff) {
    const rest = new Uint8Array(bytes.buffer, bytes.byteOffset + at, bytes.byteLength - at);
    const mark = rest.indexOf(0xff);
    return mark === -1 ? rest.byteLength : mark;
  }
  if (at + 2 > bytes.byteLength) return CUT_OFF;
  const marker = bytes.getUint8(at + 1);
  if (marker === 0xd9) return END;
  if (marker === 0xff) return 1;
  if (standsAlone(marker)) return 2;
  return at + 4 > bytes.byteLength ? CUT_OFF : 2 + bytes.getUint16(at + 2);
}

const coloursOfGif = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Pictures and extensions, each followed by blocks of up to 255 bytes, of which the last is empty. */
function stepsOfGif(): Step {
  let isInBlocks = false;
  return (bytes, at) => {
    const first = bytes.getUint8(at);
    if (isInBlocks) {
      isInBlocks = first !== 0;
      return 1 + first;
    }
    if (first === 0x3b) return END;
    isInBlocks = first === 0x2c || first === 0x21;
    if (first === 0x2c) return at + 10 > bytes.byteLength ? CUT_OFF : 11 + coloursOfGif(bytes.getUint8(at + 9));
    return isInBlocks ? 2 : 1;
  };
}

/** Its head says where the points begin, and how many there are. */
async function isWholeBmp(read: ReadBytes, head: DataView): Promise<boolean> {
  const isOld = head.getUint32(14, true) === 12;
  if (!isOld && head.byteLength < HEAD_BYTES) return false;
  const isPacked = !isOld && [1, 2].includes(head.getUint32(30, true));
  const [width, height, bits] = isOld
    ? [head.getUint16(18, true), head.getUint16(20, true), head.getUint16(24, true)]
    : [head.getInt32(18, true), Math.abs(head.getInt32(22, true)), head.getUint16(28, true)];
  const bytes = isPacked ? head.getUint32(34, true) : Math.ceil((width * bits) / 32) * 4 * height;
  const last = head.getUint32(10, true) + Math.max(1, bytes) - 1;
  return (await read(last, 1)).byteLength === 1;
}

/** False for a file that was cut off. SVG is text, and has no end of this kind. */
export async function isWholeImage(type: Exclude<ImageType, "svg">, read: ReadBytes): Promise<boolean> {
  if (type === "png") return isWhole(read, 8, stepOfPng);
  if (type === "jpg") return isWhole(read, 2, stepOfJpeg);
  const block = await read(0, HEAD_BYTES);
  if (block.byteLength < SHORTEST_HEAD[type]) return false;
  const head = new DataView(block.buffer, block.byteOffset, block.byteLength);
  return type === "bmp" ? isWholeBmp(read, head) : isWhole(read, 13 + coloursOfGif(head.getUint8(10)), stepsOfGif());
}
