import { describe, expect, it, vi } from "vitest";
import type { Db } from "~/db/client.server";
import {
  findPlanChange,
  KEPT_CHANGES,
  lastRedoable,
  lastRedoableHead,
  lastUndoable,
  lastUndoableHead,
  listPlanChangeHeads,
  listPlanChanges,
  markRedone,
  markUndone,
  recordPlanChange,
  sidesBefore,
} from "~/db/repositories/plan-changes.server";
import type { NewPlanChange } from "~/db/repositories/plan-changes.server";
import { insertQueuedCalculation } from "~/db/repositories/calculations.server";
import { createCompany, createPlan, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { asked, planOf } from "../../helpers/explained";

describe.each(databases())("the log of a plan on %s", (kind) => {
  const database = useTestDatabase(kind);

  const setUp = async (db: Db) => {
    const company = await createCompany(db);
    const { companyId, planId, ownerId: userId } = company;
    let version = 1;
    const record = (part: Partial<NewPlanChange> = {}) =>
      recordPlanChange(
        db,
        companyId,
        {
          planId,
          userId,
          kind: "visit.move",
          planVersion: (version += 1),
          before: { at: 1 },
          after: { at: 2 },
          ...part,
        },
        NOW,
      );
    const undo = async (id: number, by = userId) => {
      const undoing = await record({ kind: "plan.undo", isUndoing: true, userId: by });
      await markUndone(db, companyId, id, undoing, NOW);
      return undoing;
    };
    return { ...company, userId, record, undo };
  };

  it("keeps what a change wrote, what it was about, and what it belongs to", async () => {
    const { db } = database();
    const { companyId, planId, record } = await setUp(db);
    const queryId = await insertQueuedCalculation(db, companyId, { input: "{}", plan_id: planId }, NOW);
    const plain = await record({ before: null, after: "text", about: undefined });
    const full = await record({
      before: [1],
      after: { deep: { list: [1, null] } },
      about: { visit: "Bakery" },
      queryId,
      followsId: plain,
    });
    expect(await findPlanChange(db, companyId, planId, plain)).toMatchObject({
      before: null,
      after: "text",
      about: null,
      query_id: null,
      follows_id: null,
      undone_at: null,
    });
    expect(await findPlanChange(db, companyId, planId, full)).toMatchObject({
      before: [1],
      after: { deep: { list: [1, null] } },
      query_id: queryId,
      follows_id: plain,
    });
    expect(await findPlanChange(db, companyId, await createPlan(db, companyId), full)).toBeUndefined();
    const heads = await listPlanChangeHeads(db, companyId, planId);
    expect(heads).toMatchObject([
      { id: full, about: { visit: "Bakery" } },
      { id: plain, about: null },
    ]);
    expect(Object.keys(heads[0]!)).not.toContain("after");
  });

  it("gives what stood before several changes with one query, and of this plan alone", async () => {
    const { db } = database();
    const { companyId, planId, record } = await setUp(db);
    const [first, second] = [await record({ before: { at: [1] } }), await record({ before: null })];
    const [third, elsewhere] = [await record(), await record({ planId: await createPlan(db, companyId) })];
    const queries = vi.fn();
    db.on("query", queries);
    const found = await sidesBefore(db, companyId, planId, [first, second, elsewhere]);
    expect(await sidesBefore(db, companyId, planId, [])).toEqual(new Map());
    db.removeListener("query", queries);
    expect(found).toEqual(
      new Map([
        [first, { at: [1] }],
        [second, null],
      ]),
    );
    expect(found.has(third)).toBe(false);
    expect(queries).toHaveBeenCalledTimes(1);
  });

  it("lists what came after a version or a change, newest first", async () => {
    const { db } = database();
    const { companyId, planId, record } = await setUp(db);
    const [first, second, third] = [await record(), await record(), await record()];
    const ids = async (since: Parameters<typeof listPlanChanges>[3]) =>
      (await listPlanChanges(db, companyId, planId, since)).map((row) => row.id);
    expect(await ids({})).toEqual([third, second, first]);
    expect(await ids({ version: 2 })).toEqual([third, second]);
    expect(await ids({ changeId: second })).toEqual([third]);
  });

  it("undoes the newest of the plan, or of one user, and nothing that follows a change elsewhere", async () => {
    const { db } = database();
    const { companyId, planId, driverUserId, userId, record, undo } = await setUp(db);
    const elsewhere = await createPlan(db, companyId);
    const mine = await record({ about: { visit: "Bakery" } });
    const theirs = await record({ userId: driverUserId });
    await record({ kind: "vehicle.update" });
    await record({ planId: elsewhere });
    expect((await lastUndoable(db, companyId, planId))?.id).toBe(theirs);
    expect(await lastUndoable(db, companyId, planId, { userId })).toMatchObject({
      id: mine,
      before: { at: 1 },
      after: { at: 2 },
    });
    expect(await lastUndoableHead(db, companyId, planId, { userId })).toMatchObject({
      id: mine,
      about: { visit: "Bakery" },
    });
    await undo(mine);
    expect(await lastUndoable(db, companyId, planId, { userId })).toBeUndefined();
    expect(await lastUndoableHead(db, companyId, planId, { userId })).toBeUndefined();
    expect((await lastUndoable(db, companyId, planId))?.id).toBe(theirs);
  });

  it("redoes the user's newest undo, until they change something else", async () => {
    const { db } = database();
    const { companyId, planId, driverUserId, userId, record, undo } = await setUp(db);
    const redoable = async (by = userId) => (await lastRedoableHead(db, companyId, planId, { userId: by }))?.id;
    expect(await redoable()).toBeUndefined();
    const [first, second] = [await record(), await record()];
    const undoSecond = await undo(second);
    const undoFirst = await undo(first);
    expect([await redoable(), await redoable(driverUserId)]).toEqual([undoFirst, undefined]);
    // Others' changes, and times that followed a change elsewhere, are no changes of their own.
    await record({ userId: driverUserId });
    await record({ kind: "vehicle.update" });
    expect(await lastRedoable(db, companyId, planId, { userId })).toMatchObject({
      id: undoFirst,
      kind: "plan.undo",
      before: { at: 1 },
    });
    expect(await markRedone(db, companyId, planId, undoFirst)).toEqual([]);
    expect(await redoable()).toBe(undoSecond);
    const again = await undo(first);
    expect(await redoable()).toBe(again);
    await record();
    expect(await redoable()).toBeUndefined();
    expect(await lastRedoable(db, companyId, planId, { userId })).toBeUndefined();
  });

  it("says of a redone undo which calculations stand again, and takes nothing back twice", async () => {
    const { db } = database();
    const { companyId, planId, record, undo } = await setUp(db);
    const queryId = await insertQueuedCalculation(db, companyId, { input: "{}", plan_id: planId }, NOW);
    const [other, applied] = [await record(), await record({ kind: "calculation.apply", queryId })];
    const undoing = await undo(applied);
    await expect(markUndone(db, companyId, applied, undoing, NOW)).rejects.toMatchObject({ status: 404 });
    expect(await findPlanChange(db, companyId, planId, applied)).toMatchObject({ undone_at: NOW, undone_by: undoing });
    expect(await findPlanChange(db, companyId, planId, other)).toMatchObject({ undone_at: null, undone_by: null });
    const undoOther = await undo(other);
    expect(await markRedone(db, companyId, planId, undoing)).toEqual([queryId]);
    expect(await findPlanChange(db, companyId, planId, applied)).toMatchObject({ undone_at: null, undone_by: null });
    expect(await findPlanChange(db, companyId, planId, other)).toMatchObject({ undone_by: undoOther });
    await expect(markRedone(db, companyId, planId, undoing)).rejects.toMatchObject({ status: 404 });
  });

  it("redoes by the plan's own changes, not by all of the company", async () => {
    const { db } = database();
    const { companyId, planId, record, undo } = await setUp(db);
    const undoing = await undo(await record());
    const statements = await asked(db, "plan_changes", (trx) => markRedone(trx, companyId, planId, undoing));
    expect(statements).toHaveLength(2);
    for (const statement of statements) {
      const select = {
        ...statement,
        sql: statement.sql.replace(/^update .* set .* where/, "select * from plan_changes where"),
      };
      const bindings = statement.sql.startsWith("update") ? statement.bindings.slice(-3) : statement.bindings;
      expect((await planOf(db, "plan_changes", { ...select, bindings })).index).toBe("plan_id_index");
    }
  });

  it("forgets planning beyond what can be undone, undone changes later, and reports by their own count", async () => {
    const { db } = database();
    const { companyId, planId, record } = await setUp(db);
    const count = async (which: string) =>
      (await listPlanChangeHeads(db, companyId, planId)).filter((row) => row.kind === which).length;
    for (let nth = 0; nth < KEPT_CHANGES; nth += 1) await record();
    expect(await count("visit.move")).toBe(KEPT_CHANGES);
    // Undoings are no changes to undo: they push nothing out until there are three times as many in all.
    for (let nth = 0; nth < 2 * KEPT_CHANGES; nth += 1) await record({ kind: "plan.undo", isUndoing: true });
    expect([await count("visit.move"), await count("plan.undo")]).toEqual([KEPT_CHANGES, 2 * KEPT_CHANGES]);
    await record({ kind: "plan.undo", isUndoing: true });
    expect([await count("visit.move"), await count("plan.undo")]).toEqual([KEPT_CHANGES - 1, 2 * KEPT_CHANGES + 1]);
    for (let nth = 0; nth < 101; nth += 1) await record({ kind: "visit.done" });
    expect([await count("visit.done"), await count("visit.move")]).toEqual([100, KEPT_CHANGES - 1]);
  });
});
