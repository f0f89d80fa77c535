import { memberName } from "~/domain/access/person-name";
import { authorize } from "~/auth/actor.server";
import { endInvitationLink } from "~/auth/invitation-links.server";
import { endSessionsOf } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { isDriverOfRoutes } from "~/db/repositories/in-use.server";
import { countOtherAdmins, getMember, lockTeam, removeMember } from "~/db/repositories/members.server";
import { releaseDriver } from "~/db/repositories/vehicles.server";
import { withTransaction } from "~/db/transaction.server";
import { refusalError } from "~/domain/decision";
import { mayRemoveMember } from "~/domain/team/member-rules";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { changerNow } from "./save-member.server";

/**
 * Takes somebody out of the team. Their vehicles have no driver then. Who drives routes, or has driven some, stays in
 * the records and can be made inactive.
 * @returns the name of who was removed
 * @throws AppError 403, 404, 409 'courier.in_use'
 */
export async function removeTeamMember(session: CompanySession, id: number, tab?: string): Promise<string> {
  authorize(session, "member.roles");
  const companyId = session.company.id;
  const { name, vehicles } = await withTransaction(db(), async (trx) => {
    const { ownerUserId } = await lockTeam(trx, companyId);
    const member = await getMember(trx, companyId, id);
    const title = memberName(member);
    const otherAdmins = await countOtherAdmins(trx, companyId, member, ownerUserId);
    const by = await changerNow(trx, session, ownerUserId);
    const allowed = mayRemoveMember(member, by, { ownerUserId, otherAdmins });
    if (!allowed.ok) throw refusalError(allowed.error);
    if (await isDriverOfRoutes(trx, companyId, id))
      throw new AppError(
        "courier.in_use",
        `${title} is the driver of routes. Make ${title} inactive instead, so that the records stay whole.`,
        { status: 409 },
      );
    const vehicles = await releaseDriver(trx, companyId, id, nowText());
    await endInvitationLink(trx, member);
    await removeMember(trx, companyId, id);
    if (member.user_id !== null) await endSessionsOf(trx, session, member.user_id, { companyId });
    return { name: title, vehicles };
  });
  if (vehicles.length > 0) publishChange(companyId, { model: "Vehicle", action: "update", ids: vehicles }, tab);
  publishChange(companyId, { model: "CompanyMember", action: "destroy", ids: [id] }, tab);
  return name;
}
