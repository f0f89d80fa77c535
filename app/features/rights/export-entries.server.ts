/** What an export of a company has in it: a file of each kind of records in JSON and in CSV, and the stored files. */
import { isInFolderOf } from "~/domain/company/company-files";
import { picturesOfTask } from "~/domain/route/task-pictures";
import { memberImages, toldRows, toldTable } from "~/db/rights/export-rows.server";
import type { ToldRow, ToldTable } from "~/db/rights/export-rows.server";
import { TABLE_NAMES, TABLE_USES } from "~/db/rights/table-uses";
import type { TableName } from "~/db/rights/table-uses";
import type { Db } from "~/db/client.server";
import { AppError } from "~/lib/errors";
import { csvLines } from "~/services/export/csv";
import type { ZipEntry } from "~/services/export/zip.server";
import type { FileStorage } from "~/services/storage/storage";

interface ExportSource {
  db: Db;
  storage: FileStorage;
  companyId: number;
}

/** Columns with JSON in them: in JSON files they are told as what they hold. */
const JSON_COLUMNS: ReadonlySet<string> = new Set([
  ...[
    "about",
    "after",
    "before",
    "begins",
    "body",
    "candidates",
    "cells",
    "changes",
    "confirmation_settings",
    "details",
  ],
  ...["errors", "fail_reasons_settings", "ids", "message_channels", "message_on_since", "notes", "recipient_settings"],
  ...["settings", "sheets", "unserved_reason", "vehicle_settings", "violations"],
]);

const endingOf = (key: string): string => /\.[a-z0-9]{1,5}$/i.exec(key)?.[0] ?? "";

/** Where a stored file is in the archive. */
function nameOfFile({ name }: ToldTable, row: ToldRow, key: string): string {
  const ending = endingOf(key);
  if (name === "companies") return `files/company${ending}`;
  if (name === "routing_sheets") return `files/imports/${row.id}${ending}`;
  return `files/visits/${row.visit_id}/${row.type}-${row.id}${ending}`;
}

/** A row as it is told: stored files by their places in the archive. */
function told(table: ToldTable, row: ToldRow): ToldRow {
  if (table.files.length === 0) return row;
  const files = table.files.map((column) => {
    const key = row[column];
    return [column, typeof key === "string" && key !== "" ? nameOfFile(table, row, key) : null];
  });
  return { ...row, ...(Object.fromEntries(files) as ToldRow) };
}

function plain(column: string, value: string | number | null): unknown {
  if (typeof value !== "string" || !JSON_COLUMNS.has(column)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

async function* jsonOf(source: ExportSource, table: ToldTable): AsyncGenerator<Buffer> {
  let begin = "[\n";
  for await (const rows of toldRows(source.db, source.companyId, table)) {
    const texts = rows.map((row) =>
      JSON.stringify(
        Object.fromEntries(Object.entries(told(table, row)).map(([column, value]) => [column, plain(column, value)])),
      ),
    );
    yield Buffer.from(begin + texts.join(",\n"));
    begin = ",\n";
  }
  yield Buffer.from(begin === "[\n" ? "[]\n" : "\n]\n");
}

async function* csvOf(source: ExportSource, table: ToldTable): AsyncGenerator<Buffer> {
  const columns = table.columns.map((header) => ({ header }));
  yield Buffer.from([...csvLines({ name: table.title, columns, rows: [] })].join(""));
  for await (const rows of toldRows(source.db, source.companyId, table)) {
    const cells = rows.map((row) => {
      const one = told(table, row);
      return table.columns.map((column) => one[column] ?? null);
    });
    // Without the line of headers, which came first.
    const [, ...lines] = csvLines({ name: table.title, columns, rows: cells });
    yield Buffer.from(lines.join(""));
  }
}

/** A stored file; null: it is gone by now. */
async function stored({ storage }: ExportSource, name: string, key: string): Promise<ZipEntry | null> {
  try {
    const file = await storage.open(key);
    return { name, isPacked: !/\.(?:csv|tsv|txt)$/.test(key), content: () => file.stream() };
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}

async function* filesOf(source: ExportSource, table: ToldTable): AsyncGenerator<ZipEntry> {
  for await (const rows of toldRows(source.db, source.companyId, table))
    for (const row of rows) {
      const keys = table.files.flatMap((column) => {
        const key = row[column];
        return typeof key === "string" && key !== "" ? [[nameOfFile(table, row, key), key] as const] : [];
      });
      const pictures =
        table.name === "road_tasks" ? picturesOfTask(source.companyId, plain("details", row.details!)) : [];
      for (const { key } of pictures) keys.push([`files/tasks/${row.id}/${key.split("/").at(-1)}`, key]);
      for (const [name, key] of keys.filter(([, one]) => isInFolderOf(source.companyId, one))) {
        const entry = await stored(source, name, key);
        if (entry !== null) yield entry;
      }
    }
}

async function* avatarsOf(source: ExportSource): AsyncGenerator<ZipEntry> {
  for (const { id, image } of await memberImages(source.db, source.companyId)) {
    const entry = await stored(source, `files/members/${id}${endingOf(image)}`, image);
    if (entry !== null) yield entry;
  }
}

/** What is in the archive and what isn't, for whoever opens it. */
export function readme(title: string, madeAt: string): string {
  const exported = TABLE_NAMES.flatMap((name) => TABLE_USES[name].exported ?? []);
  const left = TABLE_NAMES.flatMap((name) => {
    const { owner, why } = TABLE_USES[name];
    return owner === "platform" || why === undefined ? [] : [`- ${name.replaceAll("_", " ")}: ${why}`];
  });
  return [
    `All data of ${title}`,
    `Made at ${madeAt} (UTC). Times are UTC; what was changed while it was made is as it was read.`,
    "",
    "Each kind of records is there twice, with the same columns: as JSON and as CSV (UTF-8).",
    ...exported.sort().map((name) => `- ${name}.json, ${name}.csv`),
    "",
    "files/: photos and signatures of visits (by the visit's id), pictures of reports that no longer fitted (tasks),",
    "uploaded spreadsheets (imports), pictures of the company and of members. Records name their files.",
    "",
    "Never exported: passwords, keys, hashes, and what the program alone works with:",
    ...left,
    "",
  ].join("\n");
}

async function tablesOf({ db, companyId }: ExportSource): Promise<ToldTable[]> {
  const tables: ToldTable[] = [];
  for (const name of TABLE_NAMES as readonly TableName[]) {
    const table = await toldTable(db, companyId, name);
    if (table !== null) tables.push(table);
  }
  return tables;
}

/** The entries of the archive, in their order. */
export async function* exportEntries(source: ExportSource, about: string): AsyncGenerator<ZipEntry> {
  const text = (name: string, content: () => AsyncIterable<Uint8Array>): ZipEntry => ({ name, content });
  yield text("README.txt", async function* () {
    yield Buffer.from(about);
  });
  const tables = await tablesOf(source);
  for (const table of tables) {
    yield text(`${table.title}.json`, () => jsonOf(source, table));
    yield text(`${table.title}.csv`, () => csvOf(source, table));
  }
  for (const table of tables) if (table.files.length > 0 || table.name === "road_tasks") yield* filesOf(source, table);
  yield* avatarsOf(source);
}
