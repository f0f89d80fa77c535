import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { isSafeKey, STORAGE_FULL } from "./storage";
import type { FileStorage } from "./storage";
import { AppError, notFound } from "~/lib/errors";
import { cannotSync } from "~/lib/synced-file.server";

/** Photos of doors, signatures, customers' addresses: for the user that the server runs as only. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** What uploads leave of the disk: the database may be on it, too, and drivers report to that. */
const RESERVED_BYTES = 256 * 1024 * 1024;
const NO_ROOM: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/** Bytes that are left where the folder is; null where the system doesn't say. */
export async function freeBytesIn(folder: string): Promise<number | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    // Some network drives count nothing.
    return blocks === 0 ? null : bavail * bsize;
  } catch {
    return null;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
const orNoRoom = (error: unknown): unknown => (NO_ROOM.has(codeOf(error)) ? noRoom(error) : error);
const noRoom = (cause?: unknown): AppError =>
  new AppError(STORAGE_FULL, "The server has no room for files at the moment. Please try again later.", {
    status: 507,
    cause,
  });

/** A file's name is an entry of its folder, and is lost in a power cut until that is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const entries = await open(folder, "r");
  try {
    await entries.sync();
  } catch (error) {
    if (!cannotSync(error)) throw error;
  } finally {
    await entries.close();
  }
}

/** Files in one folder of this machine. @param root absolute path; made when it is missing */
export function localDiskStorage(root: string, freeBytes = freeBytesIn): FileStorage {
  const place = (key: string): string => {
    const full = path.resolve(root, key);
    if (!isSafeKey(key) || !full.startsWith(path.resolve(root) + path.sep))
      throw new Error(`Unsafe storage key: ${JSON.stringify(key)}`);
    return full;
  };

  /** Its folders, and an empty file. Where there is no room folders can't be made either. */
  const begun = async (unfinished: string) => {
    const firstMade = await mkdir(path.dirname(unfinished), { recursive: true, mode: FOLDER_MODE });
    if (((await freeBytes(root)) ?? Infinity) < RESERVED_BYTES) throw noRoom();
    return { firstMade, file: await open(unfinished, "wx", FILE_MODE) };
  };

  return {
    async write(key, content) {
      const full = place(key);
      // Written beside its place and moved there at the end: a reader never sees half a file.
      const unfinished = `${full}.${randomUUID()}.part`;
      const { file, firstMade } = await begun(unfinished).catch((error: unknown) => {
        throw orNoRoom(error);
      });
      let bytes = 0;
      try {
        for await (const chunk of content) {
          bytes += chunk.byteLength;
          await file.writeFile(chunk);
        }
        // On the disk before the row is stored that names it: a phone that was told "done" has no copy any more.
        await file.sync();
        await file.close();
        await rename(unfinished, full);
        await syncFolder(path.dirname(full));
        if (firstMade !== undefined) await syncFolder(path.dirname(firstMade));
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(unfinished, { force: true });
        throw orNoRoom(error);
      }
      return bytes;
    },

    async open(key) {
      const full = place(key);
      const known = await stat(full).catch((error: unknown) => {
        throw isMissing(error) ? notFound("File") : error;
      });
      return {
        bytes: known.size,
        modifiedMs: known.mtimeMs,
        stream: (part) => Readable.from(piecesOf(full, part), { objectMode: false }),
      };
    },

    withLocalFile: (key, work) => work(place(key)),

    remove: (key) => rm(place(key), { force: true }),

    async *list() {
      for await (const file of filesBelow(path.resolve(root))) {
        const known = await stat(file).catch(() => null);
        if (known !== null)
          yield { key: path.relative(root, file).split(path.sep).join("/"), modifiedMs: known.mtimeMs };
      }
    },
  };
}

/**
 * `createReadStream` opens the file at once and closes it only when it is read or destroyed. This opens it with the
 * first read: an answer that is thrown away unread holds no file.
 */
async function* piecesOf(file: string, part?: { start: number; end: number }): AsyncGenerator<Buffer> {
  yield* createReadStream(file, part) as AsyncIterable<Buffer>;
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  let entries;
  try {
    entries = await opendir(folder);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for await (const entry of entries) {
    if (entry.isDirectory()) yield* filesBelow(path.join(folder, entry.name));
    else if (entry.isFile()) yield path.join(folder, entry.name);
  }
}

const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT";
