import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Below this the headers outweigh what is saved. */
const MIN_BYTES = 1024;
/** 11 takes ten times as long for a few percent. */
const BROTLI_QUALITY = 9;

/**
 * Writes name.js.br and name.js.gz beside every script and style sheet: compressed once here, not for every visitor.
 * @param {string} folder
 * @returns {Promise<number>} how many files were compressed
 */
export async function compressFolder(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:js|css)$/.test(name));
  let count = 0;
  for (const name of files) {
    const file = path.join(folder, name);
    const content = readFileSync(file);
    if (content.length < MIN_BYTES) continue;
    const [brotli, zipped] = await Promise.all([
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
      promisify(gzip)(content, { level: 9 }),
    ]);
    writeFileSync(`${file}.br`, brotli);
    writeFileSync(`${file}.gz`, zipped);
    count += 1;
  }
  return count;
}
