/** People's names: name and surname, else whatever is known of them. */
export const fullName = ({ name, surname }: { name: string | null; surname: string | null }): string =>
  [name, surname].filter(Boolean).join(" ");

export interface Member {
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

/** What people who wait for a driver are told of them: their own first name, and nothing else. */
export const firstName = ({ name, user_name: ofAccount }: Pick<Member, "name" | "user_name">): string =>
  (name || ofAccount || "").trim().split(/\s+/)[0] ?? "";
