import type { Readable } from "node:stream";

/** A file that is kept. Its content never changes: another one gets another key. */
export interface KeptFile {
  bytes: number;
  modifiedMs: number;
  /** Its content, or the part from `start` to `end`, both counted. Nothing is opened before the first read. */
  stream(part?: { start: number; end: number }): Readable;
}

/**
 * Where uploaded files are kept: workbooks, photos, signatures, exports. A key is a relative path of lower-case
 * letters, digits, `.`, `_`, `-` and `/`; what users call their files never becomes part of it.
 */
export interface FileStorage {
  /** Keeps the content whole or not at all. @returns its size in bytes @throws AppError 507 when there is no room */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  /** @throws AppError 404 when nothing is kept under the key */
  open(key: string): Promise<KeptFile>;
  /** For programs that need a file's path. The path is valid until `work` has ended. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Nothing happens when there is no such file. */
  remove(key: string): Promise<void>;
  /** Everything that is kept, what was never finished included. */
  list(): AsyncIterable<{ key: string; modifiedMs: number }>;
}

/** The code of the refusal when there is no room. */
export const STORAGE_FULL = "storage.full";

const SAFE_KEY = /^(?:[a-z0-9_-][a-z0-9._-]*\/)*[a-z0-9_-][a-z0-9._-]*$/;
const MAX_KEY_LENGTH = 200;

/** False for everything that could lead out of the store: '..', absolute paths, backslashes, empty parts. */
export const isSafeKey = (key: string): boolean =>
  key.length <= MAX_KEY_LENGTH && SAFE_KEY.test(key) && !key.includes("..");
