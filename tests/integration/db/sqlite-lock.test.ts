import { describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client.server";
import { databaseLimiter } from "~/db/limiter.server";
import { updateCompany } from "~/db/repositories/companies.server";
import { getPlan, updatePlan } from "~/db/repositories/plans.server";
import { withTransaction } from "~/db/transaction.server";
import { pause } from "~/lib/pause";
import { createCompany, NOW } from "../../factories/company";
import { useTestDatabase } from "../../helpers/databases";

describe("processes that write to one SQLite file", () => {
  const database = useTestDatabase("sqlite");

  it("keep statements and counts of other processes waiting, and refuse none", async () => {
    const { db, config } = database();
    const { companyId } = await createCompany(db);
    const other = createDatabase(config);
    const count = databaseLimiter(other)({ keyPrefix: "waits", points: 5, duration: 60 });
    try {
      const held = withTransaction(db, async (trx) => {
        await updateCompany(trx, companyId, { title: "Held" }, NOW);
        const [statement, counted] = [updateCompany(other, companyId, { title: "Waited" }, NOW), count.consume("key")];
        for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        return { statement, counted };
      });
      const { statement, counted } = await held;
      await statement;
      expect((await counted).consumedPoints).toBe(1);
    } finally {
      await other.destroy();
    }
    expect(await db("companies").where({ id: companyId }).first()).toMatchObject({ title: "Waited" });
  });

  it("let transactions that have read give way at once while another one writes, and begin again", async () => {
    const { db, config } = database();
    const { companyId, planId } = await createCompany(db);
    // Nobody waits for as long as this: a transaction that doesn't give way ends with the test.
    const other = createDatabase({ ...config, lockWaitMs: 3_600_000 });
    let letGo = (): void => undefined;
    const gaveWay = new Promise<void>((resolve) => (letGo = resolve));
    let attempts = 0;
    try {
      const stored = await withTransaction(db, async (trx) => {
        await updateCompany(trx, companyId, { title: "Held" }, NOW);
        const stored = withTransaction(other, async (late) => {
          attempts += 1;
          const { version } = await getPlan(late, companyId, planId);
          await updatePlan(late, companyId, planId, version, { title: "Read again" }, NOW).catch((error: unknown) => {
            letGo();
            throw error;
          });
        });
        await gaveWay;
        return { stored };
      });
      await stored.stored;
    } finally {
      await other.destroy();
    }
    expect(attempts).toBe(2);
    expect(await getPlan(db, companyId, planId)).toMatchObject({ title: "Read again", version: 2 });
  });

  it("keep counts waiting one by one, for as long as their database says", async () => {
    const { db, config } = database();
    const { companyId } = await createCompany(db);
    const [patient, hasty] = [createDatabase(config), createDatabase({ ...config, lockWaitMs: 0 })];
    const countOf = (one: typeof db) => databaseLimiter(one)({ keyPrefix: "in line", points: 5, duration: 60 });
    const { pool } = patient.client as { pool: { numUsed(): number; numPendingAcquires(): number } };
    try {
      const held = await withTransaction(db, async (trx) => {
        await updateCompany(trx, companyId, { title: "Held" }, NOW);
        await expect(countOf(hasty).consume("key")).rejects.toMatchObject({ code: "db.busy" });
        const counts = [1, 2, 3].map(() => countOf(patient).consume("key"));
        // The first one waits with the connection in its hand, also between two tries.
        const seen = new Set<string>();
        for (let turn = 0; turn < 20; turn += 1) {
          await pause(2);
          seen.add(`${pool.numUsed()} waits, ${pool.numPendingAcquires()} behind it`);
        }
        expect([...seen]).toEqual(["1 waits, 2 behind it"]);
        return { counts };
      });
      expect((await Promise.all(held.counts)).map(({ consumedPoints }) => consumedPoints)).toEqual([1, 2, 3]);
    } finally {
      await Promise.all([patient.destroy(), hasty.destroy()]);
    }
  });
});
