import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { camel } from "~/db/codecs.server";
import { addErasure, confirmErasure } from "~/db/repositories/recipient-erasures.server";
import { VISIT_TEXTS } from "~/db/rights/forget-of-visits.server";
import { RECIPIENT_USES } from "~/db/rights/recipient-uses";
import { TABLE_USES } from "~/db/rights/table-uses";
import type { TableName } from "~/db/rights/table-uses";
import type { Erasing } from "~/features/rights/run/erase-due.server";
import { eraseRecipients } from "~/features/rights/run/erase-recipients.server";
import { sealContact } from "~/features/rights/sealed-contact.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import type { FileStorage } from "~/services/storage/storage";
import { databases, migratedDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";
import { plantRows } from "../../helpers/planted-rows";
import { tablesOfSchema } from "../../helpers/table-schema";
import type { SchemaTable } from "../../helpers/table-schema";

/**
 * Plants a mark in every column about customers, as table-uses names them, and in files: of a recipient, of another one
 * of the same company, and of a third one of another company. Erases the first, and looks for all marks.
 */
const NOW = "2026-11-21 06:00:00";
const root = mkdtempSync(path.join(tmpdir(), "route-platform-recipients-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const CONTACTS: Readonly<Record<string, string>> = {
  a: "quirina@recipients.example",
  b: "somebody@recipients.example",
  c: "quirina@recipients.example",
};
/** What each recipient has rows of their own in; the rest of a company they share. */
const OF_VISITS: readonly string[] = [
  ...Object.keys(RECIPIENT_USES),
  ...["routing_plans", "routing_routes", "routing_sheets", "audit_log", "recipient_erasures"],
];
const usesOf = (table: string) => TABLE_USES[table as TableName];
const isPlatform = (table: SchemaTable): boolean => usesOf(table.name).owner === "platform";

describe.each(databases())("erasing a recipient on %s", (kind) => {
  let database: TestDatabase;
  const db = () => database.db;
  let schema: SchemaTable[];
  let folder: string;
  let storage: FileStorage;
  let seed = 0;

  beforeEach(async () => {
    database = await migratedDatabase(kind);
    schema = await tablesOfSchema(db());
    folder = mkdtempSync(path.join(root, "files-"));
    storage = localDiskStorage(folder);
  });
  afterEach(() => database.remove());

  const erasing = (): Erasing => ({
    db: db(),
    storage,
    now: NOW,
    spreadsheets: {
      convert: () => Promise.resolve({ ok: true, sheets: [] }),
      rows: () => Promise.reject(new Error("There is no sheet.")),
    },
  });

  async function put(key: string, text: string): Promise<string> {
    await storage.write(
      key,
      (async function* () {
        yield Buffer.from(text);
      })(),
    );
    return key;
  }

  /** @param known of a company that is there */
  async function plant(whose: string, known: Record<string, number> = {}) {
    seed += 1;
    let nth = 0;
    const mark = (): string => `¤${whose}${(nth += 1).toString(36).padStart(3, "0")}`;
    const planted = await plantRows(db(), schema, {
      text: mark,
      seed: seed * 1000,
      known,
      tables: (t) => !isPlatform(t),
    });
    const idOf = (table: TableName): number => Number(planted.get(table));
    const change = (table: TableName, values: object) =>
      db()(table as string)
        .where({ id: idOf(table) })
        .update(values);
    const companyId = idOf("companies");
    const visitId = idOf("routing_visits");
    await change("companies", { deleted_at: null, erased_at: null });
    // Removed, as far as this is about: what stands has a test of its own.
    await change("routing_visits", { recipient_email: CONTACTS[whose], status: 4 });
    await change("routing_plans", { service_date: "2026-11-01" });
    const texts = () => Object.fromEntries(VISIT_TEXTS.map((column) => [camel(column), mark()]));
    const side = () => ({ plan: null, routes: [], visits: [{ id: visitId, ...texts() }] });
    await change("plan_changes", {
      before: JSON.stringify(side()),
      after: JSON.stringify(side()),
      about: JSON.stringify({
        names: [mark()],
        visits: 1,
        routeIds: [],
        fields: [{ of: "visit", field: "recipientName", from: mark(), to: mark() }],
      }),
    });
    await change("routing_queries", {
      input: JSON.stringify({ visits: { [visitId]: { name: mark() } } }),
      output: JSON.stringify({
        routes: [{ vehicle: 1, steps: [{ type: "job", id: visitId, description: mark() }] }],
        unassigned: [{ id: visitId, name: mark() }],
      }),
      difference: JSON.stringify({ moves: [{ visitId, name: mark() }] }),
    });
    await change("webhook_deliveries", {
      body: JSON.stringify({ data: { visits: [{ id: visitId, external_id: mark() }] } }),
    });
    await change("message_contacts", { channel: "mail", contact: CONTACTS[whose] });
    await change("audit_log", { changes: null });
    await db()("audit_log").insert({
      ...{ company_id: companyId, action: "visit.update", outcome: "done", who: "Ann", created_at: NOW },
      changes: JSON.stringify([{ model: "Visit", id: visitId, fields: { recipient_name: [mark(), mark()] } }]),
    });
    const pictures = `companies/${companyId}/visits`;
    const photo = await put(`${pictures}/${whose}-photo.jpg`, mark());
    const refused = await put(`${pictures}/${whose}-refused.jpg`, mark());
    const sheet = await put(`companies/${companyId}/sheets/${whose}.csv`, mark());
    await change("routing_visit_attachments", { path: photo });
    await change("road_tasks", {
      details: JSON.stringify({ pictures: [{ type: "photo", key: refused }], says: mark() }),
    });
    await change("routing_sheets", { file_path: sheet, rows_path: null, book: "[]", state: "applied" });
    await change("recipient_erasures", { confirmed_at: null });
    return { companyId, visitId, planted };
  }

  /** Where a mark of theirs stands in what is about customers: "table.column" for rows, the name for files. */
  async function found(whose: string): Promise<string[]> {
    const places: string[] = [];
    for (const { name } of schema) {
      const columns = [...(usesOf(name).columns.recipients ?? []), ...(name === "audit_log" ? ["changes"] : [])];
      const rows = (await db()(name)) as Record<string, unknown>[];
      for (const column of columns)
        if (rows.some((row) => String(row[column]).includes(`¤${whose}`))) places.push(`${name}.${column}`);
    }
    for (const name of readdirSync(folder, { recursive: true }) as string[]) {
      const full = path.join(folder, name);
      if (statSync(full).isFile() && readFileSync(full, "utf8").includes(`¤${whose}`)) places.push(path.basename(name));
    }
    return places.sort();
  }

  const whole = async (whose: string): Promise<unknown> => {
    const rows = await Promise.all(schema.map(async ({ name }) => [name, await db()(name)] as const));
    return rows.map(([name, all]) => [
      name,
      (all as object[]).filter((row) => Object.values(row).some((value) => String(value).includes(`¤${whose}`))),
    ]);
  };

  async function decide({ companyId, visitId }: { companyId: number; visitId: number }, email = CONTACTS.a!) {
    const contact = sealContact({ channel: "mail", contact: email, country: "" });
    const counts = { visits: 1, removed_visits: 0, pictures: 0, messages: 0, imports: 0 };
    const erasure = { user_id: null, contact, last_visit_id: visitId, ...counts };
    const id = await addErasure(db(), companyId, erasure, NOW);
    await confirmErasure(db(), companyId, id, NOW);
    return id;
  }

  const EVERYWHERE = (whose: string): string[] =>
    [
      ...schema.flatMap(({ name }) => (usesOf(name).columns.recipients ?? []).map((column) => `${name}.${column}`)),
      "audit_log.changes",
      `${whose}-photo.jpg`,
      `${whose}-refused.jpg`,
      `${whose}.csv`,
    ]
      // They have the e-mail itself.
      .filter((place) => !["routing_visits.recipient_email", "message_contacts.contact"].includes(place))
      .sort();

  it("leaves nothing of them, and all of others, in their company and elsewhere", async () => {
    const one = await plant("a");
    const { companyId } = one;
    const shared = [...one.planted].filter(([table]) => !OF_VISITS.includes(table));
    const other = await plant("b", Object.fromEntries(shared.map(([table, id]) => [table, Number(id)])));
    await plant("c");
    expect([await found("a"), await found("b"), await found("c")]).toEqual(["a", "b", "c"].map(EVERYWHERE));
    // Texts of others with the e-mail in them lose it.
    const note = (id: number, text: string) => db()("routing_visits").where({ id }).update({ recipient_note: text });
    await note(other.visitId, `¤b has ${CONTACTS.a}.`);
    const before = [await whole("b"), await whole("c")];

    const id = await decide({ companyId, visitId: other.visitId });
    expect(await eraseRecipients(erasing())).toBe(1);
    expect(await found("a")).toEqual([]);
    expect((await db()("routing_visits").where({ id: other.visitId }).first())?.recipient_note).toBe(
      "¤b has (erased).",
    );
    await note(other.visitId, `¤b has ${CONTACTS.a}.`);
    expect([await whole("b"), await whole("c")]).toEqual(before);
    expect(await found("c")).toEqual(EVERYWHERE("c"));
    expect(await db()("routing_visits").where({ id: one.visitId }).first()).toMatchObject({
      name: "Erased recipient",
      recipient_email: "",
      status: 4,
    });
    expect(await db()("recipient_erasures").where({ id }).first()).toMatchObject({
      contact: null,
      outcome: "done",
      ended_at: NOW,
      visits: 1,
    });
    const contacts = () => db()("message_contacts").where({ company_id: companyId }).pluck("contact");
    expect(await contacts()).toEqual([CONTACTS.b]);
    expect(await eraseRecipients(erasing())).toBe(0);
  });

  it("goes on where it was killed", async () => {
    const one = await plant("a");
    const id = await decide(one);
    // Killed again and again: after one statement or file more each time.
    for (let survived = 0, isDone = false; !isDone; survived += 1) {
      const ending = new AbortController();
      let left = survived;
      const dying: FileStorage = {
        ...storage,
        async remove(key) {
          if (left-- <= 0) throw new Error("killed");
          await storage.remove(key);
        },
      };
      const killed = () => {
        if (left-- <= 0) ending.abort(new Error("killed"));
      };
      db().on("query", killed);
      isDone = await eraseRecipients({ ...erasing(), storage: dying, signal: ending.signal }).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe("killed");
          return false;
        },
      );
      db().removeListener("query", killed);
      const row = await db()("recipient_erasures").where({ id }).first();
      if (row?.outcome !== "done") expect(row?.contact).not.toBeNull();
      else isDone = true;
      expect(survived).toBeLessThan(400);
      // Every step of hundreds takes long; a few of each part tell as much.
      survived += 6;
    }
    expect(await found("a")).toEqual([]);
  });

  it("has a line for every table about customers, and for every one that refers to visits", () => {
    const expected = schema
      .filter(
        ({ name, columns }) =>
          usesOf(name).columns.recipients !== undefined || columns.some((column) => column.name === "visit_id"),
      )
      .map(({ name }) => name);
    expect(Object.keys(RECIPIENT_USES).sort()).toEqual(expected.sort());
  });
});
