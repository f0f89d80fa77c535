import type { CompanySession } from "~/auth/session.server";
import { ANONYMOUS } from "~/domain/access/actor";
import { METRIC } from "~/domain/units";
import type { Actor } from "~/domain/access/actor";

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
