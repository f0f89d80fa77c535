import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { epochSec } from "~/domain/time/utc-text";
import { leaveTeam } from "~/features/accounts/commands/own-invitations.server";
import { userImage } from "~/features/profile/queries/user-image.server";
import type { AppError } from "~/lib/errors";
import { setServices } from "~/services/container.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { forgetWorld, setWorld } from "../planning/desk";

const root = mkdtempSync(path.join(tmpdir(), "route-platform-user-image-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(databases())("the picture of a person on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let colleague: CompanySession;
  let userId = 0;
  let memberId = 0;

  beforeEach(async () => {
    setWorld(db());
    const storage = localDiskStorage(mkdtempSync(path.join(root, "files-")));
    // why: how a picture is made small is tested with the pictures; here it is whether there is one.
    const miniatures = { of: () => Promise.resolve(null), hasNone: () => true, close: () => Promise.resolve() };
    setServices(testServices({ storage, miniatures, clock: { nowMs: () => epochSec(NOW) * 1000 } }));
    company = await createCompany(db());
    userId = await createUser(db(), { image: "users/face.png" });
    memberId = await createMember(db(), company.companyId, { user_id: userId, is_dispatcher: 1 });
    colleague = sessionOf(company, { isDriver: true, memberId: company.driverId }, company.driverUserId);
    await storage.write(
      "users/face.png",
      (async function* () {
        yield Buffer.from("face");
      })(),
    );
  });
  afterEach(forgetWorld);

  const look = async (session: CompanySession, of = userId): Promise<number> => {
    const request = new Request("http://localhost/platform/profile/image");
    return userImage(session, request, { userId: String(of) }).then(
      ({ status }) => status,
      (error: AppError) => error.status,
    );
  };

  it("is seen by colleagues until they leave the team, and by themselves and super admins always", async () => {
    const own = sessionOf(company, { isDispatcher: true, memberId }, userId);
    const staff = sessionOf(await createCompany(db()), { hasAdminFlag: true }, await createUser(db()));
    expect([await look(colleague), await look(own), await look(staff)]).toEqual([200, 200, 200]);
    const { email } = await getUserAcrossCompanies(db(), userId);
    await leaveTeam({ userId, email }, company.companyId);
    expect([await look(colleague), await look(own), await look(staff)]).toEqual([404, 200, 200]);
  });

  it.each([
    ["was invited and has not answered", { invitation_type: 0 }],
    ["is switched off", { status: 0 }],
  ] as const)("is not seen where its holder %s", async (_what, state) => {
    await db()("company_members").where({ id: memberId }).update(state);
    expect(await look(colleague)).toBe(404);
  });

  it("is seen of an owner who is no member, and never by another company", async () => {
    await db()("users").where({ id: company.ownerId }).update({ image: "users/face.png" });
    await db()("company_members").where({ user_id: company.ownerId }).delete();
    const other = await createCompany(db());
    const stranger = sessionOf(other, { isOwner: true }, other.ownerId);
    expect([
      await look(colleague, company.ownerId),
      await look(stranger),
      await look(stranger, company.ownerId),
    ]).toEqual([200, 404, 404]);
  });
});
