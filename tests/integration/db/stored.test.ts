import { beforeEach, describe, expect, it } from "vitest";
import { databases, useTestDatabase } from "../../helpers/databases";
import { stored, tableNames } from "../../helpers/stored";
import { createDesk } from "../planning/desk";

// Hundreds of tests say with its help that nothing was written.
describe.each(databases())("what tables hold, compared on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let tables: string[];
  let warehouseId: number;
  const changed = async (write: () => Promise<unknown>, without: readonly string[] = []): Promise<string[]> => {
    const before = await stored(db(), tables, without);
    expect(await stored(db(), tables, without)).toEqual(before);
    await write();
    const after = await stored(db(), tables, without);
    return tables.filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]));
  };

  beforeEach(async () => {
    ({ warehouseId } = await createDesk(db()));
    tables = await tableNames(db());
  });

  it.each([
    ["a text", { address: "Elsewhere" }],
    ["a text in place of none", { external_id: "" }],
    ["capitals", { title: "WAREHOUSE" }],
  ])("differs by %s", async (_, values) => {
    const of = db()("warehouses").where({ id: warehouseId });
    await of.clone().update({ title: "Warehouse", external_id: null });
    expect(await changed(() => of.update(values))).toEqual(["warehouses"]);
    expect(await changed(() => of.clone().update({ title: "Other" }), ["title"])).toEqual([]);
  });

  it("differs by a row more, and by a row less", async () => {
    const limit = { key: "x", points: 1, expire: 1 };
    expect(await changed(() => db()("limits").insert(limit))).toEqual(["limits"]);
    expect(await changed(() => db()("limits").delete())).toEqual(["limits"]);
  });
});
