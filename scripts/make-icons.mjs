// Draws the icons of the installed driver's page out of public/icon.svg. Run it when that changes.
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { inRoot } from "./lib/project.mjs";

const svg = readFileSync(inRoot("public", "icon.svg"), "utf8");
const GROUND = "#0b6b82";

/** @param {number} size @param {string} source */
const draw = (size, source) => sharp(Buffer.from(source), { density: 72 * (size / 32) }).resize(size, size);

/** Phones cut a maskable icon to a shape of their own: what matters keeps to the middle four fifths. */
const maskable = svg
  .replace("<svg ", `<svg style="background:${GROUND}" `)
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"');
/** Apple's phones round the corners themselves. */
const square = svg.replace('rx="7"', "");

for (const [name, size, source] of /** @type {const} */ ([
  ["driver-192", 192, svg],
  ["driver-512", 512, svg],
  ["driver-180", 180, square],
]))
  await draw(size, source)
    .png({ palette: true })
    .toFile(inRoot("public", "icons", `${name}.png`));
await draw(512, maskable)
  .flatten({ background: GROUND })
  .png({ palette: true })
  .toFile(inRoot("public", "icons", "driver-maskable-512.png"));
