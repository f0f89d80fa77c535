import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

/** Made by scripts/make-common-passwords.mjs, which says of what. */
const FILE = path.resolve("app", "services", "common-passwords.bin");

/** the first 32 bits of each password's SHA-256, sorted */
let heads: Uint32Array | undefined;

function read(): Uint32Array {
  const bytes = readFileSync(FILE);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4));
}

/** Is it one of the passwords that are tried first, because stolen lists hold them often? Nothing is asked outside. */
export function isCommonPassword(password: string): boolean {
  heads ??= read();
  const head = createHash("sha256").update(password.toLowerCase()).digest().readUInt32BE(0);
  let [low, high] = [0, heads.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (heads[middle]! < head) low = middle + 1;
    else high = middle;
  }
  return heads[low] === head;
}
