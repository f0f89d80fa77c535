import type { Db } from "~/db/client.server";
import { createMember, createUser, NOW } from "./company";

export interface TeamInvitations {
  /** with an e-mail, and never invited */
  uninvitedId: number;
  invitedId: number;
  /** invited; an account with another e-mail asks to be let in */
  askingId: number;
  /** with an account */
  joinedId: number;
}

/** A member in each state of an invitation. */
export async function createInvitations(db: Db, companyId: number): Promise<TeamInvitations> {
  const waiting = { invitation_type: 0, invited_at: NOW };
  return {
    uninvitedId: await createMember(db, companyId, { invitation_type: 0 }),
    invitedId: await createMember(db, companyId, waiting),
    askingId: await createMember(db, companyId, { ...waiting, asked_user_id: await createUser(db) }),
    joinedId: await createMember(db, companyId, { user_id: await createUser(db) }),
  };
}
