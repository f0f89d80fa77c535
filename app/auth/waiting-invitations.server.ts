import type { Db } from "~/db/client.server";
import { listInvitationsAcrossCompanies } from "~/db/repositories/members.server";
import type { WaitingInvitation } from "~/db/repositories/members.server";
import { INVITATION_DAYS } from "~/domain/team/invitation";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds } from "~/domain/time/utc-text";
import { nowText } from "~/services/now.server";

/** Invitations of an e-mail whose link would still work. */
export const waitingInvitations = (trx: Db, email: string): Promise<WaitingInvitation[]> =>
  listInvitationsAcrossCompanies(trx, email, addSeconds(nowText(), -INVITATION_DAYS * DAY_SEC));
