import { beforeAll, describe, expect, it } from "vitest";
import type { VisitItem } from "~/features/imports/wire-items";
import { createApiKey } from "../../factories/api-keys";
import type { TestKey } from "../../factories/api-keys";
import { createPlan } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { workbookOf } from "../../helpers/workbooks";
import { askApi, get, post } from "../api/api-world";
import type { ApiAnswer } from "../api/api-world";
import { useImports } from "./import-world";

interface Row {
  id: number;
  row: number;
  outcome: string;
  cells: string[];
  notes: { column: number | null; value: string; message: string; kind: string }[];
}

/** Imports as a program makes them, from the key on. */
describe.each(databases())("programs that import on %s", (kind) => {
  const imports = useImports(kind);
  let key: TestKey;
  beforeAll(async () => {
    key = await createApiKey(imports.database().db, imports.company().companyId);
  });

  function upload(
    call: string,
    rows: Parameters<typeof workbookOf>[0],
    fields: Record<string, number> = {},
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, String(value));
    multipart.set("file", new File([workbookOf(rows) as Uint8Array<ArrayBuffer>], "orders.xlsx"));
    return askApi(key, `routing-sheet/${call}`, { multipart, headers });
  }
  const sheetOf = ({ headers }: ApiAnswer) => Number(headers.get("X-Sheet-Id"));
  const planOf = () => {
    const { companyId, warehouseId } = imports.company();
    return createPlan(imports.database().db, companyId, { warehouse_id: warehouseId });
  };
  const namesIn = async (planId: number): Promise<string[]> =>
    imports.database().db("routing_visits").where({ plan_id: planId }).orderBy("id").pluck("name");

  it("read which rows were left out and why, mend them, and import them too", async () => {
    const plan_id = await planOf();
    const rows = [
      ["Name", "Address", "Latitude", "Longitude"],
      ["Amsel", "Vaduz", 47.14, 9.52],
      ["Buche", "Vaduz", 147, 9.52],
      ["", "", 47.15, 9.52],
    ];
    const sent = await upload("upload-visits", { Sheet1: rows }, { plan_id });
    const sheet_id = sheetOf(sent);
    expect([sent.status, sheet_id]).toEqual([200, expect.any(Number)]);
    const list = { sheet_id, outcome: "dropped" };
    const left = (await get(key, "routing-sheet-row/list", list)).body.data as Row[];
    expect(left.length).toBeGreaterThan(0);
    const [first] = left;
    const [why] = first!.notes;
    expect([first!.cells[why!.column ?? -1] ?? "", why]).toEqual([
      why!.value,
      expect.objectContaining({ kind: "dropped", message: expect.stringMatching(/^Row \d+: ./) }),
    ]);
    const cells = left.flatMap(({ id }) => [
      { row_id: id, column: 0, value: `Mended ${id}` },
      { row_id: id, column: 1, value: "Vaduz" },
      { row_id: id, column: 2, value: "47.2" },
    ]);
    const mended = await post(key, "routing-sheet/mend-rows", { sheet_id, cells });
    expect(mended.body.data).toEqual({ ready: left.length, left: 0 });
    let answer: { finished?: boolean } = {};
    while (answer.finished !== true) {
      const { status, body } = await post(key, "routing-sheet/apply-mapping", { sheet_id });
      expect(status).toBe(200);
      answer = body.data as { finished?: boolean };
    }
    expect(await namesIn(plan_id)).toEqual(expect.arrayContaining(left.map(({ id }) => `Mended ${id}`)));
    expect((await get(key, "routing-sheet-row/list", list)).body.data).toEqual([]);
  });

  it("import both orders of a customer where nobody is asked whether its number is the order's", async () => {
    const plan_id = await planOf();
    const rows = [
      ["Kundennummer", "Name"],
      ["K1", "Amsel"],
      ["K1", "Buche"],
    ];
    await upload("upload-visits", { Sheet1: rows }, { plan_id });
    expect(await namesIn(plan_id)).toEqual(["Amsel", "Buche"]);
  });

  it("are told the sheet's id again where the call is repeated", async () => {
    const rows = { Sheet1: [["Name"], ["Amsel"]] };
    const send = () => upload("upload-visits", rows, {}, { "Idempotency-Key": `again-${kind}` });
    const [first, again] = [await send(), await send()];
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect([sheetOf(first) > 0, sheetOf(again)]).toEqual([true, sheetOf(first)]);
  });

  it("of two at once with one key get each their own file, or are asked which one they mean", async () => {
    const [planA, planB] = [await planOf(), await planOf()];
    const sheets = { Sheet1: { entity: "visit", columns: ["name"] } };
    const a = sheetOf(await upload("upload-mapping", { Sheet1: [["Name"], ["Of A"]] }));
    const b = sheetOf(await upload("upload-mapping", { Sheet1: [["Name"], ["Of B"]] }));
    const unclear = await post(key, "routing-sheet/parse-visits", { sheets });
    expect([unclear.status, unclear.body.data]).toEqual([409, { sheet_id: expect.stringContaining("X-Sheet-Id") }]);
    for (const [sheet_id, plan_id] of [
      [a, planA],
      [b, planB],
    ]) {
      expect((await post(key, "routing-sheet/parse-visits", { sheets, sheet_id })).body.data).toMatchObject({
        finished: true,
      });
      const { body } = await post(key, "routing-sheet/apply-mapping", { sheets, sheet_id, plan_id });
      expect(body.data).toMatchObject({ finished: true, sheet_id });
    }
    expect([await namesIn(planA), await namesIn(planB)]).toEqual([["Of A"], ["Of B"]]);
    // With nothing left unfinished the newest one is meant again.
    const { body } = await post(key, "routing-sheet/apply-mapping", { sheets, plan_id: planB });
    expect((body.data as { visits: VisitItem[] }).visits).toMatchObject([{ name: "Of B", plan_id: planB }]);
  });

  it("are not asked about an upload that was given up", async () => {
    const sheets = { Sheet1: { entity: "visit", columns: ["name"] } };
    const old = sheetOf(await upload("upload-mapping", { Sheet1: [["Name"], ["Given up"]] }));
    const { db } = imports.database();
    await db("routing_sheets").where({ id: old }).update({ updated_at: "2026-01-01 00:00:00" });
    const last = sheetOf(await upload("upload-mapping", { Sheet1: [["Name"], ["Of C"]] }));
    expect((await post(key, "routing-sheet/parse-visits", { sheets })).body.data).toMatchObject({ sheet_id: last });
  });
});
