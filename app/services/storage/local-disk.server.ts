import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { isSafeKey } from "./storage";
import type { FileStorage } from "./storage";
import { notFound } from "~/lib/errors";

/** Files in one folder of this machine. @param root absolute path; made when it is missing */
export function localDiskStorage(root: string): FileStorage {
  const place = (key: string): string => {
    const full = path.resolve(root, key);
    if (!isSafeKey(key) || !full.startsWith(path.resolve(root) + path.sep)) throw new Error(`Unsafe storage key: ${JSON.stringify(key)}`);
    return full;
  };

  return {
    async write(key, content) {
      const full = place(key);
      // Written beside its place and moved there at the end: a reader never sees half a file.
      const unfinished = `${full}.${randomUUID()}.part`;
      await mkdir(path.dirname(full), { recursive: true });
      let bytes = 0;
      const file = await open(unfinished, "wx");
      try {
        for await (const chunk of content) {
          bytes += chunk.byteLength;
          await file.writeFile(chunk);
        }
        await file.close();
        await rename(unfinished, full);
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(unfinished, { force: true });
        throw error;
      }
      return bytes;
    },

    async read(key) {
      try {
        return await readFile(place(key));
      } catch (error) {
        throw isMissing(error) ? notFound("File") : error;
      }
    },

    withLocalFile: (key, work) => work(place(key)),

    remove: (key) => rm(place(key), { force: true }),
  };
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";
