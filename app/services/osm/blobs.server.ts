import { open, type FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { PbfReader } from "pbf";
import { endsEarly, isDamaged, isMissing, isNotSupported, notAnExtract } from "./osm-fault";

// The format's own limits: https://wiki.openstreetmap.org/wiki/PBF_Format
const MOST_HEADER_BYTES = 64 * 1024;
const MOST_BLOB_BYTES = 32 * 1024 * 1024;

const unpack = promisify(inflate);
/** Fields of a blob that hold its content in packings that are rare or given up. */
const OTHER_PACKINGS: Readonly<Record<number, string>> = { 4: "LZMA", 5: "bzip2", 6: "LZ4", 7: "Zstandard" };

interface Blob {
  type: string;
  content: Uint8Array;
  /** share of the file's bytes up to its end */
  share: number;
}

interface BlobHeader {
  type: string;
  bytes: number;
}

/** Fills the buffer, or answers how much there was before the end of the file. */
async function fill(handle: FileHandle, target: Buffer, from: number): Promise<number> {
  let filled = 0;
  while (filled < target.length) {
    const { bytesRead } = await handle.read(target, filled, target.length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

const readHeader = (bytes: Buffer): BlobHeader =>
  new PbfReader(bytes).readFields<BlobHeader>(
    (field, header, pbf) => {
      if (field === 1) header.type = pbf.readString();
      else if (field === 3) header.bytes = pbf.readVarint();
    },
    { type: "", bytes: -1 },
  );

async function unpackBlob(file: string, packed: Buffer): Promise<Uint8Array> {
  const found: { raw: Uint8Array | null; zlib: Uint8Array | null; says: number; other: string | null } = {
    raw: null,
    zlib: null,
    says: 0,
    other: null,
  };
  new PbfReader(packed).readFields((field, _, pbf) => {
    if (field === 1) found.raw = pbf.readBytes();
    else if (field === 2) found.says = pbf.readVarint();
    else if (field === 3) found.zlib = pbf.readBytes();
    else if (OTHER_PACKINGS[field] !== undefined) found.other = OTHER_PACKINGS[field];
  }, null);
  if (found.raw) return found.raw;
  if (found.zlib) {
    if (found.says > MOST_BLOB_BYTES) throw isDamaged(file, "one of its blocks is larger than the format allows");
    try {
      return await unpack(found.zlib, { maxOutputLength: MOST_BLOB_BYTES });
    } catch (error) {
      throw isDamaged(file, "one of its blocks can’t be unpacked", error);
    }
  }
  if (found.other !== null) throw isNotSupported(file, `is packed with ${found.other}`);
  throw isDamaged(file, "one of its blocks is empty");
}

/** The blobs of a file in their order, each read and unpacked while the one before it is worked on. */
export async function* readBlobs(file: string): AsyncGenerator<Blob, void, undefined> {
  const handle = await open(file, "r").catch((error: unknown) => {
    throw isMissing(file, error);
  });
  let ahead: Promise<Blob | null> | null = null;
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw notAnExtract(file);
    let at = 0;
    const next = async (): Promise<Blob | null> => {
      const isFirst = at === 0;
      const length = Buffer.alloc(4);
      const got = await fill(handle, length, at);
      if (got === 0 && !isFirst) return null;
      const headerBytes = length.readUInt32BE(0);
      // Whatever is no extract shows in its first bytes.
      if (isFirst && (got < 4 || headerBytes === 0 || headerBytes > MOST_HEADER_BYTES)) throw notAnExtract(file);
      if (got < 4) throw endsEarly(file);
      if (headerBytes > MOST_HEADER_BYTES) throw isDamaged(file, "the length of a block is wrong");
      const head = Buffer.alloc(headerBytes);
      if ((await fill(handle, head, at + 4)) < headerBytes) throw isFirst ? notAnExtract(file) : endsEarly(file);
      let header: BlobHeader;
      try {
        header = readHeader(head);
      } catch (error) {
        throw isFirst ? notAnExtract(file, error) : isDamaged(file, "the head of a block can’t be read", error);
      }
      if (isFirst && header.type !== "OSMHeader") throw notAnExtract(file);
      if (!(header.bytes >= 0 && header.bytes <= MOST_BLOB_BYTES))
        throw isDamaged(file, "the length of a block is wrong");
      const packed = Buffer.alloc(header.bytes);
      if ((await fill(handle, packed, at + 4 + headerBytes)) < header.bytes) throw endsEarly(file);
      at += 4 + headerBytes + header.bytes;
      return { type: header.type, content: await unpackBlob(file, packed), share: Math.min(1, at / stat.size) };
    };
    ahead = next();
    for (let blob = await ahead; blob !== null; blob = await ahead) {
      ahead = next();
      // A failure ahead is thrown when its turn comes.
      ahead.catch(() => undefined);
      yield blob;
    }
  } finally {
    await ahead?.catch(() => undefined);
    await handle.close();
  }
}
