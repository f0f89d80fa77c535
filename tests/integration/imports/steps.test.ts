import { beforeAll, describe, expect, it, vi } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { continueApply, startApply } from "~/features/imports/commands/apply-sheet.server";
import { applyRows } from "~/features/imports/commands/apply-rows.server";
import { checkRows } from "~/features/imports/commands/check-rows.server";
import { markFailed } from "~/features/imports/commands/mark-failed.server";
import { mendRows } from "~/features/imports/commands/mend-rows.server";
import { mapSheet, startCheck } from "~/features/imports/commands/map-sheet.server";
import { uploadAndCheck } from "~/features/imports/commands/upload-and-check.server";
import { uploadSheet } from "~/features/imports/commands/upload-sheet.server";
import { goOn } from "~/features/imports/run/continue-imports.server";
import { companyRoom, setPublisher } from "~/realtime/publisher.server";
import { createCompany, createPlan } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { recordChanges } from "../../helpers/live";
import { sessionOf } from "../../helpers/sessions";
import { stored, workbookOf } from "../../helpers/workbooks";
import type { Rows, UploadWorld } from "../../helpers/workbooks";
import { useImports } from "./import-world";

const GERMAN: Rows = [
  ["Kunde", "Anschrift", "Gewicht kg"],
  ["Amsel", "Hauptstrasse 1, Vaduz", 12],
  ["Buche", "Hauptstrasse 2, Vaduz", "3,5"],
];

describe.each(databases())("the steps of an import on %s", (kind) => {
  const imports = useImports(kind);
  const { database, sheetOf, none } = imports;
  let world: UploadWorld;
  let company: TestCompany;
  let session: CompanySession;
  const author = () => ({ companyId: company.companyId, userId: session.user.id });

  beforeAll(() => {
    world = imports.world();
    company = imports.company();
    session = imports.session();
  });

  const file = (rows: Rows, name = "steps.xlsx") => stored(world, name, workbookOf({ Visits: rows }));
  const state = async (id: number) => (await sheetOf(id)).row.state;
  const names = async (planId: number) =>
    (await database().db("routing_visits").where({ plan_id: planId }).whereNull("deleted_at").orderBy("id")).map(
      ({ name }) => name,
    );
  const planOf = () => createPlan(database().db, company.companyId, { warehouse_id: company.warehouseId });
  const manyRows = (amount: number): Rows => [
    ["Name", "External id", "Address"],
    ...Array.from({ length: amount }, (_, index) => [`Stop ${index}`, `S-${index}`, "Vaduz"]),
  ];

  it("reads numbers by what their column writes before decimals, and tells where nothing says it", async () => {
    const planId = await planOf();
    const rows: Rows = [
      ["Name", "Address", "Weight kg", "Volume m3"],
      ["Amsel", "Vaduz", "1,200", "1,200"],
      ["Buche", "Vaduz", "0,5", "2,500"],
    ];
    const id = await uploadAndCheck(session, await file(rows), { planId, warehouseId: null });
    const told = (row: number, text: string, ...[used, other]: [number, number]) =>
      `Row ${row}: Package capacity '${text}' can be read in two ways: ${used} or ${other}. ${used} is used.`;
    const { problems } = await sheetOf(id);
    expect(problems.map(({ message }) => message)).toEqual([told(2, "1,200", 1200, 1.2), told(3, "2,500", 2500, 2.5)]);
    await startApply(session, id);
    await continueApply(author(), id);
    expect(await imports.visitsOf(id)).toMatchObject([
      { name: "Amsel", package_load: 1.2, package_capacity: 1200 },
      { name: "Buche", package_load: 0.5, package_capacity: 2500 },
    ]);
  });

  it("checks a file at once when all its columns are known, and imports it with one press", async () => {
    const planId = await planOf();
    const id = await uploadAndCheck(session, await file(GERMAN), { planId, warehouseId: null });
    expect(await state(id)).toBe("parsed");
    const before = await sheetOf(id);
    expect(before.page.counts).toMatchObject({ visits: { create: 2, update: 0 }, left: 0 });
    expect(before.page.sheets[0]).toMatchObject({ labels: ["Name", "Address", "Package load"], ignored: [] });
    expect(await names(planId)).toEqual([]);
    await startApply(session, id);
    await continueApply(author(), id);
    expect(await names(planId)).toEqual(["Amsel", "Buche"]);
    expect(await state(id)).toBe("applied");
  });

  it("waits for what somebody says about its columns, and proposes the same for the next file", async () => {
    const rows: Rows = [
      ["Zeile 1", "Zeile 2"],
      ["Amsel", "red"],
      ["Buche", "blue"],
    ];
    const first = await uploadSheet(session, await file(rows), none);
    await expect(startCheck(session, first.id, [null])).rejects.toThrow("Please select entity for sheets");
    await mapSheet(session, first.id, 0, { entity: "visit" });
    await mapSheet(session, first.id, 0, { columns: [null, "recipientNote"] });
    await expect(startCheck(session, first.id)).rejects.toThrow("Field Name is required in sheet Visits");
    expect(await state(first.id)).toBe("uploaded");
    await mapSheet(session, first.id, 0, { columns: ["name", "recipientNote"], defaults: { packageLoad: "2,5 kg" } });
    await startCheck(session, first.id);
    await checkRows(company.companyId, first.id);
    await startApply(session, first.id);
    await continueApply(author(), first.id);
    expect(await imports.visitsOf(first.id)).toMatchObject([
      { name: "Amsel", recipient_note: "red", package_load: 2.5 },
      { name: "Buche", recipient_note: "blue", package_load: 2.5 },
    ]);
    const second = await uploadSheet(session, await file([...rows, ["Eiche", "green"]]), none);
    expect(second.mappings[0]).toMatchObject({ entity: "visit", columns: ["name", "recipientNote"], sure: true });
    const other = await createCompany(database().db);
    const theirs = await uploadSheet(sessionOf(other, { isOwner: true }, other.ownerId), await file(rows), none);
    expect(theirs.mappings[0]!.columns).not.toContain("recipientNote");
  });

  it("learns from what somebody chose and imported, never from a guess or from what was discarded", async () => {
    const mine = await createCompany(database().db);
    const me = sessionOf(mine, { isDispatcher: true }, mine.ownerId);
    const upload = async (...headers: string[]) =>
      uploadSheet(me, await file([headers, headers.map((header) => `${header} of it`)]), none);
    const imported = async (id: number) => {
      await startCheck(me, id);
      await checkRows(mine.companyId, id);
      await startApply(me, id);
      await continueApply({ companyId: mine.companyId, userId: me.user.id }, id);
    };
    const proposed = async (...headers: string[]) => {
      const { columns, sure } = (await upload(...headers)).mappings[0]!;
      return { columns, sure };
    };
    const guess = { columns: ["name", "address"], sure: false };
    const discarded = await upload("Recipient", "Address");
    expect(discarded.mappings[0]).toMatchObject(guess);
    await startCheck(me, discarded.id);
    await checkRows(mine.companyId, discarded.id);
    expect(await proposed("Recipient", "Address")).toEqual(guess);
    await imported(discarded.id);
    expect(await proposed("Recipient", "Address")).toEqual(guess);
    expect(await proposed("Name", "Recipient", "Address")).toEqual({
      columns: ["name", "recipientName", "address"],
      sure: true,
    });
    expect(await proposed("Name", "Address")).toEqual({ columns: ["name", "address"], sure: true });

    const confirmed = await upload("Recipient", "Address");
    await mapSheet(me, confirmed.id, 0, { columns: ["name", "address"] });
    await imported(confirmed.id);
    expect(await proposed("Recipient", "Address")).toEqual({ ...guess, sure: true });
    expect((await proposed("Name", "Recipient", "Address")).columns).toEqual(["name", "recipientName", "address"]);
  });

  it("takes what is remembered without a choice for a hint, until an import says otherwise", async () => {
    const mine = await createCompany(database().db);
    const me = sessionOf(mine, { isDispatcher: true }, mine.ownerId);
    const stamps = { created_at: "2026-01-01 00:00:00", updated_at: "2026-01-01 00:00:00" };
    const known = { company_id: mine.companyId, kind: "visit", ...stamps } as const;
    await database()
      .db("spreadsheet_columns")
      .insert([
        { ...known, header: "kunde", field: "recipientName" },
        { ...known, header: "zeile", field: "recipientNote" },
      ]);
    const rows: Rows = [
      ["Kunde", "Zeile"],
      ["Amsel", "red"],
    ];
    const { id, mappings } = await uploadSheet(me, await file(rows), none);
    expect(mappings[0]).toMatchObject({ columns: ["name", "recipientNote"], sure: false, unsure: [0, 1] });
    await startCheck(me, id);
    await checkRows(mine.companyId, id);
    await startApply(me, id);
    await continueApply({ companyId: mine.companyId, userId: me.user.id }, id);
    expect(
      await database().db("spreadsheet_columns").where({ company_id: mine.companyId }).select("header", "field"),
    ).toEqual([{ header: "zeile", field: "recipientNote" }]);
  });

  // @spec PC-5.51 PC-8.02
  it("names every required field that no column has, line by line", async () => {
    const rows = [
      ["Colour", "Remark"],
      ["red", "soon"],
    ];
    const book = await stored(world, "two.xlsx", workbookOf({ North: rows, South: rows }));
    const { id } = await uploadSheet(session, book, none);
    for (const sheet of [0, 1]) {
      await mapSheet(session, id, sheet, { entity: "visit" });
      await mapSheet(session, id, sheet, { columns: [null, "recipientNote"] });
    }
    await expect(startCheck(session, id)).rejects.toThrow(
      "Field Name is required in sheet North\nField Name is required in sheet South",
    );
  });

  it("refuses a field that two columns ask for at the newly chosen one, and keeps what was there", async () => {
    const rows: Rows = [
      ["Name", "Alias", "Minutes"],
      ["Ash", "Beech", 5],
    ];
    const { id } = await uploadSheet(session, await file(rows), none);
    const columns = async () => JSON.parse((await sheetOf(id)).row.mappings!)[0].columns as (string | null)[];
    await mapSheet(session, id, 0, { columns: ["name", null, "serviceTime"] });
    const twice = (...asked: string[]) => mapSheet(session, id, 0, { columns: asked });
    const refusal = { code: "import.column_used", status: 422, message: "This field is already used" };
    await expect(twice("name", "name", "serviceTime")).rejects.toMatchObject({ ...refusal, field: "column.1" });
    await expect(twice("name", "name", "name")).rejects.toMatchObject({ ...refusal, field: "column.2" });
    expect(await columns()).toEqual(["name", null, "serviceTime"]);
    await twice("serviceTime", "", "name");
    expect(await columns()).toEqual(["serviceTime", null, "name"]);
  });

  it("takes another row for the headers, and refuses a default that its field can't read", async () => {
    const rows: Rows = [
      ["Tour of Monday", null, null],
      ["Customer", "Street", "Minutes"],
      ["Ash", "Main street 1", 5],
    ];
    const { id } = await uploadSheet(session, await file(rows), none);
    await mapSheet(session, id, 0, { entity: "visit", headerRow: 0 });
    expect((await sheetOf(id)).page.sheets[0]).toMatchObject({ rows: 2 });
    await mapSheet(session, id, 0, { headerRow: 1 });
    expect((await sheetOf(id)).page.sheets[0]).toMatchObject({ rows: 1, labels: ["Name", "Street", "Service time"] });
    await expect(mapSheet(session, id, 0, { defaults: { packageLoad: "much" } })).rejects.toMatchObject({
      field: "default.packageLoad",
      status: 422,
    });
  });

  it("goes on with the first row that is not checked, and stores no row twice when two tabs check", async () => {
    const { id } = await uploadSheet(session, await file(manyRows(1_700)), none);
    await startCheck(session, id);
    const first = await checkRows(company.companyId, id, 0);
    expect(first).toMatchObject({ finished: false, total: 1_700 });
    expect((await sheetOf(id)).rows).toHaveLength(first.done);
    expect(first.done).toBeGreaterThan(0);
    await Promise.all([checkRows(company.companyId, id, 0), checkRows(company.companyId, id, 0)]);
    await goOn(database().db, author(), id);
    const { page, rows } = await sheetOf(id);
    expect([page.state, page.counts.all, rows.length]).toEqual(["parsed", 1_700, 1_700]);
    expect(new Set(rows.map(({ row }) => row)).size).toBe(1_700);
  });

  it("imports a large file in pieces, and goes on after a process that died between two of them", async () => {
    const planId = await planOf();
    const { id } = await uploadSheet(session, await file(manyRows(5_200)), { planId, warehouseId: null });
    await startCheck(session, id);
    await checkRows(company.companyId, id, Infinity);
    await startApply(session, id);
    const first = await applyRows(author(), id, { workMs: 0 });
    expect(first.finished).toBe(false);
    expect(first.done).toBeGreaterThan(0);
    expect(await names(planId)).toHaveLength(first.done);
    // Two others take over at once: two tabs, or a tab and the job.
    await Promise.all([applyRows(author(), id, { workMs: 0 }), applyRows(author(), id, { workMs: 0 })]);
    await goOn(database().db, author(), id);
    const all = await names(planId);
    expect(all).toHaveLength(5_200);
    expect(new Set(all).size).toBe(5_200);
    expect(await state(id)).toBe("applied");
  });

  it("leaves one whose failure can't be stored, because it is gone, to its list's other imports", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const gone = 999_999;
    await goOn(database().db, author(), gone);
    expect(logged.mock.calls.map(([words]) => words as unknown)).toEqual([
      `Import ${gone} could not be continued:`,
      `Import ${gone}: that it failed could not be stored.`,
    ]);
  });

  it("ends the removal of a discarded file after a process that died in it", async () => {
    const planId = await planOf();
    const { id } = await uploadSheet(session, await file(manyRows(5)), { planId, warehouseId: null });
    await database().db("routing_sheets").where({ id }).update({ state: "discarded" });
    await goOn(database().db, author(), id);
    expect(await database().db("routing_sheets").where({ id })).toEqual([]);
    expect(await database().db("routing_sheet_rows").where({ sheet_id: id })).toEqual([]);
  });

  it("adds nothing when it is applied twice, in two tabs, or uploaded once more", async () => {
    const planId = await planOf();
    const upload = async (rows: Rows) => uploadAndCheck(session, await file(rows), { planId, warehouseId: null });
    const apply = async (id: number) => {
      await Promise.all([startApply(session, id), startApply(session, id)]);
      await Promise.all([continueApply(author(), id), continueApply(author(), id)]);
      await startApply(session, id);
      await continueApply(author(), id);
    };
    await apply(await upload(GERMAN));
    expect(await names(planId)).toEqual(["Amsel", "Buche"]);
    const again = await upload(GERMAN);
    expect((await sheetOf(again)).page.counts.visits).toMatchObject({ create: 0, update: 2 });
    await apply(again);
    expect((await sheetOf(again)).summary).toMatchObject({ visits: 0, unchanged: 2 });
    expect(await names(planId)).toEqual(["Amsel", "Buche"]);
  });

  it("updates visits with the same external id: only what the file has, and of two rows the later one", async () => {
    const planId = await planOf();
    const run = async (rows: Rows) => {
      const id = await uploadAndCheck(session, await file(rows), { planId, warehouseId: null });
      await startApply(session, id);
      await continueApply(author(), id);
      return sheetOf(id);
    };
    await run([
      ["Name", "External id", "Address", "Service time", "Latitude", "Longitude"],
      ["Ash", "E-1", "Main street 1", 7, 47.1, 9.5],
      ["Beech", "E-2", "Main street 2", 8, 47.2, 9.5],
    ]);
    const { summary, problems } = await run([
      ["Name", "External id", "Service time", "Address"],
      ["Ash old", "E-1", 99, "Main street 1"],
      ["Ash new", "E-1", 9, "Main  STREET 1"],
      ["Beech", "E-2", null, "Elsewhere 5"],
    ]);
    expect(summary).toMatchObject({ visits: 0, visitsUpdated: 2 });
    expect(problems).toMatchObject([
      { row: 2, value: "E-1", dropped: true, message: expect.stringContaining("is also in row 3. The later row") },
    ]);
    const visits = await database().db("routing_visits").where({ plan_id: planId }).orderBy("id");
    expect(visits).toMatchObject([
      { name: "Ash new", service_time: 9, lat: 47.1 },
      // Its place was that of the old address.
      { name: "Beech", service_time: 8, address: "Elsewhere 5", lat: null },
    ]);
  });

  it("says which rows without an external id are the same in all, and imports each", async () => {
    const rows: Rows = [
      ["Name", "Address", "Service time"],
      ["Ash", "Main street 1", 5],
      ["Ash", "Main street 1", 6],
      ["Ash", "Main street 1", 5],
      ["Beech", "Main street 1", 5],
      ["Ash", "Main street 1", 5],
    ];
    const id = await uploadAndCheck(session, await file(rows), none);
    const said = async () => (await sheetOf(id)).problems.map(({ message, dropped }) => [message, dropped]);
    const same = [
      ["Row 4: The row is the same as row 2. Both were used.", false],
      ["Row 6: The row is the same as row 2. Both were used.", false],
    ];
    expect(await said()).toEqual(same);
    const [, , third, fourth] = (await sheetOf(id)).rows;
    await mendRows(session, id, [
      { rowId: third!.id, column: 0, value: "Cedar" },
      { rowId: fourth!.id, column: 0, value: "Cedar" },
    ]);
    expect(await said()).toEqual([["Row 5: The row is the same as row 4. Both were used.", false], same[1]]);
    await startApply(session, id);
    await continueApply(author(), id);
    expect((await imports.visitsOf(id)).map(({ name }) => name)).toEqual(["Ash", "Ash", "Cedar", "Cedar", "Ash"]);
  });

  it("leaves a total below the list out, until somebody says that it is a visit", async () => {
    const rows: Rows = [
      ["Name", "Address", "Package load"],
      ["Ash", "Main street 1", 5],
      ["Beech", "Main street 2", 7],
      ["Gesamt", null, 12],
    ];
    const id = await uploadAndCheck(session, await file(rows), none);
    const { page, problems, rows: checked } = await sheetOf(id);
    expect(page.counts).toMatchObject({ visits: { create: 2 }, left: 1 });
    expect(problems).toMatchObject([{ row: 4, message: "Row 4: 'Gesamt' looks like a total. The row was left out." }]);
    await mendRows(session, id, [{ rowId: checked[2]!.id, column: 0, value: "Gesamtschule Nord" }]);
    expect((await sheetOf(id)).page.counts).toMatchObject({ visits: { create: 3 }, left: 0 });
    const other = await uploadAndCheck(session, await file([...rows.slice(0, 3), ["2 stops", null, 12]]), none);
    expect((await sheetOf(other)).page.counts).toMatchObject({ visits: { create: 3 }, left: 0, noted: 1 });
  });

  it("leaves visits alone that may not be changed, and says why", async () => {
    const planId = await planOf();
    const { db } = database();
    const rows = (time: number): Rows => [
      ["Name", "External id", "Service time"],
      ["Locked", "L-1", time],
      ["Done", "L-2", time],
      ["Free", "L-3", time],
    ];
    const checked = async (time: number) =>
      uploadAndCheck(session, await file(rows(time)), { planId, warehouseId: null });
    const apply = async (id: number) => {
      await startApply(session, id);
      await continueApply(author(), id);
      return sheetOf(id);
    };
    await apply(await checked(5));
    const [routeId] = await db("routing_routes").insert({
      company_id: company.companyId,
      plan_id: planId,
      status: 3,
      is_locked: 1,
      created_at: "2026-11-21 06:00:00",
      updated_at: "2026-11-21 06:00:00",
    });
    await db("routing_visits").where({ plan_id: planId, external_id: "L-1" }).update({ route_id: routeId, status: 2 });
    await db("routing_visits").where({ plan_id: planId, external_id: "L-2" }).update({ status: 4 });
    const times = () => db("routing_visits").where({ plan_id: planId }).orderBy("id").pluck("service_time");
    const lock = (is_locked: 0 | 1) => db("routing_routes").where({ id: routeId! }).update({ is_locked });
    const stays = (row: number, why: string) => [
      row,
      `Row ${row}: The visit is there already and stays as it is: ${why}`,
    ];
    const said = async (id: number) => (await sheetOf(id)).problems.map(({ row, message }) => [row, message]);
    const again = "Check the rows again when that has changed.";

    // The check promises nothing that the import refuses.
    const id = await checked(6);
    expect((await sheetOf(id)).page.counts).toMatchObject({ visits: { update: 1 }, left: 2, ready: 1 });
    expect(await said(id)).toEqual([
      stays(2, `The route is locked. Unlock it first. ${again}`),
      stays(3, `The visit is already done or failed. ${again}`),
    ]);
    const locked = (await sheetOf(id)).rows[0]!;
    await mendRows(session, id, [{ rowId: locked.id, column: 2, value: "5" }]);
    expect((await sheetOf(id)).page.counts).toMatchObject({ visits: { update: 2 }, left: 1 });
    await mendRows(session, id, [{ rowId: locked.id, column: 2, value: "7" }]);
    expect((await sheetOf(id)).page.counts).toMatchObject({ visits: { update: 1 }, left: 2 });
    await lock(0);
    await startCheck(session, id);
    await checkRows(company.companyId, id);
    expect(await said(id)).toEqual([stays(3, `The visit is already done or failed. ${again}`)]);

    // Locked in between, it is refused by the import.
    await lock(1);
    const { summary } = await apply(id);
    expect(summary).toMatchObject({ visits: 0, visitsUpdated: 1 });
    expect(await said(id)).toEqual([
      stays(2, "The route is locked. Unlock it first."),
      stays(3, `The visit is already done or failed. ${again}`),
    ]);
    expect(await times()).toEqual([5, 5, 6]);
  });

  // @spec PC-8.04
  it("says what stopped it, keeps the rows, and can be tried again", async () => {
    const planId = await planOf();
    const id = await uploadAndCheck(session, await file(GERMAN), { planId, warehouseId: null });
    await startApply(session, id);
    await database().db("routing_plans").where({ id: planId }).update({ deleted_at: "2026-11-21 06:00:00" });
    await expect(continueApply(author(), id)).rejects.toMatchObject({ status: 404 });
    expect((await sheetOf(id)).page).toMatchObject({ state: "failed", failure: "Plan not found" });
    await database().db("routing_plans").where({ id: planId }).update({ deleted_at: null });
    await startApply(session, id);
    // What nobody foresaw is for the log.
    await markFailed(session.company.id, id, new Error("SELECT secret"));
    expect((await sheetOf(id)).page).toMatchObject({ state: "failed", failure: "Importing was failed" });
    await startApply(session, id);
    await continueApply(author(), id);
    expect(await names(planId)).toEqual(["Amsel", "Buche"]);
  });

  it("makes a visit of each order of a customer", async () => {
    const rows: Rows = [
      ["Kundennummer", "Auftragsnummer", "Name", "Adresse"],
      ["K1", "A1", "Amsel", "Vaduz"],
      ["K1", "A2", "Amsel", "Vaduz"],
    ];
    const id = await uploadAndCheck(session, await file(rows), { planId: await planOf(), warehouseId: null });
    await startApply(session, id);
    await continueApply(author(), id);
    expect((await imports.visitsOf(id)).map(({ external_id }) => external_id)).toEqual(["A1", "A2"]);
  });

  it("goes on with a check that stopped, and imports no part of a file", async () => {
    const planId = await planOf();
    const upload = await file(manyRows(3_000));
    const { id } = await uploadSheet(session, upload, { planId, warehouseId: null });
    await startCheck(session, id);
    const readRows = world.spreadsheets.rows;
    // A slow machine checks other numbers of rows at once.
    let done = 0;
    const failing = vi.spyOn(world.spreadsheets, "rows").mockImplementation((...asked) => {
      if (asked[2] < 1_000) return readRows(...asked);
      done = asked[2] - 1;
      failing.mockRestore();
      throw new Error("the disk is away");
    });
    const logged = vi.spyOn(console, "error").mockReturnValue();
    await goOn(database().db, author(), id);
    expect(logged).toHaveBeenCalledOnce();
    const stopped = (await sheetOf(id)).page;
    expect(done).toBeGreaterThan(0);
    expect(stopped).toMatchObject({ state: "failed", mayTryAgain: true, counts: { all: done } });
    await expect(startCheck(session, id)).rejects.toMatchObject({ status: 409, code: "import.stopped" });
    // What a program calls again and again takes no part of the file for all of it either.
    await startApply(session, id);
    await continueApply(author(), id);
    expect(await names(planId)).toEqual([]);
    expect((await sheetOf(id)).page).toMatchObject({ state: "mapped", failure: null, progress: { done } });
    await goOn(database().db, author(), id);
    expect((await sheetOf(id)).page).toMatchObject({ state: "parsed", counts: { visits: { create: 3_000 } } });
    await startApply(session, id);
    await goOn(database().db, author(), id);
    expect(await names(planId)).toHaveLength(3_000);
    expect(await state(id)).toBe("applied");
  });

  it("tells the lists of imports each step that the server goes on with by itself, and its end", async () => {
    const { id } = await uploadSheet(session, await file(manyRows(1_700)), none);
    await startCheck(session, id);
    const heard: string[] = [];
    recordChanges(({ model, action, ids }, room, except) =>
      heard.push([room, model, action, ...ids, except].join(" ")),
    );
    const news = `${companyRoom(company.companyId)} RoutingSheet update ${id} `;
    try {
      await goOn(database().db, author(), id);
      expect(await state(id)).toBe("parsed");
      expect(new Set(heard)).toEqual(new Set([news]));

      const stopping = await uploadSheet(session, await file(manyRows(10)), none);
      await startCheck(session, stopping.id);
      heard.length = 0;
      vi.spyOn(world.spreadsheets, "rows").mockRejectedValueOnce(new Error("the disk is away"));
      const logged = vi.spyOn(console, "error").mockReturnValueOnce();
      await goOn(database().db, author(), stopping.id);
      expect(logged).toHaveBeenCalledOnce();
      expect(await state(stopping.id)).toBe("failed");
      expect(heard).toEqual([`${companyRoom(company.companyId)} RoutingSheet update ${stopping.id} `]);
    } finally {
      setPublisher(undefined);
    }
  });

  it("is another company's for everybody else", async () => {
    const { id } = await uploadSheet(session, await file(GERMAN), none);
    const other = await createCompany(database().db);
    const theirs = sessionOf(other, { isOwner: true }, other.ownerId);
    for (const attempt of [
      () => mapSheet(theirs, id, 0, { entity: null }),
      () => startCheck(theirs, id),
      () => checkRows(other.companyId, id),
      () => startApply(theirs, id),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 404 });
    expect(await state(id)).toBe("uploaded");
  });
});
