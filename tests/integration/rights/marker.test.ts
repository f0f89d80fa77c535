import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { runHousekeeping } from "~/db/housekeeping.server";
import { packedColumns } from "~/db/packed-texts.server";
import { TABLE_USES } from "~/db/rights/table-uses";
import type { TableName } from "~/db/rights/table-uses";
import { addSeconds } from "~/domain/time/utc-text";
import { eraseClosedCompanies, erasePeople } from "~/features/rights/run/erasures.server";
import type { Erasing } from "~/features/rights/run/erasures.server";
import { miniatureKey } from "~/services/images/miniature";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import type { FileStorage } from "~/services/storage/storage";
import { databases, migratedDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";
import { plantRows } from "../../helpers/planted-rows";
import { tablesOfSchema } from "../../helpers/table-schema";
import type { SchemaTable } from "../../helpers/table-schema";

/**
 * Plants a mark in every text column of every table, as the database describes them, for two companies with a user
 * each, and in their files; what is looked for afterwards is found by the schema, too. A column that is forgotten in an
 * erasure shows here without being named.
 */
const NOW = "2026-11-21 06:00:00";
const DAY = 24 * 3600;
const root = mkdtempSync(path.join(tmpdir(), "route-platform-marks-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Five characters, the shortest text that is looked at: whose it is, and which column. */
const SHORTEST = 5;
const mark = (whose: string, nth: number): string => `¤${whose}${nth.toString(36).padStart(3, "0")}`;

const platform = (table: SchemaTable): boolean => TABLE_USES[table.name as TableName].owner === "platform";

describe.each(databases())("erasing on %s", (kind) => {
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

  const erasing = (now = NOW): Erasing => ({
    db: db(),
    storage,
    now,
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

  /** A company and its owner, with a row in each table that belongs to one of them. */
  async function plant(whose: string) {
    seed += 1;
    const places = new Map<string, number>();
    const text = (table: string, column: string): string => {
      const place = `${table}.${column}`;
      if (!places.has(place)) places.set(place, places.size);
      return mark(whose, places.get(place)!);
    };
    const planted = await plantRows(db(), schema, {
      text,
      seed: seed * 1000,
      known: {},
      tables: (table) => !platform(table),
    });
    const [userId, companyId] = [Number(planted.get("users")), Number(planted.get("companies"))];
    // What decides whether somebody works here; all else keeps its mark.
    await db()("companies").where({ id: companyId }).update({ deleted_at: null, erased_at: null, user_id: userId });
    await db()("users")
      .where({ id: userId })
      .update({ deleted_at: null, erase_at: null, erased_at: null, platform_role: "none", is_admin: 0 });
    await plantFiles(whose, companyId, planted);
    return { userId, companyId };
  }

  async function plantFiles(whose: string, companyId: number, planted: ReadonlyMap<string, unknown>): Promise<void> {
    const file = (name: string) => put(name, `¤${whose} in ${name}`);
    for (const { name } of schema) {
      if (!planted.has(name)) continue;
      const columns = [...(TABLE_USES[name as TableName].columns.file ?? [])];
      if (name === "users") columns.push("image");
      if (name === "routing_sheets") columns.push("rows_path");
      for (const column of columns) {
        const folder = name === "users" ? "users" : `companies/${companyId}`;
        const key = await file(`${folder}/${whose}-${name}-${column}.jpg`);
        await file(miniatureKey(key, 200));
        await db()(name)
          .where({ id: planted.get(name) as number })
          .update({ [column]: key });
      }
    }
    const refused = await file(`companies/${companyId}/visits/refused-${whose}.jpg`);
    await db()("road_tasks")
      .where({ company_id: companyId })
      .update({ details: JSON.stringify({ pictures: [{ type: "photo", key: refused }], by: `¤${whose}` }) });
    // An upload that was killed.
    await file(`companies/${companyId}/sheets/left.csv`);
  }

  // What is packed is no text; tests/integration/db/packed-texts.test.ts erases people from it.
  const isPacked = (table: SchemaTable, column: string) => packedColumns(table.name).includes(column);
  const texts = (table: SchemaTable) =>
    table.columns.filter(
      ({ name, isText, length }) => isText && !isPacked(table, name) && (length === null || length >= SHORTEST),
    );

  /** Where a mark of theirs stands: "table.column" for rows, the name for files. */
  async function found(
    whose: string,
    but: (table: string, column: string) => boolean = () => false,
  ): Promise<string[]> {
    const places: string[] = [];
    for (const table of schema) {
      const rows = (await db()(table.name)) as Record<string, unknown>[];
      for (const { name } of texts(table))
        if (!but(table.name, name) && rows.some((row) => String(row[name]).includes(`¤${whose}`)))
          places.push(`${table.name}.${name}`);
    }
    for (const name of readdirSync(folder, { recursive: true }) as string[]) {
      const full = path.join(folder, name);
      if (statSync(full).isFile() && readFileSync(full, "utf8").includes(`¤${whose}`)) places.push(name);
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

  const stays = (table: string, column: string): boolean =>
    TABLE_USES[table as TableName].stays?.includes(column) === true;

  it("plants in every text column that is long enough", async () => {
    await plant("a");
    const all = schema.filter((table) => !platform(table)).flatMap((table) => texts(table).map((one) => [table, one]));
    const planted = await found("a");
    const missing = (all as [SchemaTable, { name: string }][])
      .map(([table, { name }]) => `${table.name}.${name}`)
      .filter((place) => !planted.includes(place));
    // Keys of other tables, files' names, and what decides whether somebody works here.
    expect(missing.sort()).toEqual([
      "companies.deleted_at",
      "companies.erased_at",
      "companies.image",
      "company_billings.package",
      "routing_sheets.file_path",
      "routing_sheets.rows_path",
      "routing_visit_attachments.path",
      "users.deleted_at",
      "users.erase_at",
      "users.erased_at",
      "users.image",
      "users.platform_role",
    ]);
    expect(planted.filter((place) => place.includes("/"))).toHaveLength(12);
  });

  it("leaves nothing of a closed company and its people, and all of the other one", async () => {
    const [one] = [await plant("a"), await plant("b")];
    const other = [await whole("b"), await found("b")];
    const close = (days: number) =>
      db()("companies")
        .where({ id: one.companyId })
        .update({ deleted_at: addSeconds(NOW, -days * DAY) });

    // Before its time, nothing happens.
    await close(29);
    const before = await found("a");
    await eraseClosedCompanies(erasing());
    await erasePeople(erasing());
    expect(await found("a")).toEqual(before);

    await close(30);
    await eraseClosedCompanies(erasing());
    await erasePeople(erasing());
    expect(await found("a", stays)).toEqual([]);
    expect([await whole("b"), await found("b")]).toEqual(other);
    const left = await db()("companies").where({ id: one.companyId }).first();
    expect(left).toMatchObject({ title: `Company ${one.companyId}`, erased_at: NOW, email: null });
    expect(await db()("audit_log").where({ company_id: one.companyId })).toEqual([
      expect.objectContaining({ who: `Person ${one.userId}`, changes: null, ip: null, user_agent: null }),
    ]);
    // A second time finds nothing to do.
    const rows = await whole("b");
    await eraseClosedCompanies(erasing(addSeconds(NOW, DAY)));
    expect(await erasePeople(erasing(addSeconds(NOW, DAY)))).toBe(0);
    expect(await whole("b")).toEqual(rows);
  });

  it("goes on where it was killed", async () => {
    const one = await plant("a");
    await db()("companies")
      .where({ id: one.companyId })
      .update({ deleted_at: addSeconds(NOW, -40 * DAY) });
    // Killed again and again: after one file more each time.
    for (let survived = 0, isDone = false; !isDone; survived += 1) {
      let left = survived;
      const dying: FileStorage = {
        ...storage,
        async remove(key) {
          if (left-- <= 0) throw new Error("killed");
          await storage.remove(key);
        },
      };
      isDone = await eraseClosedCompanies({ ...erasing(), storage: dying }).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe("killed");
          return false;
        },
      );
      expect((await db()("companies").where({ id: one.companyId }).first())?.erased_at).toBe(isDone ? NOW : null);
      expect(survived).toBeLessThan(100);
    }
    await erasePeople(erasing());
    expect(await found("a", stays)).toEqual([]);
  });

  it("leaves nothing of a person but a number, and all of the others", async () => {
    const [one, other] = [await plant("a"), await plant("b")];
    const words = { name: "Quirina¤p", surname: "Zwölfer", email: "quirina¤p@example.com", phone: "+41 79 555 01 23" };
    await db()("users").where({ id: one.userId }).update(words);
    const sentence = `${words.name} ${words.surname}, ${words.email}, ${words.phone}`;
    // Into everything of the company that people write, as far as it has room; what is about customers has the e-mail.
    for (const table of schema) {
      const { owner, columns } = TABLE_USES[table.name as TableName];
      if (owner !== "company" && table.name !== "companies") continue;
      const written = new Set([...(columns.people ?? []), ...(columns.recipients ?? []), ...(columns.inner ?? [])]);
      const hasRoom = (name: string, length: number | null): boolean =>
        columns.people?.includes(name) === true && (length === null || length >= sentence.length);
      const values = table.columns
        .filter(({ name }) => written.has(name) && name !== "rows_path" && !isPacked(table, name))
        .map(({ name, length }) => [name, hasRoom(name, length) ? sentence : words.email])
        .filter(([name, text]) => {
          const length = table.columns.find((column) => column.name === name)!.length;
          return length === null || length >= text!.length;
        });
      const row = Object.fromEntries(values) as Record<string, string>;
      if (Object.keys(row).length === 0 || table.name === "audit_log") continue;
      await db()(table.name)
        .where({ [table.name === "companies" ? "id" : "company_id"]: one.companyId })
        .update(row);
    }
    const entry = { company_id: one.companyId, action: "x", outcome: "done", who: words.email, created_at: NOW };
    await db()("audit_log").insert([
      { ...entry, who: `${words.name} ${words.surname}`, user_id: one.userId, ip: "10.0.0.¤p", user_agent: "¤p" },
      { ...entry, user_id: other.userId, changes: JSON.stringify([{ fields: { note: [null, sentence] } }]) },
      { ...entry, company_id: null, who: "", model: "User", ids: `[${one.userId}]`, changes: '[{"fields":["¤p"]}]' },
      // A sign-up, by nobody who is signed in.
      { ...entry, company_id: null, who: "", model: "User", ids: `[${one.userId}]`, ip: "10.0.0.¤p", user_agent: "¤p" },
    ]);
    await db()("mails").insert({ uid: "m1", recipient: words.email, subject: "¤p", attempts: 0, created_at: NOW });
    const invitation = { kind: "invitation", hash: "h9", expires_at: NOW, created_at: NOW };
    await db()("tokens").insert({ ...invitation, payload: JSON.stringify({ email: words.email }) });
    const before = [await whole("b"), await found("b")];

    await db()("users").where({ id: one.userId }).update({ erase_at: NOW });
    expect(await erasePeople(erasing())).toBe(1);
    expect(await found("p")).toEqual([]);
    const own = ["users", "sessions", "tokens", "push_subscriptions"];
    const left = await found("a", (table) => !own.includes(table) && !table.startsWith("user_"));
    expect(left.filter((place) => !place.includes("/"))).toEqual(["users.created_at"]);
    expect(left.filter((place) => place.includes("users-image"))).toEqual([]);
    // What the company has without a word of the person stays.
    expect(await found("a", (table) => table !== "vehicles")).toContain("vehicles.created_at");
    for (const { name } of schema) {
      const rows = JSON.stringify(await db()(name));
      for (const word of [words.email, "Zwölfer", words.phone, "41795550123", "079 555 01 23"])
        expect([name, rows.includes(word)]).toEqual([name, false]);
    }
    expect([await whole("b"), await found("b")]).toEqual(before);
    expect(await db()("users").where({ id: one.userId }).first()).toMatchObject({
      name: `Person ${one.userId}`,
      email: `person-${one.userId}@erased.invalid`,
      password_hash: null,
      status: "ban",
      erased_at: NOW,
    });
    expect(await db()("company_members").where({ user_id: one.userId }).first()).toMatchObject({
      name: `Person ${one.userId}`,
      surname: "",
      email: null,
      status: 0,
    });
    expect((await db()("audit_log").where({ user_id: one.userId, action: "x" }).first())?.who).toBe(
      `Person ${one.userId}`,
    );
    // Nothing of it comes back, and nothing stands in the way of what is done every hour.
    await runHousekeeping(db(), addSeconds(NOW, 400 * DAY));
    expect(await found("p")).toEqual([]);
  });
});
