import { randomBytes } from "node:crypto";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { insertSession } from "~/db/repositories/sessions.server";
import { ANONYMOUS } from "~/domain/access/actor";
import { addSeconds } from "~/domain/time/utc-text";
import { METRIC } from "~/domain/units";
import type { Actor } from "~/domain/access/actor";
import { nowText } from "~/services/now.server";

/** The session of a user of that company, with the named rights. */
export function sessionOf(company: { companyId: number }, part: Partial<Actor>, userId: number): CompanySession {
  return {
    id: 0,
    user: { id: userId, name: "Test", email: "test@test.example", settings: {} },
    key: null,
    company: { id: company.companyId, title: "Test" },
    companies: [],
    memberId: part.memberId ?? null,
    actor: { ...ANONYMOUS, kind: "user", userId, companyId: company.companyId, ...part },
    countryCode: null,
    units: METRIC,
    clock: null,
  };
}

/** The same as somebody has opened it this moment: they have shown who they are. */
export async function justSignedIn(session: CompanySession): Promise<CompanySession & { id: number }> {
  const now = nowText();
  const row = {
    hash: randomBytes(32).toString("hex"),
    user_id: session.user.id!,
    company_id: session.company.id,
    session_version: 1,
    user_agent: "",
    expires_at: addSeconds(now, 3600),
  };
  return { ...session, id: await insertSession(db(), row, now) };
}
