import { expect, describe, it } from "vitest";
import { claimCommand, releaseCommand } from "~/db/repositories/applied-commands.server";
import { getCompany, insertCompany } from "~/db/repositories/companies.server";
import {
  findUserAcrossCompanies,
  findUserByEmailAcrossCompanies,
  getUserAcrossCompanies,
  isEmailFree,
  setCurrentCompany,
  setPassword,
  updateUser,
} from "~/db/repositories/users.server";
import { createCompany, createUser, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const LATER = "2026-11-21 07:30:00";

describe.each(databases())("one account among others on %s", (kind) => {
  const database = useTestDatabase(kind);

  it("is found by its id and its address, and by nobody else's", async () => {
    const { db } = database();
    const [mia, tom] = [
      await createUser(db, { email: `mia@${kind}.example`, name: "Mia" }),
      await createUser(db, { email: `tom@${kind}.example`, name: "Tom" }),
    ];
    expect([(await findUserAcrossCompanies(db, tom))?.name, (await getUserAcrossCompanies(db, mia)).name]).toEqual([
      "Tom",
      "Mia",
    ]);
    expect([
      (await findUserByEmailAcrossCompanies(db, ` TOM@${kind}.example `))?.id,
      await findUserByEmailAcrossCompanies(db, `nobody@${kind}.example`),
    ]).toEqual([tom, undefined]);
    expect([
      await isEmailFree(db, `nobody@${kind}.example`),
      await isEmailFree(db, `tom@${kind}.example`),
      await isEmailFree(db, `tom@${kind}.example`, tom),
      await isEmailFree(db, `tom@${kind}.example`, mia),
    ]).toEqual([true, false, true, false]);
    await expect(getUserAcrossCompanies(db, 999_999)).rejects.toMatchObject({ status: 404, message: "User not found" });
    await updateUser(db, tom, { deleted_at: LATER }, LATER);
    await expect(getUserAcrossCompanies(db, tom)).rejects.toMatchObject({ status: 404 });
  });

  it("gets a password and a company of its own", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const [mia, tom] = [await createUser(db), await createUser(db)];
    await setPassword(db, mia, "new", LATER);
    await setCurrentCompany(db, mia, companyId);
    expect(await findUserAcrossCompanies(db, mia)).toMatchObject({
      password_hash: "new",
      session_version: 2,
      current_company_id: companyId,
    });
    expect(await findUserAcrossCompanies(db, tom)).toMatchObject({
      password_hash: null,
      session_version: 1,
      current_company_id: null,
    });
  });

  it("works for a company that is found by its id", async () => {
    const { db } = database();
    const owner = await createUser(db);
    const [first, second] = [
      await insertCompany(db, { title: "First", user_id: owner }, NOW),
      await insertCompany(db, { title: "Second", user_id: owner }, NOW),
    ];
    expect([(await getCompany(db, first)).title, (await getCompany(db, second)).title]).toEqual(["First", "Second"]);
  });

  it("releases only a command that it has claimed", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const claim = (by: string) =>
      claimCommand(db, companyId, { commandId: "one", command: "x", userId: null }, { by, now: NOW, lapsed: NOW });
    await claim("a");
    await releaseCommand(db, companyId, "one", "b");
    expect(await claim("b")).toEqual({ state: "running" });
    await releaseCommand(db, companyId, "one", "a");
    expect(await claim("b")).toEqual({ state: "ours" });
  });
});
