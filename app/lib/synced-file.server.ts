import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** File systems of networks may have no such thing for folders. */
const CANNOT_SYNC: ReadonlySet<unknown> = new Set(["EINVAL", "ENOTSUP", "EISDIR", "EPERM"]);
/** Some file systems know no second name of a file: FAT, and shared folders of virtual machines. */
const CANNOT_LINK: ReadonlySet<unknown> = new Set(["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"]);

export const cannotSync = (error: unknown): boolean => CANNOT_SYNC.has(codeOf(error));

function syncFolder(folder: string): void {
  const entries = openSync(folder, "r");
  try {
    fsyncSync(entries);
  } catch (error) {
    if (!cannotSync(error)) throw error;
  } finally {
    closeSync(entries);
  }
}

/** Gives the file its name where nothing has that yet: of two processes one wins, and both go on with its file. */
function putWhereNoneIs(written: string, file: string): void {
  try {
    linkSync(written, file);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    if (!CANNOT_LINK.has(codeOf(error))) throw error;
    if (!existsSync(file)) renameSync(written, file);
  }
}

/**
 * Writes a small file for this user alone. It has its name only once it is whole and on the disk: neither a full disk
 * nor a power cut leaves half of it.
 * @param isToStay whether a file that has the name already stays as it is
 */
export function writeSynced(file: string, text: string, { isToStay }: { isToStay: boolean }): void {
  const written = `${file}.${randomUUID()}.part`;
  try {
    const descriptor = openSync(written, "wx", 0o600);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (isToStay) putWhereNoneIs(written, file);
    else renameSync(written, file);
    syncFolder(path.dirname(file));
  } finally {
    rmSync(written, { force: true });
  }
}
