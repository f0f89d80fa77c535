import { describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client.server";
import { isAway, isTransient } from "~/db/errors.server";
import {
  applyOnce,
  claimCommand,
  findApplied,
  recordApplied,
  forgetCommandsAcrossCompanies,
  keepAnswer,
  leaveUnanswered,
  markDone,
  releaseCommand,
  renewClaim,
} from "~/db/repositories/applied-commands.server";
import { lockCompany, updateCompany } from "~/db/repositories/companies.server";
import { withTransaction } from "~/db/transaction.server";
import { addSeconds } from "~/domain/time/utc-text";
import { toRefusal } from "~/http/action.server";
import { createCompany, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const given = { commandId: "one", command: "visit.done", userId: null };

describe.each(databases())("commands that clients send again, on %s", (kind) => {
  const database = useTestDatabase(kind);

  it("answer the second time what they answered the first, without doing it again", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    let done = 0;
    const work = async () => ({ done: (done += 1) });
    expect(await findApplied(db, companyId, given)).toBeUndefined();
    expect(await applyOnce(db, companyId, given, NOW, work)).toEqual({ result: { done: 1 }, repeated: false });
    expect(await applyOnce(db, companyId, given, NOW, work)).toEqual({ result: { done: 1 }, repeated: true });
    expect(await applyOnce(db, companyId, { ...given, commandId: "two" }, NOW, work)).toEqual({
      result: { done: 2 },
      repeated: false,
    });
    expect(await findApplied(db, companyId, given)).toEqual({ done: 1 });
    expect(await findApplied(db, companyId, { ...given, commandId: "two" })).toEqual({ done: 2 });
  });

  it("answer nothing as null", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await applyOnce(db, companyId, given, NOW, async () => undefined);
    expect(await db("applied_commands").where({ company_id: companyId }).first()).toMatchObject({
      command_id: "one",
      command: "visit.done",
      result: "null",
      created_at: NOW,
    });
    expect(await applyOnce(db, companyId, given, NOW, async () => "never")).toEqual({ result: null, repeated: true });
  });

  it("refuse an id that another command has used", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await applyOnce(db, companyId, given, NOW, async () => 1);
    const other = { ...given, command: "visit.failed" };
    await expect(findApplied(db, companyId, other)).rejects.toMatchObject({ code: "command.reused", status: 409 });
    await expect(applyOnce(db, companyId, other, NOW, async () => 2)).rejects.toMatchObject({
      code: "command.reused",
      status: 409,
    });
  });

  it("keep an answer that comes with its effect, and refuse it under an id that was used meanwhile", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await recordApplied(db, companyId, given, { done: 1 }, NOW);
    expect(await findApplied(db, companyId, given)).toEqual({ done: 1 });
    await expect(recordApplied(db, companyId, given, { done: 2 }, NOW)).rejects.toMatchObject({
      code: "command.reused",
      status: 409,
    });
    const nobody = { ...given, commandId: "three", userId: 999_999 };
    await expect(recordApplied(db, companyId, nobody, {}, NOW)).rejects.not.toMatchObject({ code: "command.reused" });
  });

  it("pass on a fault that is no repetition", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const nobody = { ...given, userId: 999_999 };
    const missing = {
      code: "db.reference",
      cause: { message: expect.stringMatching(/FOREIGN KEY|foreign key/) as string },
    };
    await expect(applyOnce(db, companyId, nobody, NOW, async () => 1)).rejects.toMatchObject(missing);
    await expect(claimCommand(db, companyId, nobody, { by: "a", now: NOW, lapsed: NOW })).rejects.toMatchObject(
      missing,
    );
  });

  it("may come later when another process holds what they need: asked once, and nothing is kept", async () => {
    const { db: other, config } = database();
    const { companyId } = await createCompany(other);
    // One connection, so that all of it waits as long as it is told to.
    const db = createDatabase({ ...config, poolMax: 1, lockWaitMs: 0 });
    if (kind === "mariadb") await db.raw("SET SESSION innodb_lock_wait_timeout = 1");
    const sent: string[] = [];
    db.on("query", ({ sql }: { sql: string }) => sent.push(sql));
    const claim = () => claimCommand(db, companyId, given, { by: "a", now: NOW, lapsed: NOW });
    await withTransaction(other, async (trx) => {
      await lockCompany(trx, companyId);
      await updateCompany(trx, companyId, { title: "Held" }, NOW);
      const refused = await claim().catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: "db.busy",
        status: 503,
        cause: { code: kind === "mariadb" ? "ER_LOCK_WAIT_TIMEOUT" : "SQLITE_BUSY" },
      });
      expect([isAway(refused), isTransient(refused)]).toEqual([true, true]);
      const [{ message }, status] = toRefusal(refused);
      expect([message, status]).toEqual(["Something goes wrong. Please try later", 503]);
      expect(sent).toHaveLength(1);
    });
    expect(await claim()).toEqual({ state: "ours" });
    await db.destroy();
  });

  it("are claimed by one, and run until the answer is kept", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const claim = (commandId: string, by: string, now = NOW, lapsed = NOW) =>
      claimCommand(db, companyId, { ...given, commandId }, { by, now, lapsed });
    expect([await claim("one", "a"), await claim("two", "b"), await claim("one", "b")]).toEqual([
      { state: "ours" },
      { state: "ours" },
      { state: "running" },
    ]);
    await keepAnswer(db, companyId, "one", "b", { id: 8 });
    expect(await claim("one", "b")).toEqual({ state: "running" });
    await keepAnswer(db, companyId, "one", "a", { id: 7 });
    expect([await claim("one", "b"), await claim("two", "a")]).toEqual([
      { state: "done", result: { id: 7 } },
      { state: "running" },
    ]);
    await keepAnswer(db, companyId, "two", "b", undefined);
    expect(await claim("two", "a")).toEqual({ state: "done", result: null });
  });

  it("lapse when nobody says any more that they are at it, unless something was done already", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const [later, last] = [addSeconds(NOW, 60), addSeconds(NOW, 120)];
    const claim = (commandId: string, by: string, now: string, lapsed: string) =>
      claimCommand(db, companyId, { ...given, commandId }, { by, now, lapsed });
    for (const commandId of ["one", "two", "three"]) await claim(commandId, "a", NOW, NOW);
    await renewClaim(db, companyId, "two", { by: "b", now: last });
    await renewClaim(db, companyId, "three", { by: "a", now: later });
    expect([await claim("one", "b", later, later), await claim("one", "c", later, later)]).toEqual([
      { state: "ours" },
      { state: "running" },
    ]);
    expect([await claim("two", "b", later, later), await claim("three", "b", later, later)]).toEqual([
      { state: "ours" },
      { state: "running" },
    ]);
    // The effect is stored by whoever has the claim by then, and nobody carries it out again.
    expect([
      await markDone(db, companyId, "one", { by: "a", now: later }),
      await markDone(db, companyId, "one", { by: "b", now: later }),
    ]).toEqual([false, true]);
    expect([await claim("one", "c", later, later), await claim("one", "c", last, last)]).toEqual([
      { state: "running" },
      { state: "unanswered" },
    ]);
    expect(await claim("three", "c", last, last)).toEqual({ state: "ours" });
    await markDone(db, companyId, "three", { by: "c", now: last });
    await leaveUnanswered(db, companyId, "three", "a");
    expect(await claim("three", "d", last, last)).toEqual({ state: "running" });
    await leaveUnanswered(db, companyId, "three", "c");
    expect(await claim("three", "d", last, last)).toEqual({ state: "unanswered" });
  });

  it("may come again once they are released", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const claim = (commandId: string) =>
      claimCommand(db, companyId, { ...given, commandId }, { by: "a", now: NOW, lapsed: NOW });
    for (const commandId of ["one", "two"]) await claim(commandId);
    await releaseCommand(db, companyId, "one", "a");
    expect([await claim("one"), await claim("two")]).toEqual([{ state: "ours" }, { state: "running" }]);
  });

  it("are forgotten by their age", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await db("applied_commands").delete();
    for (const [commandId, now] of [
      ["one", NOW],
      ["two", addSeconds(NOW, 1)],
    ] as const)
      await claimCommand(db, companyId, { ...given, commandId }, { by: "a", now, lapsed: now });
    expect(await forgetCommandsAcrossCompanies(db, addSeconds(NOW, 1))).toBe(1);
    expect(await db("applied_commands").where({ company_id: companyId }).pluck("command_id")).toEqual(["two"]);
  });
});
