import { describe, expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { applyOnce, forgetCommandsAcrossCompanies } from "~/db/repositories/applied-commands.server";
import { updateCompany } from "~/db/repositories/companies.server";
import {
  KEPT_CHANGES,
  lastUndoable,
  listPlanChanges,
  markUndone,
  recordPlanChange,
} from "~/db/repositories/plan-changes.server";
import { getPlan, updatePlan } from "~/db/repositories/plans.server";
import { insertMember } from "~/db/repositories/members.server";
import { insertUser } from "~/db/repositories/users.server";
import { insertVisits } from "~/db/repositories/visits.server";
import { insertWarehouse, removeWarehouses, updateWarehouse } from "~/db/repositories/warehouses.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { createCompany, createPlan, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

describe.each(databases())("transactions and errors on %s", (kind) => {
  const database = useTestDatabase(kind);

  it("store all or nothing, and publish only what is stored", async () => {
    const { db } = database();
    const { companyId, planId } = await createCompany(db);
    const published: string[] = [];
    await withTransaction(db, async (trx) => {
      afterCommit(trx, () => void published.push("first"));
      await updatePlan(trx, companyId, planId, 1, { title: "Stored" }, NOW);
      await withTransaction(trx, async (inner) => afterCommit(inner, () => void published.push("second")));
      expect(published).toEqual([]);
    });
    expect(published).toEqual(["first", "second"]);
    await expect(
      withTransaction(db, async (trx) => {
        afterCommit(trx, () => void published.push("never"));
        await updatePlan(trx, companyId, planId, 2, { title: "Lost" }, NOW);
        throw new Error("stop");
      }),
    ).rejects.toThrow("stop");
    expect(published).toEqual(["first", "second"]);
    expect(await getPlan(db, companyId, planId)).toMatchObject({ title: "Stored", version: 2 });
  });

  it("keep the command when an event can't be sent, and refuse a transaction of somebody else", async () => {
    const { db } = database();
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await expect(
      withTransaction(db, async (trx) => {
        afterCommit(trx, () => Promise.reject(new Error("socket closed")));
        return "kept";
      }),
    ).resolves.toBe("kept");
    expect(logged).toHaveBeenCalledWith("After the commit:", new Error("socket closed"));
    await expect(db.transaction(async (trx) => afterCommit(trx, () => undefined))).rejects.toThrow(
      "not opened by withTransaction",
    );
  });

  it("name the value that exists already, and nothing of the statement", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await insertUser(db, { email: "Twice@Test.example" }, NOW);
    await expect(insertUser(db, { email: "twice@test.EXAMPLE" }, NOW)).rejects.toMatchObject({
      code: "db.duplicate",
      status: 409,
      field: "email",
      message: "Value twice@test.example already exists!",
    });
    await insertMember(db, companyId, { email: "a@b.example" }, NOW);
    await expect(insertMember(db, companyId, { email: "A@b.example" }, NOW)).rejects.toMatchObject({
      field: "email",
      message: "Value a@b.example already exists!",
    });
    const depot = await insertWarehouse(db, companyId, { title: "One", external_id: "W-1" }, NOW);
    const second = await insertWarehouse(db, companyId, { title: "Two", external_id: "w-1" }, NOW);
    await expect(updateWarehouse(db, companyId, second, { external_id: "W-1" }, NOW)).rejects.toMatchObject({
      message: "Value W-1 already exists!",
    });
    const other = await createCompany(db);
    await expect(
      insertWarehouse(db, other.companyId, { title: "One", external_id: "W-1" }, NOW),
    ).resolves.toBeGreaterThan(0);
    await removeWarehouses(db, companyId, [depot], NOW);
    await expect(updateWarehouse(db, companyId, second, { external_id: "W-1" }, NOW)).resolves.toBeUndefined();
    await expect(
      insertVisits(
        db,
        companyId,
        [
          { name: "a", uid: "same" },
          { name: "b", uid: "same" },
        ],
        NOW,
      ),
    ).rejects.toMatchObject({ code: "db.duplicate", message: "Object already exists." });
    await expect(db("companies").where({ id: companyId }).update({ country_id: 9999 })).rejects.toThrow();
    await expect(
      withTransaction(db, async (trx) => trx("companies").where({ id: companyId }).update({ country_id: 9999 })),
    ).rejects.toMatchObject({ code: "db.reference", status: 409 });
  });

  it("run a command once, whoever sends it how often", async () => {
    const { db, config } = database();
    const { companyId, planId, ownerId } = await createCompany(db);
    const given = { commandId: "9f1c-A", command: "plan.rename", userId: ownerId };
    const second = createDatabase(config);
    const send = (one: typeof db) =>
      withTransaction(one, (trx) =>
        applyOnce(trx, companyId, given, NOW, async () => ({
          version: await updatePlan(trx, companyId, planId, null, { title: "Once" }, NOW),
        })),
      );
    try {
      const answers = await Promise.all([send(db), send(second), send(db), send(second)]);
      expect(answers.map((answer) => answer.result)).toEqual([
        { version: 2 },
        { version: 2 },
        { version: 2 },
        { version: 2 },
      ]);
      expect(answers.filter((answer) => !answer.repeated)).toHaveLength(1);
    } finally {
      await second.destroy();
    }
    expect((await getPlan(db, companyId, planId)).version).toBe(2);
    await expect(
      withTransaction(db, (trx) => applyOnce(trx, companyId, { ...given, command: "plan.remove" }, NOW, async () => 1)),
    ).rejects.toMatchObject({ code: "command.reused" });
    // The same id in upper case, or in another company, is another command.
    expect(
      await withTransaction(db, (trx) =>
        applyOnce(trx, companyId, { ...given, commandId: "9f1c-a" }, NOW, async () => 7),
      ),
    ).toEqual({ result: 7, repeated: false });
    const other = await createCompany(db);
    expect(
      (await withTransaction(db, (trx) => applyOnce(trx, other.companyId, given, NOW, async () => null))).repeated,
    ).toBe(false);
    // A command that failed leaves no mark: it may be sent again.
    const failing = { ...given, commandId: "fails" };
    await expect(
      withTransaction(db, (trx) => applyOnce(trx, companyId, failing, NOW, () => Promise.reject(new Error("no")))),
    ).rejects.toThrow("no");
    expect((await withTransaction(db, (trx) => applyOnce(trx, companyId, failing, NOW, async () => 1))).repeated).toBe(
      false,
    );
    expect(await forgetCommandsAcrossCompanies(db, "2026-11-22 00:00:00")).toBe(4);
  });

  it("let nobody's change be lost when several write at the same time", async () => {
    const { db, config } = database();
    const { companyId, planId } = await createCompany(db);
    const processes = [db, createDatabase(config), createDatabase(config)];
    try {
      const tries = await Promise.allSettled(
        processes.flatMap((one) =>
          [1, 2, 3].map(() =>
            withTransaction(one, async (trx) =>
              updatePlan(
                trx,
                companyId,
                planId,
                (await getPlan(trx, companyId, planId)).version,
                { solving_time: 5 },
                NOW,
              ),
            ),
          ),
        ),
      );
      const won = tries.filter((one) => one.status === "fulfilled").length;
      const reasons = tries.flatMap((one) =>
        one.status === "rejected" ? [(one.reason as { code: string }).code] : [],
      );
      expect(won).toBeGreaterThan(0);
      expect(reasons.every((code) => code === "plan.changed")).toBe(true);
      expect((await getPlan(db, companyId, planId)).version).toBe(1 + won);
    } finally {
      await Promise.all(processes.slice(1).map((one) => one.destroy()));
    }
  });

  it("store what they read first although another process writes between the two, each time", async () => {
    const { db, config } = database();
    const { companyId, planId } = await createCompany(db);
    const other = createDatabase({ ...config, lockWaitMs: 0 });
    let attempts = 0;
    try {
      await withTransaction(db, async (trx) => {
        attempts += 1;
        const { version } = await getPlan(trx, companyId, planId);
        // On SQLite it can't any more from the second attempt on.
        await updateCompany(other, companyId, { title: `Renamed ${attempts}` }, NOW).catch(() => undefined);
        await updatePlan(trx, companyId, planId, version, { title: "Read, then stored" }, NOW);
      });
    } finally {
      await other.destroy();
    }
    expect(await getPlan(db, companyId, planId)).toMatchObject({ title: "Read, then stored", version: 2 });
    expect(await db("companies").where({ id: companyId }).first()).toMatchObject({ title: "Renamed 1" });
  });

  it("log the last changes of a plan for undo", async () => {
    const { db } = database();
    const { companyId, planId, ownerId } = await createCompany(db);
    for (let version = 2; version <= KEPT_CHANGES + 6; version += 1) {
      await recordPlanChange(
        db,
        companyId,
        {
          planId,
          userId: ownerId,
          kind: "visit.move",
          planVersion: version,
          before: { position: version },
          after: null,
        },
        NOW,
      );
    }
    const log = await listPlanChanges(db, companyId, planId);
    expect(log).toHaveLength(KEPT_CHANGES);
    expect(log[0]).toMatchObject({ plan_version: 26, kind: "visit.move" });
    expect(await lastUndoable(db, companyId, planId)).toMatchObject({
      plan_version: 26,
      before: { position: 26 },
      after: null,
    });
    await markUndone(db, companyId, log[0]!.id, 0, NOW);
    expect((await lastUndoable(db, companyId, planId))?.plan_version).toBe(25);
    await expect(markUndone(db, companyId, log[0]!.id, 0, NOW)).rejects.toMatchObject({ status: 404 });
  });

  it("forget old changes of their own plan alone, planning and reports apart", async () => {
    const { db } = database();
    const { companyId, planId, ownerId, warehouseId } = await createCompany(db);
    const otherPlan = await createPlan(db, companyId, { warehouse_id: warehouseId });
    const record = (plan: number, kind: string, version: number) =>
      recordPlanChange(
        db,
        companyId,
        { planId: plan, userId: ownerId, kind, planVersion: version, before: null, after: null },
        NOW,
      );
    for (const kind of ["visit.move", "visit.done"])
      for (let version = 2; version <= 4; version += 1) await record(otherPlan, kind, version);
    const kept = (await listPlanChanges(db, companyId, otherPlan)).map(({ id }) => id);
    // The other plan's changes lie before, between and after those of a plan that forgets.
    for (let version = 2; version <= KEPT_CHANGES + 3; version += 1) await record(planId, "visit.move", version);
    for (let version = 2; version <= 103; version += 1) await record(planId, "visit.done", version);
    expect((await listPlanChanges(db, companyId, otherPlan)).map(({ id }) => id)).toEqual(kept);
    expect(await listPlanChanges(db, companyId, planId)).toHaveLength(KEPT_CHANGES + 100);
    await record(otherPlan, "visit.move", 5);
    await record(otherPlan, "visit.done", 6);
    expect(await listPlanChanges(db, companyId, otherPlan)).toHaveLength(kept.length + 2);
  });

  it("give times, decimals, texts and JSON back as they came, and 0 for none at the edge", async () => {
    const { db } = database();
    const { companyId, planId } = await createCompany(db);
    const text = 'Zoë "Ä" \\ \' 🚚 \n\t%';
    const values = {
      name: text,
      plan_id: planId,
      lat: 47.123456,
      lng: -9.000001,
      package_capacity: 0.1,
      package_load: 1234.5678,
      service_time: 99.9,
      completed_at: "2026-03-29 01:30:00",
      recipient_note: "x".repeat(200_000),
      violations: JSON.stringify([{ text }]),
    };
    const [id] = await insertVisits(db, companyId, [values], NOW);
    const row = await db("routing_visits").where({ id: id! }).first();
    expect(row).toMatchObject(values);
    expect(row?.deleted_at).toBeNull();
    await db("company_billings")
      .where({ company_id: companyId })
      .update({ custom_cost_per_visit: 0.003, subscription_price: 1234.5 });
    expect(await db("company_billings").where({ company_id: companyId }).first()).toMatchObject({
      custom_cost_per_visit: 0.003,
      subscription_price: 1234.5,
      visits_used: 0,
    });
    await expect(
      insertVisits(db, companyId, [{ name: "y".repeat(300) }], NOW).then(
        () => "stored",
        (error: { code: string }) => error.code,
      ),
    ).resolves.toBe(kind === "sqlite" ? "stored" : "db.too_long");
  });
});
