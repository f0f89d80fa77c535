import { afterAll, beforeAll, beforeEach } from "vitest";
import { listenToAccessChanges } from "~/auth/access-changes.server";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { databaseLimiter } from "~/db/limiter.server";
import { insertSession } from "~/db/repositories/sessions.server";
import { getUserAcrossCompanies, setPassword } from "~/db/repositories/users.server";
import type { Actor } from "~/domain/access/actor";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { limitsWith, setLimits } from "~/services/limits/limits.server";
import { hashPassword } from "~/services/password.server";
import { createCompany, createUser } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { useTestDatabase } from "../../helpers/databases";
import type { DatabaseKind } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { justSignedIn, sessionOf } from "../../helpers/sessions";

export const NOW = "2026-11-21 06:00:00";
const LATER = "2026-12-21 06:00:00";
export const OLD = "correct horse 1";
export const NEXT = "battery staple 2";

/** The profile of a user, a new one in each test; ask for everything inside tests and hooks. */
export function useProfiles(kind: DatabaseKind) {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let oldHash: string;
  let userId: number;
  let own: CompanySession;
  let changed: number[];
  let stop: () => void;

  beforeAll(async () => {
    setDatabase(db());
    setLimits(limitsWith(databaseLimiter(db())));
    setServices(testServices({ clock: { nowMs: () => Date.parse("2026-11-21T06:00:00Z") } }));
    company = await createCompany(db());
    oldHash = await hashPassword(OLD);
    stop = listenToAccessChanges((id) => changed.push(id));
  });
  afterAll(() => {
    stop();
    setLimits(undefined);
    setDatabase(undefined);
    setServices(undefined);
  });
  beforeEach(async () => {
    changed = [];
    userId = await createUser(db());
    await setPassword(db(), userId, oldHash, NOW);
    own = { ...sessionOf(company, { memberId: 1 }, userId), id: await opened(userId, "here") };
  });

  let opening = 0;
  const opened = async (user: number, userAgent: string): Promise<number> =>
    insertSession(
      db(),
      {
        hash: String((opening += 1)).padStart(64, "0"),
        user_id: user,
        company_id: company.companyId,
        session_version: (await getUserAcrossCompanies(db(), user)).session_version,
        user_agent: userAgent,
        expires_at: LATER,
      },
      NOW,
    );
  const act = async (session: CompanySession, name: keyof typeof PROFILE_ACTIONS, input: object) =>
    performAction(PROFILE_ACTIONS, session.id === 0 ? await justSignedIn(session) : session, name, input);
  const user = () => getUserAcrossCompanies(db(), userId);
  const staff = (rights: Partial<Actor>, id = company.ownerId) => sessionOf(company, rights, id);
  const sessionsOf = (id: number): Promise<number[]> =>
    db()("sessions").where({ user_id: id }).orderBy("id").pluck("id");

  return {
    ...{ db, opened, act, user, staff, sessionsOf },
    get company() {
      return company;
    },
    /** whose profile it is, with one session */
    get userId() {
      return userId;
    },
    get own() {
      return own;
    },
    /** of users whose access has changed since the test began */
    get changed() {
      return changed;
    },
    /** of `OLD` */
    get oldHash() {
      return oldHash;
    },
  };
}
