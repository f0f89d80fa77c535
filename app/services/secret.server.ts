import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { env, SHORTEST_SECRET } from "~/env.server";
import type { Env } from "~/env.server";
import { secretFromFile } from "~/lib/secret-file.server";

/** What signs cookies and seals texts; the same on all machines that serve. Made with the first call. @throws Error */
export const secretOf = ({ SESSION_SECRET, dataDir }: Pick<Env, "SESSION_SECRET" | "dataDir">): string =>
  SESSION_SECRET ?? secretFromFile(dataDir, "session-secret", SHORTEST_SECRET);

export const serverSecret = (): string => secretOf(env());

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Each purpose has a key of its own: what was sealed for one can't be opened as another's. */
const keyFor = (purpose: string): Buffer => derivedBytes(purpose, 32);

/** Bytes that stay the same for as long as the server's secret does. */
export const derivedBytes = (purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", serverSecret(), "", purpose, length));

/** A text that nobody reads with the database alone. */
export function sealText(purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Null when it was sealed with another secret, or changed. */
export function openText(purpose: string, value: string): string | null {
  const bytes = Buffer.from(value, "base64");
  try {
    const decipher = createDecipheriv(CIPHER, keyFor(purpose), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** The hash of a text that is short enough to be guessed: with the database alone, nobody tries guesses. */
export const keyedHash = (purpose: string, text: string): string =>
  createHmac("sha256", keyFor(purpose)).update(text).digest("hex");

/** 144 bits: 24 characters, none of which an address has to escape. */
const SIGNATURE_BYTES = 18;

/** A signature for an address; nobody makes it without the server's secret. */
export const urlSignature = (purpose: string, text: string): string =>
  createHmac("sha256", keyFor(purpose)).update(text).digest().subarray(0, SIGNATURE_BYTES).toString("base64url");

/** Whether two secrets are the same. How much of them is, doesn't show in the time that it takes. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
