import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "~/env.server";
import { secretFromFile } from "~/lib/secret-file.server";

/** What signs cookies and seals texts; the same on all machines that serve. */
export const serverSecret = (): string => env().SESSION_SECRET ?? secretFromFile(env().dataDir, "session-secret");

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Each purpose has a key of its own: what was sealed for one can't be opened as another's. */
export const keyOfPurpose = (purpose: string): Buffer => Buffer.from(hkdfSync("sha256", serverSecret(), "", purpose, 32));

/** A text that nobody reads with the database alone. */
export function sealText(purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOfPurpose(purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Null when it was sealed with another secret, or changed. */
export function openText(purpose: string, value: string): string | null {
  const bytes = Buffer.from(value, "base64");
  try {
    const decipher = createDecipheriv(CIPHER, keyOfPurpose(purpose), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** The hash of a text that is short enough to be guessed: with the database alone, nobody tries guesses. */
export const keyedHash = (purpose: string, text: string): string =>
  createHmac("sha256", keyOfPurpose(purpose)).update(text).digest("hex");
