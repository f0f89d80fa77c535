import type { CompanySession } from "~/auth/session.server";
import { isPageOfAnother } from "~/http/page-stamp.server";

/** Whose reports wait on a phone: a queue belongs to one user in one company. */
export const ownerOf = ({ company, user }: CompanySession): string => `${company.id}.${user.id}`;

/**
 * A page stays open while reports wait, also when somebody else signs in on the phone. What the page sends is not
 * carried out in that person's name: it waits until its owner signs in again. Another company of the same user is
 * checkPageCompany's.
 * @throws Response 401 for another user than the session's
 */
export function checkPageOwner(request: Request, session: CompanySession): void {
  if (isPageOfAnother(request, session)) throw new Response(null, { status: 401 });
}
