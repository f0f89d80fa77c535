import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";
import { utils, write } from "xlsx";

// Writes public/templates/*.xlsx: one header per field and nothing else, for an example row would come in as a visit.
// Run it after a change of the import's fields: node scripts/make-templates.mjs
const unregister = register();
/** @type {{ IMPORT_FIELDS: Record<string, { label: string; partOf?: string[] }[]> }} */
const { IMPORT_FIELDS } = await import(new URL("../app/domain/import/import-fields.ts", import.meta.url).href);
await unregister();

/** @param {string} entity */
function sheet(entity) {
  const fields = (IMPORT_FIELDS[entity] ?? []).filter((field) => field.partOf === undefined);
  const made = utils.aoa_to_sheet([fields.map((field) => field.label)]);
  made["!cols"] = fields.map((field) => ({ wch: Math.max(12, field.label.length + 2) }));
  return made;
}

const BOOKS = {
  "visits.xlsx": { Visits: "visit" },
  "vehicles.xlsx": { Vehicles: "vehicle" },
  "general.xlsx": { Visits: "visit", Vehicles: "vehicle" },
};
const folder = fileURLToPath(new URL("../public/templates/", import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [file, sheets] of Object.entries(BOOKS)) {
  const book = utils.book_new();
  for (const [name, entity] of Object.entries(sheets)) utils.book_append_sheet(book, sheet(entity), name);
  writeFileSync(path.join(folder, file), write(book, { type: "buffer", bookType: "xlsx", compression: true }));
}
