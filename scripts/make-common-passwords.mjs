import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

// Writes app/services/common-passwords.bin: the first four bytes of the SHA-256 of each common password of eight
// characters and more, in lower case, sorted. 85 kB for 21,648 passwords; a password that is on no list is taken for
// one of them once in 200,000 times.
//
//   node scripts/make-common-passwords.mjs <file>…
//
// A file is a JSON list of passwords, or has one a line; .gz is unpacked. Today's is made of
//   @zxcvbn-ts/language-common 4.1.3, src/passwords.json (MIT)
//   Django 5.2.17, django/contrib/auth/common-passwords.txt.gz (BSD-3-Clause)
const SHORTEST = 8;

/** @param {string} file @returns {string[]} */
function passwordsIn(file) {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return file.endsWith(".json") ? JSON.parse(text) : text.split(/\r?\n/);
}

const passwords = new Set(
  process.argv
    .slice(2)
    .flatMap(passwordsIn)
    .map((password) => password.toLowerCase())
    .filter((password) => password.length >= SHORTEST),
);
const heads = [...passwords].map((password) => createHash("sha256").update(password).digest().readUInt32BE(0));
const sorted = [...new Set(heads)].sort((a, b) => a - b);
const out = Buffer.alloc(sorted.length * 4);
sorted.forEach((head, index) => out.writeUInt32BE(head, index * 4));
writeFileSync(new URL("../app/services/common-passwords.bin", import.meta.url), out);
console.log(`${passwords.size} passwords, ${out.length} bytes`);
