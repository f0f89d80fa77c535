/**
 * Unpacks an archive within limits. Its directory is looked at before anything is inflated; its sizes are not trusted:
 * bytes are counted again while they are inflated.
 */
import { inflateRawSync } from "node:zlib";

interface ArchiveLimits {
  entries: number;
  /** of all wanted entries together, unpacked */
  bytes: number;
  /**
   * unpacked to packed, a limit for entries above `ratioFromBytes`; repeated rows pack well, but no real table packs
   * 1,000 times
   */
  ratio: number;
  ratioFromBytes: number;
}

export const WORKBOOK_LIMITS: ArchiveLimits = {
  entries: 2_000,
  bytes: 250_000_000,
  ratio: 200,
  ratioFromBytes: 20_000_000,
};

type ArchiveFault = "damaged" | "encrypted" | "unpacks_too_large";

export class ArchiveError extends Error {
  constructor(readonly fault: ArchiveFault) {
    super(`The archive cannot be read: ${fault}`);
  }
}

interface Entry {
  name: string;
  method: number;
  encrypted: boolean;
  packed: number;
  unpacked: number;
  offset: number;
}

const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const CENTRAL = 0x02014b50;
const CENTRAL_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const UNKNOWN_16 = 0xffff;
const UNKNOWN_32 = 0xffffffff;
const ZIP64_FIELD = 0x0001;
const STORED = 0;
const DEFLATED = 8;

/**
 * The contents of the entries that are wanted, by name.
 * @throws ArchiveError for what is damaged, protected by a password, or unpacks to more than the limits
 */
export function unpack(archive: Buffer, wanted: (name: string) => boolean, limits: ArchiveLimits): Map<string, Buffer> {
  const directory = readDirectory(archive, limits.entries).filter((entry) => wanted(entry.name));
  check(directory, limits);
  const contents = new Map<string, Buffer>();
  let left = limits.bytes;
  for (const entry of directory) {
    if (entry.encrypted) throw new ArchiveError("encrypted");
    const content = inflate(archive, entry, left);
    left -= content.byteLength;
    contents.set(entry.name, content);
  }
  return contents;
}

function check(directory: readonly Entry[], limits: ArchiveLimits): void {
  const total = directory.reduce((sum, entry) => sum + entry.unpacked, 0);
  const dense = directory.some(
    (entry) => entry.unpacked > limits.ratioFromBytes && entry.unpacked > entry.packed * limits.ratio,
  );
  if (total > limits.bytes || dense) throw new ArchiveError("unpacks_too_large");
}

function readDirectory(archive: Buffer, maxEntries: number): Entry[] {
  const end = endOfDirectory(archive);
  const count = archive.readUInt16LE(end + 10);
  // The number that stands for "elsewhere" belongs to archives of more than 65,535 files.
  if (count === UNKNOWN_16 || count > maxEntries) throw new ArchiveError("unpacks_too_large");
  const entries: Entry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL_BYTES > archive.length || archive.readUInt32LE(at) !== CENTRAL) throw new ArchiveError("damaged");
    const [nameBytes, extraBytes, commentBytes] = [
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ];
    const nameAt = at + CENTRAL_BYTES;
    entries.push({
      name: archive.toString("utf8", nameAt, nameAt + nameBytes).replaceAll("\\", "/"),
      method: archive.readUInt16LE(at + 10),
      encrypted: (archive.readUInt16LE(at + 8) & 0x2041) !== 0,
      ...sizes(archive, at, nameAt + nameBytes, extraBytes),
    });
    at = nameAt + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}

function endOfDirectory(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_BYTES - MAX_COMMENT);
  for (let at = archive.length - END_BYTES; at >= first; at--) if (archive.readUInt32LE(at) === END) return at;
  throw new ArchiveError("damaged");
}

/** Sizes and place of an entry; some programs write all of them in the extra field for 64-bit archives. */
function sizes(
  archive: Buffer,
  at: number,
  extraAt: number,
  extraBytes: number,
): Pick<Entry, "packed" | "unpacked" | "offset"> {
  const plain = {
    unpacked: archive.readUInt32LE(at + 24),
    packed: archive.readUInt32LE(at + 20),
    offset: archive.readUInt32LE(at + 42),
  };
  for (
    let field = extraAt;
    field + 4 <= extraAt + extraBytes && field + 4 <= archive.length;
    field += 4 + archive.readUInt16LE(field + 2)
  ) {
    if (archive.readUInt16LE(field) !== ZIP64_FIELD) continue;
    let value = field + 4;
    for (const key of ["unpacked", "packed", "offset"] as const) {
      if (plain[key] !== UNKNOWN_32 || value + 8 > archive.length) continue;
      plain[key] = Number(archive.readBigUInt64LE(value));
      value += 8;
    }
  }
  return plain;
}

function inflate(archive: Buffer, entry: Entry, limit: number): Buffer {
  const { offset, packed, method } = entry;
  if (offset + LOCAL_BYTES > archive.length || archive.readUInt32LE(offset) !== LOCAL)
    throw new ArchiveError("damaged");
  const from = offset + LOCAL_BYTES + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  if (from + packed > archive.length) throw new ArchiveError("damaged");
  const content = archive.subarray(from, from + packed);
  if (method === STORED) {
    if (content.byteLength > limit) throw new ArchiveError("unpacks_too_large");
    return content;
  }
  if (method !== DEFLATED) throw new ArchiveError("damaged");
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, limit) });
  } catch (error) {
    throw new ArchiveError(isTooLarge(error) ? "unpacks_too_large" : "damaged");
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
