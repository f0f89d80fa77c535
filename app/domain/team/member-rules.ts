/** Who may change what of a member, and who drives. */
import { ALLOWED, refuse } from "../decision";
import type { Permission } from "../decision";
import { RecordStatus } from "../record-status";
import { InvitationType } from "./invitation";

export interface RoleColumns {
  is_courier: number;
  is_dispatcher: number;
  is_admin: number;
}

export interface TeamMember extends RoleColumns {
  user_id: number | null;
  name: string;
  surname: string;
  email: string | null;
  phone: string | null;
  status: number;
  invitation_type: number;
  related_company_id: number | null;
}

/** Only these can be chosen for vehicles and routes; somebody without an account, too. */
export const isSelectableDriver = (
  member: Pick<TeamMember, "is_courier" | "status" | "invitation_type" | "related_company_id">,
): boolean =>
  member.is_courier === 1 &&
  member.status === RecordStatus.Active &&
  member.related_company_id === null &&
  member.invitation_type !== InvitationType.Declined;

export const ONLY_ADMINS = "Only an admin of the company can change this";

/** Who wants the change. */
export interface Changer {
  /** null for a program */
  userId: number | null;
  /** a company admin, who gives and takes roles */
  mayGiveRoles: boolean;
}

interface TeamFacts {
  /** `companies.user_id` */
  ownerUserId: number | null;
  /** active admins with an account beside this member, the owner included */
  otherAdmins: number;
}

/** What is written about a person. */
const PERSON_COLUMNS = ["name", "surname", "phone"] as const;

/** The columns that decide who gets in and what they may do. */
export const ACCESS_COLUMNS = ["email", "status", "is_courier", "is_dispatcher", "is_admin"] as const;

export type MemberColumns = Partial<
  Pick<TeamMember, (typeof PERSON_COLUMNS)[number] | (typeof ACCESS_COLUMNS)[number]>
>;

export const RELATED_COMPANY = "A related company has no roles, and its details can't be changed here";

const at = (field: string, code: string, message: string, status = 409) =>
  refuse(code, message, status, { [field]: message });

const isOwner = ({ user_id }: TeamMember, { ownerUserId }: TeamFacts): boolean =>
  user_id !== null && user_id === ownerUserId;

const isSelf = ({ user_id }: TeamMember, { userId }: Changer): boolean => user_id !== null && user_id === userId;

/** An admin who can do something about it: counts for the rule that a company keeps one. */
export const governs = ({
  is_admin,
  status,
  invitation_type,
  user_id,
}: Pick<TeamMember, "is_admin" | "status" | "invitation_type" | "user_id">): boolean =>
  is_admin === 1 && status === RecordStatus.Active && invitation_type === InvitationType.Accepted && user_id !== null;

export function mayChangeMember(member: TeamMember, changes: MemberColumns, by: Changer, facts: TeamFacts): Permission {
  const isChanged = (column: keyof MemberColumns) =>
    changes[column] !== undefined && changes[column] !== member[column];
  if (member.related_company_id !== null && [...PERSON_COLUMNS, ...ACCESS_COLUMNS].some(isChanged))
    return refuse("member.company", RELATED_COMPANY, 409);
  const first = ACCESS_COLUMNS.find(isChanged);
  if (first === undefined) return ALLOWED;
  if (!by.mayGiveRoles) return at(first, "member.only_admins", ONLY_ADMINS, 403);
  const demoted = member.is_admin === 1 && changes.is_admin === 0;
  const stopped = member.status === RecordStatus.Active && changes.status === RecordStatus.Inactive;
  if (isOwner(member, facts) && (demoted || stopped))
    return at(
      demoted ? "is_admin" : "status",
      "member.owner",
      "The owner stays an active admin. Somebody else has to be the owner first",
    );
  if (isSelf(member, by) && demoted)
    return at("is_admin", "member.own_role", "You can't take the role Admin from yourself");
  if (isSelf(member, by) && stopped) return at("status", "member.own_status", "You can't make yourself inactive");
  if ((demoted || stopped) && governs(member) && facts.otherAdmins === 0)
    return at(demoted ? "is_admin" : "status", "member.last_admin", "The company needs at least one admin");
  return ALLOWED;
}

export const mayAddMember = (by: Changer): Permission =>
  by.mayGiveRoles ? ALLOWED : refuse("member.only_admins", ONLY_ADMINS, 403);

export function mayRemoveMember(member: TeamMember, by: Changer, facts: TeamFacts): Permission {
  if (!by.mayGiveRoles) return refuse("member.only_admins", ONLY_ADMINS, 403);
  if (isOwner(member, facts))
    return refuse("member.owner", "The owner can't be removed. Somebody else has to be the owner first", 409);
  if (isSelf(member, by)) return refuse("member.own_removal", "You can't remove yourself", 409);
  if (governs(member) && facts.otherAdmins === 0)
    return refuse("member.last_admin", "The company needs at least one admin", 409);
  return ALLOWED;
}

/** Leaving by oneself. @param facts.isOnRoad the member drives a route that is on the road */
export function mayLeave(member: TeamMember, facts: TeamFacts & { isOnRoad: boolean }): Permission {
  if (isOwner(member, facts))
    return refuse("member.owner", "The owner can't leave. Somebody else has to be the owner first", 409);
  if (facts.isOnRoad)
    return refuse("courier.in_use", "You are driving a route. Finish it first, or ask for another driver", 409);
  if (governs(member) && facts.otherAdmins === 0)
    return refuse("member.last_admin", "The company needs at least one admin", 409);
  return ALLOWED;
}

/** The owner makes somebody else the owner; they stay an admin. */
export function mayHandOver(to: TeamMember, facts: TeamFacts): Permission {
  if (isOwner(to, facts)) return refuse("owner.same", "This member is the owner already", 409);
  if (to.user_id === null || to.invitation_type !== InvitationType.Accepted || to.related_company_id !== null)
    return refuse("owner.no_account", "Only somebody who has joined the team can be the owner", 409);
  if (to.status !== RecordStatus.Active) return refuse("owner.inactive", "Make the member active first", 409);
  return ALLOWED;
}
