import { MEMBER_FIELD_LABELS, memberFormTexts } from "../member-form-values";
import type { MemberChangesInput, NewMemberInput } from "../schemas";
import { authorize } from "~/auth/actor.server";
import { publishAccessChange } from "~/auth/access-changes.server";
import { countInvitation } from "~/auth/invitation-limits.server";
import { endInvitationLink, inviteMember } from "~/auth/invitation-links.server";
import { endSessionsOf } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { toFlag } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import {
  countOtherAdmins,
  findMemberOfEmail,
  findMemberOfUser,
  getMember,
  getMembers,
  insertMember,
  lockTeam,
  updateMember,
} from "~/db/repositories/members.server";
import { releaseDriver } from "~/db/repositories/vehicles.server";
import type { MemberChanges, MemberRow } from "~/db/repositories/members.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { isSuperAdmin } from "~/domain/access/actor";
import { can } from "~/domain/access/permissions";
import { memberName } from "~/domain/access/person-name";
import type { BulkOutcome, LeftOut } from "~/domain/left-out";
import { refusalError } from "~/domain/decision";
import type { Permission } from "~/domain/decision";
import { RecordStatus } from "~/domain/record-status";
import { invitationStateOf } from "~/domain/team/invitation";
import { refuseStaleFields } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { governs, mayAddMember, mayChangeMember } from "~/domain/team/member-rules";
import type { Changer } from "~/domain/team/member-rules";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";

/** What decides what somebody may do in the company. */
const RIGHTS = ["status", "is_courier", "is_dispatcher", "is_admin"] as const;

/**
 * Who changes the team that is held, by the rights that they have now: of two admins who take each other's away, the
 * session of the second was read while they still had theirs.
 */
export async function changerNow(
  trx: Db,
  { user, actor, company }: CompanySession,
  ownerUserId: number | null,
): Promise<Changer> {
  const changer = { userId: user.id, mayGiveRoles: can(actor, "member.roles") };
  if (!changer.mayGiveRoles || isSuperAdmin(actor) || user.id === null || user.id === ownerUserId) return changer;
  const own = await findMemberOfUser(trx, company.id, user.id);
  return { ...changer, mayGiveRoles: own !== undefined && governs(own) };
}

const flagOf = (value: boolean | undefined) => (value === undefined ? undefined : toFlag(value));
const orNull = (text: string | undefined) => (text === undefined ? undefined : text || null);

/** Only the columns that are given. */
function columnsOf(input: MemberChangesInput): MemberChanges {
  const columns = {
    name: input.name,
    surname: input.surname,
    email: orNull(input.email),
    phone: orNull(input.phone),
    status: flagOf(input.status),
    is_courier: flagOf(input.is_courier),
    is_dispatcher: flagOf(input.is_dispatcher),
    is_admin: flagOf(input.is_admin),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/**
 * Adds a member. With an e-mail they get an invitation, unless it isn't wanted; without one they are in the lists and
 * have no account.
 * @returns `company_members.id`
 * @throws AppError 403, also for an admin who is none any more; 409 (e-mail in use), 429
 */
export async function createTeamMember(
  session: CompanySession,
  { invite, ...input }: NewMemberInput,
  tab?: string,
): Promise<number> {
  authorize(session, "member.roles");
  const companyId = session.company.id;
  const isInvited = invite && input.email !== "" && input.status;
  if (isInvited) await countInvitation(companyId, input.email);
  const id = await withTransaction(db(), async (trx) => {
    const { ownerUserId } = await lockTeam(trx, companyId);
    const allowed = mayAddMember(await changerNow(trx, session, ownerUserId));
    if (!allowed.ok) throw refusalError(allowed.error);
    const memberId = await oneOfEmail(trx, companyId, input.email, () =>
      insertMember(trx, companyId, columnsOf(input), nowText()),
    );
    if (isInvited) await inviteMember(trx, companyId, memberId, session.user.name);
    return memberId;
  });
  publishChange(companyId, { model: "CompanyMember", action: "create", ids: [id] }, tab);
  return id;
}

/** @throws AppError 409 for fields that somebody else has changed since they were shown, with what is stored now */
function refuseStale(before: MemberRow, changes: MemberChanges, seen: FieldTexts): void {
  const stored = memberFormTexts(before);
  const texts = { seen, stored, next: memberFormTexts({ ...before, ...changes }) };
  refuseStaleFields("member.changed", texts, (name) => [MEMBER_FIELD_LABELS[name], stored[name]]);
}

/**
 * Changes what is given. Of an invitation that waits the link ends with its e-mail, and another is sent to the new one.
 * Whoever drives no more has no vehicle either.
 * @param seen what the form's fields showed before, as `memberFormTexts` writes them
 * @throws AppError 403, 404, 409 for an e-mail in use and for fields that somebody else has changed since, 429
 */
export async function editTeamMember(
  session: CompanySession,
  id: number,
  input: MemberChangesInput,
  tab?: string,
  seen: FieldTexts = {},
): Promise<void> {
  authorize(session, "member.update");
  const companyId = session.company.id;
  const changes = columnsOf(input);
  // Counted before the transaction, as all mails are: SQLite has one of them.
  if (waitsFor(await getMember(db(), companyId, id), changes.email))
    await countInvitation(companyId, changes.email ?? "");
  const left = await withTransaction(db(), async (trx) => {
    const { ownerUserId } = await lockTeam(trx, companyId);
    const by = await changerNow(trx, session, ownerUserId);
    const before = await getMember(trx, companyId, id);
    const allowed = await mayBeChanged(trx, before, changes, { by, ownerUserId });
    if (!allowed.ok) throw refusalError(allowed.error);
    refuseStale(before, changes, seen);
    const isInvitedAnew = waitsFor(before, changes.email);
    if (invitationStateOf(before) === "waiting" && changes.email !== undefined && changes.email !== before.email) {
      await endInvitationLink(trx, before);
      Object.assign(changes, { invited_at: null, invitation_token_id: null, asked_user_id: null });
    }
    const vehicles = await storeChanges(trx, session, before, changes);
    if (isInvitedAnew) await inviteMember(trx, companyId, id, session.user.name);
    return vehicles;
  });
  if (left.length > 0) publishChange(companyId, { model: "Vehicle", action: "update", ids: left }, tab);
  publishChange(companyId, { model: "CompanyMember", action: "update", ids: [id] }, tab);
}

/** What the rules say of the team as it is at this moment of the transaction. */
async function mayBeChanged(
  trx: Db,
  member: MemberRow,
  changes: MemberChanges,
  { by, ownerUserId }: { by: Changer; ownerUserId: number | null },
): Promise<Permission> {
  const otherAdmins = await countOtherAdmins(trx, member.company_id, member, ownerUserId);
  return mayChangeMember(member, changes, by, { ownerUserId, otherAdmins });
}

/** @returns the vehicles that have no driver from now on. @throws AppError 409 for an e-mail in use */
async function storeChanges(
  trx: Db,
  session: CompanySession,
  before: MemberRow,
  changes: MemberChanges,
): Promise<number[]> {
  const { id, company_id: companyId } = before;
  await oneOfEmail(trx, companyId, changes.email, () => updateMember(trx, companyId, id, changes, nowText()));
  if (before.user_id !== null) await applyRights(trx, session, before.user_id, before, changes);
  const drives = (member: Pick<MemberRow, "is_courier" | "status">) =>
    member.is_courier === 1 && member.status === RecordStatus.Active;
  return drives(before) && !drives({ ...before, ...changes }) ? releaseDriver(trx, companyId, id, nowText()) : [];
}

/**
 * Makes members active or inactive, in one transaction; those that may not be changed are left out.
 * @throws AppError 403, 404 when one is not the company's: then nothing is done
 */
export async function setStatusOfMembers(
  session: CompanySession,
  ids: readonly number[],
  isActive: boolean,
  tab?: string,
): Promise<BulkOutcome> {
  authorize(session, "member.roles");
  const companyId = session.company.id;
  const changes = { status: toFlag(isActive) };
  const { done, leftOut, vehicles } = await withTransaction(db(), async (trx) => {
    const { ownerUserId } = await lockTeam(trx, companyId);
    const by = await changerNow(trx, session, ownerUserId);
    const done: number[] = [];
    const leftOut: LeftOut[] = [];
    const vehicles: number[] = [];
    for (const member of await getMembers(trx, companyId, ids)) {
      const allowed = await mayBeChanged(trx, member, changes, { by, ownerUserId });
      if (allowed.ok) {
        vehicles.push(...(await storeChanges(trx, session, member, changes)));
        done.push(member.id);
      } else leftOut.push({ name: memberName(member), why: allowed.error.message });
    }
    return { done, leftOut, vehicles };
  });
  if (vehicles.length > 0) publishChange(companyId, { model: "Vehicle", action: "update", ids: vehicles }, tab);
  if (done.length > 0) publishChange(companyId, { model: "CompanyMember", action: "update", ids: done }, tab);
  return { done: done.length, leftOut };
}

/** Another e-mail of somebody who is invited and has not answered. */
const waitsFor = (member: MemberRow, email: string | null | undefined): boolean =>
  typeof email === "string" && email !== member.email && invitationStateOf(member) === "waiting";

/** A team has each e-mail once. @throws AppError 409 in the words of the catalogue, with who has it */
async function oneOfEmail<T>(
  trx: Db,
  companyId: number,
  email: string | null | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError && error.code === "db.duplicate" && error.field === "email")) throw error;
    const other = await findMemberOfEmail(trx, companyId, email ?? "");
    throw new AppError("member.exists", "Object already exists.", {
      status: 409,
      field: "email",
      detail: `${other === undefined ? "Another member" : memberName(other)} has this e-mail already.`,
    });
  }
}

/** What is taken away ends the sessions; what is given counts from the next request on. */
async function applyRights(
  trx: Db,
  session: CompanySession,
  userId: number,
  before: MemberRow,
  changes: MemberChanges,
): Promise<void> {
  const changed = RIGHTS.filter((right) => changes[right] !== undefined && before[right] !== changes[right]);
  if (changed.some((right) => before[right] === 1))
    await endSessionsOf(trx, session, userId, { companyId: session.company.id });
  else if (changed.length > 0) afterCommit(trx, () => publishAccessChange(userId));
}
