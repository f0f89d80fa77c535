import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { writeSynced } from "./synced-file.server";

/** A secret that is made here has 64 of these. Other programs make some of 32. */
const HALF_A_SECRET = /^[0-9a-f]{1,31}$/;

interface Found {
  secret: string;
  bytes: number;
}

function secretIn(file: string): Found | null {
  try {
    const content = readFileSync(file);
    const secret = content.toString("utf8").trim();
    // A byte that is none of a text's is read as a sign of three.
    return { secret, bytes: Math.min(content.length, Buffer.byteLength(secret)) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Reads the secret of that name in the folder, or makes one that only this user may read. Stable over restarts.
 * @param shortest bytes
 * @throws Error with what to do where the file holds no secret, or a part of one, or none can be written
 */
export function secretFromFile(dataDir: string, name: string, shortest: number): string {
  const file = path.join(dataDir, name);
  let found = secretIn(file);
  if (found === null) {
    try {
      mkdirSync(dataDir, { recursive: true });
      writeSynced(file, randomBytes(32).toString("hex"), { isToStay: true });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The secret ${file} cannot be made: ${reason}. Make room or give the right to write there.`, {
        cause,
      });
    }
    // Another process may have been first.
    found = secretIn(file) ?? { secret: "", bytes: 0 };
  }
  if (found.bytes < shortest) throw notWhole(file, `has fewer than ${shortest} characters. Put`);
  if (HALF_A_SECRET.test(found.secret))
    throw notWhole(
      file,
      "looks like a part of one that was made here. If you wrote it yourself, set SESSION_SECRET to it: nothing is " +
        "lost. Otherwise put",
    );
  return found.secret;
}

/** Half a secret, or none, could be guessed. Only who wrote it knows whether it was meant so. */
const notWhole = (file: string, why: string): Error =>
  new Error(
    `The secret in ${file} ${why} the file back from a backup, or remove it and start again: a new one is made, and ` +
      "what the former one signed and sealed is lost.",
  );
