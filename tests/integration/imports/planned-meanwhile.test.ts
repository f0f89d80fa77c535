import { describe, expect, it } from "vitest";
import { updateVisits } from "~/db/repositories/visits.server";
import { withTransaction } from "~/db/transaction.server";
import { continueApply, startApply } from "~/features/imports/commands/apply-sheet.server";
import { applyRows } from "~/features/imports/commands/apply-rows.server";
import { uploadAndCheck } from "~/features/imports/commands/upload-and-check.server";
import { NOW } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { atOnce, holdAfter } from "../../helpers/held-statement";
import { stored, workbookOf } from "../../helpers/workbooks";
import { useImports } from "./import-world";

// SQLite has one transaction at a time.
describe.each(databases().filter((kind) => kind === "mariadb"))("an import without a plan on %s", (kind) => {
  const imports = useImports(kind);
  const book = workbookOf({
    Visits: [
      ["Name", "Address", "Weight kg"],
      ["Amsel", "Vaduz", 12],
    ],
  });
  const upload = async () => {
    const id = await uploadAndCheck(
      imports.session(),
      await stored(imports.world(), "waiting.xlsx", book),
      imports.none,
    );
    await startApply(imports.session(), id);
    return id;
  };

  it("leaves a visit to the plan that takes it at the same time", async () => {
    const { db } = imports.database();
    const { companyId, planId } = imports.company();
    const author = { companyId, userId: imports.session().user.id };
    const first = await upload();
    await continueApply(author, first);
    const visit = (await imports.visitsOf(first))[0]!;
    await db("routing_visits").where({ id: visit.id }).update({ package_load: 5 });
    const second = await upload();
    await atOnce(
      db,
      holdAfter(db, /^update .routing_visits./),
      () => withTransaction(db, (trx) => updateVisits(trx, companyId, [{ id: visit.id, plan_id: planId }], NOW)),
      () => applyRows(author, second),
    );
    expect(await imports.visitsOf(first)).toMatchObject([{ plan_id: planId, package_load: 5 }]);
    // As an import a moment later would: the visit is not one of those that wait.
    expect(await imports.visitsOf(second)).toMatchObject([{ plan_id: null, package_load: 12 }]);
  });
});
