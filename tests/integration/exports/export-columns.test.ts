import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { REGISTRY } from "~/features/actions.server";
import { saveColumns } from "~/features/exports/commands/save-columns.server";
import { columnsForm } from "~/features/exports/columns-form";
import { exportFile } from "~/features/exports/queries/export-file.server";
import { loadExportColumns } from "~/features/exports/queries/export-columns.server";
import { performAction } from "~/http/actions/perform-action.server";
import { NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

describe.each(databases())("the columns of exported plans on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let session: CompanySession;

  beforeAll(async () => {
    setWorld(database().db);
    desk = await createDesk(database().db);
    session = desk.dispatcher;
  });
  afterAll(forgetWorld);

  const heads = async (): Promise<string> => {
    const { body } = await exportFile(session, { what: "plan", id: desk.planId, format: "csv" });
    return [...(body as Iterable<string>)][0]!.replace("\uFEFF", "").trim();
  };

  it("are those that the company chose, in its order and its words", async () => {
    const all = await heads();
    expect(all).toContain('"Name","Address"');
    await saveColumns(session, [
      { field: "Address", header: "Adresse" },
      { field: "Name", header: "=Kunde" },
      { field: "No such field", header: "x" },
    ]);
    expect(await heads()).toBe(`"Adresse","'=Kunde"`);
    const { columns } = await loadExportColumns(session, desk.planId);
    expect(columns.slice(0, 3).map(({ field, used }) => [field, used])).toEqual([
      ["Address", true],
      ["Name", true],
      ["Route", false],
    ]);
    const other = await createDesk(database().db);
    const theirs = await loadExportColumns(other.dispatcher, other.planId);
    expect(theirs.columns.every(({ used }) => used)).toBe(true);
    await expect(loadExportColumns(session, other.planId)).rejects.toMatchObject({ status: 404 });
    await saveColumns(session, []);
    expect(await heads()).toBe(all);
  });

  it("have no head twice", async () => {
    const twice = ["Name", "Address"].map((field) => ({ field, header: "Same" }));
    await expect(saveColumns(session, twice)).rejects.toThrow("This field is already used: Same");
  });
});

describe.each(databases())("links of files on %s", (kind) => {
  const database = useTestDatabase(kind);
  beforeAll(() => setWorld(database().db));
  afterAll(forgetWorld);

  // @spec PC-7.26 PC-7.27
  it("are given for a plan, a route of it, and a calculation of the own company", async () => {
    const [desk, other] = [await createDesk(database().db), await createDesk(database().db)];
    const dates = { created_at: NOW, updated_at: NOW };
    const [queryId] = await database()
      .db("routing_queries")
      .insert({ company_id: desk.companyId, plan_id: desk.planId, status: "done", ...dates });
    const link = (name: string, input: object) => performAction(REGISTRY, desk.dispatcher, name, input);
    const { planId } = desk;
    expect(await link("routing-route.export", { plan_id: planId })).toEqual({
      file: `/platform/export/plan/${planId}/xlsx`,
    });
    expect(await link("routing-route.export", { id: desk.first })).toEqual({
      file: `/platform/export/route/${desk.first}/xlsx`,
    });
    expect(await link("routing-query.export", { id: queryId })).toEqual({
      file: `/platform/export/calculation/${queryId}/xlsx`,
    });
    for (const input of [{ plan_id: other.planId }, { id: other.first }])
      await expect(link("routing-route.export", input)).rejects.toMatchObject({ status: 404 });
    const both = { plan_id: planId, id: desk.first };
    await expect(link("routing-route.export", both)).rejects.toMatchObject({ status: 422, field: "id" });
    await expect(link("routing-route.export", {})).rejects.toMatchObject({ status: 422, field: "plan_id" });
  });
});

describe("the form of exported columns", () => {
  it("sorts what is ticked by its numbers, and keeps the product's word where none is given", () => {
    const values: Record<string, string> = {};
    [
      ["Name", "Kunde", "30", "1"],
      ["Address", "", "10", "1"],
      ["Postcode", "PLZ", "20", ""],
    ].forEach(([field, header, order, used], index) => {
      values[`field.${index}`] = field!;
      values[`header.${index}`] = header!;
      values[`order.${index}`] = order!;
      if (used !== "") values[`used.${index}`] = used!;
    });
    expect(columnsForm({ values, all: () => [] }).wire).toEqual({
      columns: [
        { field: "Address", header: "Address" },
        { field: "Name", header: "Kunde" },
      ],
    });
    expect(columnsForm({ values: { ...values, reset: "1" }, all: () => [] }).wire).toEqual({ columns: [] });
    values["order.0"] = "first";
    values["order.2"] = "of a column that isn't ticked";
    expect([...columnsForm({ values, all: () => [] }).faults]).toEqual([
      ["order.0", "Order must be a number, not “first”"],
    ]);
    expect(columnsForm({ values: { ...values, reset: "1" }, all: () => [] }).faults.size).toBe(0);
  });
});
