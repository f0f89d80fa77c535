/**
 * `npm run bench:addresses -- extract.osm.pbf`: how many of an extract's own addresses are found first, asked as people
 * write them, and how quickly. `--sample 500` asks for so many; `--show 20` prints so many that were not found;
 * `--copies 20` loads the extract so many times, as regions of their own, for the times of a larger index.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { loadAddresses } from "~/boot/roads/addresses.server";
import { databaseAddressIndex } from "~/boot/address-index.server";
import { createDatabase } from "~/db/client.server";
import { migrateLatest, seedReference } from "~/db/migrate.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import { askAll, ownAddresses, timeTyping, WAYS_TO_ASK } from "./own-addresses";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "1000" },
    show: { type: "string", default: "0" },
    copies: { type: "string", default: "1" },
  },
});
const [source] = positionals;
if (source === undefined) throw new Error("Name an extract: npm run bench:addresses -- region.osm.pbf");

const folder = mkdtempSync(path.join(tmpdir(), "bench-addresses-"));
const db = createDatabase({ file: path.join(folder, "platform.sqlite") });
try {
  await migrateLatest(db);
  await seedReference(db);
  for (let copy = 0; copy < Number(values.copies); copy += 1) {
    const started = performance.now();
    const counts = await loadAddresses(db, { region: `bench-${copy}`, version: "1", source });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { addresses, streets, places } = counts;
    console.log(`Loaded in ${seconds} s: ${addresses} addresses, ${streets} streets, ${places} towns and hamlets.`);
  }
  const geocoder = embeddedGeocoder(() => databaseAddressIndex(db));
  const addresses = await ownAddresses(source, Number(values.sample));
  for (const way of WAYS_TO_ASK) {
    const { found, asked, missed, p50, p95 } = await askAll(geocoder, addresses, way);
    const share = ((100 * found) / asked).toFixed(1);
    console.log(`${way.name}: ${share} % of ${asked} found first; p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
    for (const { text, first } of missed.slice(0, Number(values.show))) console.log(`   ${text}  →  ${first}`);
  }
  const { p50, p95 } = await timeTyping(geocoder, addresses.slice(0, 200));
  console.log(`suggestions while typing: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
} finally {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
}
