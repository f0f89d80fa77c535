import type { CompanySession } from "~/auth/session.server";
import { OWNER_HEADER } from "~/lib/report-answer";

/** Whose reports wait on a phone: a queue belongs to one user in one company. */
export const ownerOf = ({ company, user }: CompanySession): string => `${company.id}.${user.id}`;

/**
 * A page stays open while reports wait, also when somebody else signs in on the phone. What the page sends is not
 * carried out in that person's name. Pages of older builds don't say whose they are; another company of the same user
 * is checkPageCompany's.
 * @throws Response 401 for another user than the session's
 */
export function checkPageOwner(request: Request, { user }: CompanySession): void {
  const named = request.headers.get(OWNER_HEADER);
  if (named !== null && named.split(".")[1] !== String(user.id)) throw new Response(null, { status: 401 });
}
