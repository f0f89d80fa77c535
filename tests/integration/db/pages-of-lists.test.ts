import { beforeAll, describe, expect, it } from "vitest";
import { listVisits } from "~/db/repositories/filtered-visits.server";
import { listVehicles } from "~/db/repositories/vehicles.server";
import { createCompany, createVehicle, createVisits } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { asked } from "../../helpers/explained";

const NAMES = Array.from({ length: 7 }, (_, nth) => (nth < 5 ? `Baker ${nth}` : `Florist ${nth}`));

describe.each(databases())("a page of a list on %s", (kind) => {
  const database = useTestDatabase(kind);
  let companyId: number;
  beforeAll(async () => {
    ({ companyId } = await createCompany(database().db));
    await createVisits(
      database().db,
      companyId,
      NAMES.map((name) => ({ name, plan_id: null })),
    );
  });

  const find = async (search: string, page?: number) => {
    let found = { rows: [] as { name: string }[], total: -1, page: 0, pages: 0, pageSize: 0 };
    const statements = await asked(database().db, "routing_visits", async () => {
      found = await listVisits(database().db, companyId, { search, page, pageSize: 3 });
    });
    const { rows, ...numbers } = found;
    const names = rows.map(({ name }) => name);
    return { ...numbers, names, counts: statements.filter(({ sql }) => sql.includes("count(")).length };
  };

  it("is read once, and nothing counted, where it holds all that was found", async () => {
    const only = { total: 2, page: 1, pages: 1, pageSize: 3, counts: 0 };
    expect(await find("florist")).toEqual({ ...only, names: ["Florist 6", "Florist 5"] });
    expect(await find("nobody")).toEqual({ ...only, total: 0, names: [] });
    expect(await find("Baker 3", 1)).toEqual({ ...only, total: 1, names: ["Baker 3"] });
  });

  it("is counted where there may be more, also where there are none", async () => {
    const many = { total: 5, page: 1, pages: 2, pageSize: 3, counts: 1 };
    expect(await find("baker")).toEqual({ ...many, names: ["Baker 4", "Baker 3", "Baker 2"] });
    expect(await find("baker", 2)).toEqual({ ...many, page: 2, names: ["Baker 1", "Baker 0"] });
    expect(await find("baker", 9)).toEqual({ ...many, page: 2, names: ["Baker 1", "Baker 0"] });
    await createVisits(database().db, companyId, [{ name: "Florist 7", plan_id: null }]);
    expect(await find("florist")).toMatchObject({ total: 3, page: 1, pages: 1, counts: 1 });
  });

  it("of every row is read at once", async () => {
    const { db } = database();
    for (let nth = 0; nth < 20; nth++) await createVehicle(db, companyId, { title: `Van ${nth}` });
    const ofVans = () => listVehicles(db, companyId, { search: "van", pageSize: "unpaged" });
    const { rows, total, page, pageSize, pages } = await ofVans();
    expect({ rows: rows.length, total, page, pageSize, pages }).toEqual({
      rows: total,
      total,
      page: 1,
      pageSize: total,
      pages: 1,
    });
    expect(total).toBeGreaterThanOrEqual(20);
    expect((await asked(db, "vehicles", ofVans)).filter(({ sql }) => sql.includes("count("))).toEqual([]);
    const none = await listVehicles(db, companyId, { search: "nothing", pageSize: "unpaged" });
    expect(none).toEqual({ rows: [], total: 0, page: 1, pageSize: 1, pages: 1 });
  });
});
