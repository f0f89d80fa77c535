/**
 * Where uploaded files are kept: workbooks, photos, signatures, exports.
 * A key is a relative path of lower-case letters, digits, `.`, `_`, `-` and `/`; what users call their files never
 * becomes part of it.
 */
export interface FileStorage {
  /** Keeps the content whole or not at all. @returns its size in bytes */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  /** @throws AppError 404 when nothing is kept under the key */
  read(key: string): Promise<Uint8Array>;
  /** For programs that need a file's path. The path is valid until `work` has ended. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Nothing happens when there is no such file. */
  remove(key: string): Promise<void>;
}

const SAFE_KEY = /^(?:[a-z0-9_-][a-z0-9._-]*\/)*[a-z0-9_-][a-z0-9._-]*$/;
const MAX_KEY_LENGTH = 200;

/** False for everything that could lead out of the store: '..', absolute paths, backslashes, empty parts. */
export const isSafeKey = (key: string): boolean => key.length <= MAX_KEY_LENGTH && SAFE_KEY.test(key) && !key.includes("..");
