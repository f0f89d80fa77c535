import { beforeEach, describe, expect, it } from "vitest";
import { utils, write } from "xlsx";
import { WAREHOUSE_IMPORT_ACTIONS } from "~/features/imports/actions.server";
import { importWarehouses } from "~/features/imports/commands/import-warehouses.server";
import { warehousesFile } from "~/features/resources/queries/resource-files.server";
import { createCompany, createWarehouse } from "../../factories/company";
import { asked } from "../../helpers/explained";
import { databases } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { stored } from "../../helpers/workbooks";
import { useImports } from "./import-world";

const HEAD = "Title,Address,Latitude,Longitude,External id,Status";
const csv = (...lines: string[]) => Buffer.from([HEAD, ...lines].join("\n"));

describe.each(databases())("warehouses of a spreadsheet on %s", (kind) => {
  const world = useImports(kind);
  const db = () => world.database().db;
  let companyId = 0;

  const all = async () =>
    (await db()("warehouses").where({ company_id: companyId }).whereNull("deleted_at").orderBy("id")) as {
      id: number;
      title: string;
      lat: number;
      time_zone: string | null;
      country_code: string | null;
      status: number;
      external_id: string | null;
      address: string;
    }[];
  const session = () => sessionOf({ companyId }, { isDispatcher: true }, world.company().ownerId);
  const run = async (content: Buffer, name = "warehouses.csv") => {
    const upload = await stored(world.world(), name, content);
    try {
      return await importWarehouses(session(), upload);
    } finally {
      await expect(world.world().storage.open(upload.key)).rejects.toThrow("File not found");
    }
  };

  beforeEach(async () => {
    ({ companyId } = await createCompany(db()));
    // No plan that would have to be timed anew.
    for (const table of ["routing_visits", "routing_routes", "routing_plans"] as const)
      await db()(table).where({ company_id: companyId }).delete();
    await db()("warehouses").where({ company_id: companyId }).update({ external_id: "OLD" });
  });

  it("are added with the clock and country of their place; a known one keeps what is not said", async () => {
    await db()("warehouses").where({ company_id: companyId }).update({ address: "Old road" });
    const before = (await all())[0]!;
    const line = `Renamed,,${before.lat},9.5,OLD,Inactive`;
    expect(await run(csv("New,Road 1,47.3769,8.5417,N-1,", line))).toEqual({ created: 1, updated: 1 });
    const [renamed, added] = await all();
    expect(renamed).toMatchObject({ id: before.id, title: "Renamed", status: 0, address: "Old road" });
    expect(added).toMatchObject({ title: "New", time_zone: "Europe/Zurich", country_code: "CH", external_id: "N-1" });
  });

  it("are in the country that their address names, and not in one that has the letters of a canton", async () => {
    const near = ["Halle,Bulle FR,46.619,7.057,B-1,", 'Halle,"1630 Bulle, FR",46.619,7.057,B-2,'];
    await run(csv(...near, 'Tornio,"Tornio, Finland",65.848,24.147,T-1,'));
    const added = (await all()).filter(({ external_id: id }) => id !== "OLD");
    expect(added.map(({ country_code: code, time_zone: zone }) => [code, zone])).toEqual([
      ["CH", "Europe/Zurich"],
      ["CH", "Europe/Zurich"],
      ["FI", "Europe/Helsinki"],
    ]);
  });

  it("find their countries with one look at the list of them, before anything is locked", async () => {
    const lines = ["Moved,,47.3769,8.5417,OLD,", "New,,47.4,8.5,N-1,", "Other,,47.5,8.6,N-2,"];
    const queries = await asked(db(), "", () => run(csv(...lines)));
    const at = (pattern: RegExp) => queries.flatMap(({ sql }, index) => (pattern.test(sql) ? [index] : []));
    const looks = at(/from .countries. order/i);
    expect(looks).toHaveLength(1);
    expect(looks[0]).toBeLessThan(at(/^(?:update|insert into) .warehouses./i)[0]!);
    expect(looks[0]).toBeLessThan(at(/^begin/i)[0]!);
  });

  it("keep their country, or have the company's, where the place tells none", async () => {
    const austria = (await db()("countries").where({ code: "AT" }).first())!;
    await db()("companies").where({ id: companyId }).update({ country_id: austria.id });
    await db()("warehouses").where({ company_id: companyId }).update({ country_code: "CH" });
    // On the open sea.
    expect(await run(csv("Moved,,0,-30,OLD,", "New,,0,-31,N-1,"))).toEqual({ created: 1, updated: 1 });
    expect((await all()).map(({ country_code: code, time_zone: zone }) => [code, zone])).toEqual([
      ["CH", "Etc/GMT+2"],
      ["AT", "Etc/GMT+2"],
    ]);
  });

  it("are taken all or not at all, and the file is not kept", async () => {
    const before = await all();
    await expect(run(csv("Good,,47,9,G-1,", "Bad,,x,9,G-2,", ",,47,9,G-3,"))).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(/^Row 3: Latitude 'x' .*\nRow 4: Title is required/) as string,
    });
    expect(await all()).toEqual(before);
    await expect(run(Buffer.from("no spreadsheet \u0000"), "a.xlsx")).rejects.toMatchObject({ status: 422 });
    expect(await all()).toEqual(before);
  });

  it("of another company are not known by their external ids", async () => {
    const other = await createCompany(db());
    await createWarehouse(db(), other.companyId, { external_id: "THEIRS", title: "Theirs" });
    expect(await run(csv("Mine,,47,9,THEIRS,"))).toEqual({ created: 1, updated: 0 });
    const theirs = await db()("warehouses").where({ company_id: other.companyId, external_id: "THEIRS" }).first();
    expect(theirs).toMatchObject({ title: "Theirs" });
  });

  it("can be exported, and imported again as they are", async () => {
    await run(csv("A,Road 1,47,9,A-1,Active", "B,,48,9,B-1,Inactive"));
    const before = await all();
    const file = await warehousesFile(session(), new Request("http://localhost/x?q=-1"), "csv");
    expect(await run(Buffer.from([...(file as Iterable<string>)].join("")))).toEqual({ created: 0, updated: 2 });
    const stripped = (rows: object[]) => rows.map((row) => ({ ...row, updated_at: null }));
    expect(stripped(await all())).toEqual(stripped(before));
  });

  it("are known by their titles where they have no external id", async () => {
    await db()("warehouses").where({ company_id: companyId }).update({ external_id: null });
    await run(csv("A,Road 1,47,9,,Active", "B,Road 2,48,9,,Active", "B,Road 3,49,9,,Active"));
    const before = await all();
    const file = await warehousesFile(session(), new Request("http://localhost/x"), "csv");
    const text = [...(file as Iterable<string>)].join("");
    expect(await run(Buffer.from(text.replace("Road 2", "Road 9")))).toEqual({ created: 0, updated: before.length });
    expect(await all()).toEqual(
      before.map((row) => ({
        ...row,
        ...(row.address === "Road 2" ? { address: "Road 9" } : {}),
        updated_at: expect.anything() as string,
      })),
    );
  });

  it("are left out where the file hides them, which is told", async () => {
    const book = utils.book_new();
    const rows = [HEAD.split(","), ["Seen", "", 47, 9, "S-1", ""], ["Hidden", "", 47, 9, "H-1", ""]];
    const sheet = utils.aoa_to_sheet(rows);
    sheet["!rows"] = [{}, {}, { hidden: true }];
    utils.book_append_sheet(book, sheet, "Warehouses");
    const content = write(book, { type: "buffer", bookType: "xlsx", cellStyles: true }) as Buffer;
    expect(await run(content, "w.xlsx")).toEqual({ created: 1, updated: 0, hidden: 1 });
    expect((await all()).map(({ title }) => title)).not.toContain("Hidden");
    const { answer } = WAREHOUSE_IMPORT_ACTIONS["warehouse.import"];
    const page = { closed: () => ({}) } as Parameters<NonNullable<typeof answer>>[2];
    const told = answer!({ created: 1, updated: 0, hidden: 2 }, {}, page);
    expect(told).toMatchObject({ detail: "1 warehouse added, 0 changed. 2 hidden rows were left out." });
  });

  it("are imported by those who may add and change them", async () => {
    const driver = sessionOf({ companyId }, { isDriver: true }, world.company().ownerId);
    const upload = await stored(world.world(), "w.csv", csv("A,,47,9,A-1,"));
    await expect(importWarehouses(driver, upload)).rejects.toMatchObject({ status: 403 });
  });
});
