import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { writeSynced } from "./synced-file.server";

/** A secret that is made here has 64. Half a file, or an empty one, is none: everybody could guess it. */
const SHORTEST = 32;

function secretIn(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Reads the secret of that name in the folder, or makes one that only this user may read. Stable over restarts.
 * @throws Error with what to do where the file holds no whole secret, or none can be written
 */
export function secretFromFile(dataDir: string, name: string): string {
  const file = path.join(dataDir, name);
  let secret = secretIn(file);
  if (secret === null) {
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
    secret = secretIn(file) ?? "";
  }
  if (secret.length < SHORTEST)
    throw new Error(
      `The secret in ${file} has fewer than ${SHORTEST} characters: it is not whole. Put the file back from a ` +
        "backup, or remove it and start again: a new one is made, and what the former one signed and sealed is lost.",
    );
  return secret;
}
