/** People's names: name and surname, else whatever is known of them. */
import { InvitationType } from "../team/invitation";

export const fullName = ({ name, surname }: { name: string | null; surname: string | null }): string =>
  [name, surname].filter(Boolean).join(" ");

interface Member {
  id: number;
  name: string;
  surname: string | null;
  email: string | null;
  /** of the account that is linked */
  user_name?: string | null;
  user_surname?: string | null;
  user_email?: string | null;
  /** of the company that this member stands for */
  related_title?: string | null;
}

/** A member of a company, in lists, sentences and files: their name, else that of their account. */
export const memberName = (member: Member): string =>
  fullName(member) ||
  member.related_title ||
  fullName({ name: member.user_name ?? null, surname: member.user_surname ?? null }) ||
  member.user_email ||
  member.email ||
  `User #${member.id}`;

/** The phone of a member: the team's own, else that of their account while they are in the team. */
export const memberPhone = (member: {
  phone: string | null;
  user_phone: string | null;
  invitation_type: number;
}): string | null => member.phone || (member.invitation_type === InvitationType.Accepted ? member.user_phone : null);

/** What people who wait for a driver are told of them: their own first name, and nothing else. */
export const firstName = ({ name, user_name: ofAccount }: Pick<Member, "name" | "user_name">): string =>
  (name || ofAccount || "").trim().split(/\s+/)[0] ?? "";
