import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useDatabase as setDatabase } from "~/db/database.server";
import { insertPredictions } from "~/db/repositories/visit-predictions.server";
import { endUnusedSubscriptions, rollBillings } from "~/features/billing/roll-billings.server";
import { learnEtaWidths } from "~/planner/learn-widths.server";
import { setServices } from "~/services/container.server";
import { invoiceProvider } from "~/services/payment/invoice-provider";
import { createCompany, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { withStuckRows } from "../../helpers/stuck-rows";

describe.each(databases())("hourly chores go on with the next company on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let one: TestCompany;
  let other: TestCompany;
  const refused = new Set<string>();
  const asked: string[] = [];

  beforeEach(async () => {
    setDatabase(db());
    const cancel = (id: string): Promise<void> => {
      asked.push(id);
      return refused.has(id) ? Promise.reject(new Error(`No such subscription: ${id}`)) : Promise.resolve();
    };
    const clock = { nowMs: () => Date.parse(`${NOW}Z`) };
    setServices(testServices({ clock, payment: { ...invoiceProvider, cancel } }));
    one = await createCompany(db());
    other = await createCompany(db());
    refused.clear();
    asked.length = 0;
  });
  afterEach(() => {
    setServices(undefined);
    setDatabase(undefined);
  });

  const stuck = <T>(table: string, work: () => Promise<T>): Promise<T> =>
    withStuckRows({ db: db(), kind }, { table, companyId: one.companyId }, work);
  const remove = (companyIds: readonly number[]) =>
    db()("companies")
      .whereIn("id", [...companyIds])
      .update({ deleted_at: NOW });

  it("where the payment provider refuses a subscription", async () => {
    const ids = [one.companyId, other.companyId];
    const idOf = (companyId: number): string => `sub_${companyId}`;
    for (const id of ids)
      await db()("company_billings")
        .where({ company_id: id })
        .update({ subscription_id: idOf(id) });
    await remove(ids);
    const statuses = () =>
      db()("company_billings").whereIn("company_id", ids).orderBy("company_id").pluck("subscription_status");
    refused.add(idOf(one.companyId));
    await expect(endUnusedSubscriptions()).rejects.toThrow(`No such subscription: ${idOf(one.companyId)}`);
    expect([asked.splice(0), await statuses()]).toEqual([ids.map(idOf), [null, "cancelled"]]);
    refused.clear();
    expect(await endUnusedSubscriptions()).toBe(1);
    expect([asked.splice(0), await statuses()]).toEqual([[idOf(one.companyId)], ["cancelled", "cancelled"]]);
  });

  describe("whose next package begins", () => {
    const actual = ({ companyId }: TestCompany) =>
      db()("company_billings").where({ company_id: companyId, status: "actual" }).pluck("package");
    beforeEach(async () => {
      for (const { companyId } of [one, other]) {
        const [row] = await db()("company_billings").where({ company_id: companyId });
        const { id: _, ...values } = row!;
        await db()("company_billings")
          .where({ company_id: companyId })
          .update({ end_date: NOW.slice(0, 10) });
        const next = { package: "optimization_monthly", status: "next", start_date: NOW.slice(0, 10) } as const;
        await db()("company_billings").insert({ ...values, ...next });
      }
    });

    it("where the records of one can't be changed", async () => {
      await expect(stuck("company_billings", rollBillings)).rejects.toThrow("stuck");
      expect([await actual(one), await actual(other)]).toEqual([["custom"], ["optimization_monthly"]]);
      expect(await rollBillings()).toBe(1);
      expect(await actual(one)).toEqual(["optimization_monthly"]);
    });

    it("where one was removed; it has its turn when it comes back", async () => {
      await remove([one.companyId]);
      expect(await rollBillings()).toBe(1);
      expect([await actual(one), await actual(other)]).toEqual([["custom"], ["optimization_monthly"]]);
      await db()("companies").where({ id: one.companyId }).update({ deleted_at: null });
      expect(await rollBillings()).toBe(1);
      expect(await actual(one)).toEqual(["optimization_monthly"]);
    });
  });

  it("where the widths of one can't be stored", async () => {
    for (const { companyId, routeId, visitIds } of [one, other]) {
      const promised = { promisedFrom: NOW, promisedTo: NOW };
      await insertPredictions(db(), companyId, [{ routeId, visitId: visitIds[0]!, begins: {}, ...promised }], NOW);
      await db()("visit_predictions").where({ company_id: companyId }).update({ began_at: NOW });
      await db()("eta_widths").insert({ company_id: companyId, widths: "{}", visits: 200, made_at: NOW });
    }
    const known = () => db()("eta_widths").orderBy("company_id").pluck("company_id");
    await expect(stuck("eta_widths", learnEtaWidths)).rejects.toThrow("stuck");
    expect(await known()).toEqual([one.companyId]);
    await learnEtaWidths();
    expect(await known()).toEqual([]);
  });
});
