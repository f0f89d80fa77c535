import { describe, expect, it } from "vitest";
import { startApply } from "~/features/imports/commands/apply-sheet.server";
import { discardSheet } from "~/features/imports/commands/discard-sheet.server";
import { startCheck } from "~/features/imports/commands/map-sheet.server";
import { mendRows } from "~/features/imports/commands/mend-rows.server";
import { checkedSheet } from "../../factories/sheets";
import { databases } from "../../helpers/databases";
import { useImports } from "./import-world";

describe.each(databases())("a file that is discarded on %s", (kind) => {
  const { database, company, session } = useImports(kind);
  const db = () => database().db;
  const sheet = (rows: number) =>
    checkedSheet(
      db(),
      { companyId: company().companyId, planId: null },
      ["Name", "Address"],
      Array.from({ length: rows }, (_, index) => [`Stop ${index}`, "Vaduz"]),
    );
  const rowsOf = async (id: number) => (await db()("routing_sheet_rows").where({ sheet_id: id })).length;
  const stateOf = async (id: number) => (await db()("routing_sheets").where({ id }).first())?.state;

  it("is removed whole, or imported whole, also when another tab begins its import at the same time", async () => {
    // More than are removed in one transaction.
    const id = await sheet(1_100);
    const [discarded, begun] = await Promise.allSettled([discardSheet(session(), id), startApply(session(), id)]);
    expect([discarded.status, begun.status].sort()).toEqual(["fulfilled", "rejected"]);
    const left = discarded.status === "fulfilled" ? [undefined, 0] : ["applying", 1_100];
    expect([await stateOf(id), await rowsOf(id)]).toEqual(left);
  });

  it("goes on being removed where that has stopped, and in no other way", async () => {
    const id = await sheet(3);
    const [row] = await db()("routing_sheet_rows").where({ sheet_id: id });
    await db()("routing_sheets").where({ id }).update({ state: "discarded" });
    for (const attempt of [
      () => startApply(session(), id),
      () => startCheck(session(), id),
      () => mendRows(session(), id, [{ rowId: row!.id, column: 0, value: "Other" }]),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "import.discarded", status: 409 });
    await discardSheet(session(), id);
    expect([await stateOf(id), await rowsOf(id)]).toEqual([undefined, 0]);
  });
});
