import { describe, expect, it } from "vitest";
import { applyOnce, claimCommand, findApplied, forgetCommandsAcrossCompanies, keepAnswer, releaseCommand } from "~/db/repositories/applied-commands.server";
import { addSeconds } from "~/domain/time/utc-text";
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
    expect(await applyOnce(db, companyId, { ...given, commandId: "two" }, NOW, work)).toEqual({ result: { done: 2 }, repeated: false });
    expect(await findApplied(db, companyId, given)).toEqual({ done: 1 });
    expect(await findApplied(db, companyId, { ...given, commandId: "two" })).toEqual({ done: 2 });
  });

  it("answer nothing as null", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await applyOnce(db, companyId, given, NOW, async () => undefined);
    expect(await db("applied_commands").where({ company_id: companyId }).first()).toMatchObject({ command_id: "one", command: "visit.done", result: "null", created_at: NOW });
    expect(await applyOnce(db, companyId, given, NOW, async () => "never")).toEqual({ result: null, repeated: true });
  });

  it("refuse an id that another command has used", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await applyOnce(db, companyId, given, NOW, async () => 1);
    const other = { ...given, command: "visit.failed" };
    await expect(findApplied(db, companyId, other)).rejects.toMatchObject({ code: "command.reused", status: 409 });
    await expect(applyOnce(db, companyId, other, NOW, async () => 2)).rejects.toMatchObject({ code: "command.reused", status: 409 });
  });

  it("pass on a fault that is no repetition", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const nobody = { ...given, userId: 999_999 };
    await expect(applyOnce(db, companyId, nobody, NOW, async () => 1)).rejects.toThrow(/FOREIGN KEY|foreign key/);
    await expect(claimCommand(db, companyId, nobody, NOW)).rejects.toThrow(/FOREIGN KEY|foreign key/);
  });

  it("are claimed by one, and run until the answer is kept", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    expect(await claimCommand(db, companyId, given, NOW)).toEqual({ state: "ours" });
    expect(await claimCommand(db, companyId, { ...given, commandId: "two" }, NOW)).toEqual({ state: "ours" });
    expect(await claimCommand(db, companyId, given, NOW)).toEqual({ state: "running" });
    await keepAnswer(db, companyId, "one", { id: 7 });
    expect(await claimCommand(db, companyId, given, NOW)).toEqual({ state: "done", result: { id: 7 } });
    expect(await claimCommand(db, companyId, { ...given, commandId: "two" }, NOW)).toEqual({ state: "running" });
    await keepAnswer(db, companyId, "two", undefined);
    expect(await claimCommand(db, companyId, { ...given, commandId: "two" }, NOW)).toEqual({ state: "done", result: null });
  });

  it("may come again once they are released", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    for (const commandId of ["one", "two"]) await claimCommand(db, companyId, { ...given, commandId }, NOW);
    await releaseCommand(db, companyId, "one");
    expect(await claimCommand(db, companyId, given, NOW)).toEqual({ state: "ours" });
    expect(await claimCommand(db, companyId, { ...given, commandId: "two" }, NOW)).toEqual({ state: "running" });
  });

  it("are forgotten by their age", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await db("applied_commands").delete();
    await claimCommand(db, companyId, given, NOW);
    await claimCommand(db, companyId, { ...given, commandId: "two" }, addSeconds(NOW, 1));
    expect(await forgetCommandsAcrossCompanies(db, addSeconds(NOW, 1))).toBe(1);
    expect(await claimCommand(db, companyId, { ...given, commandId: "two" }, NOW)).toEqual({ state: "running" });
  });
});
