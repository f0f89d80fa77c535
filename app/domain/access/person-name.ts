/** People's names: name and surname, else whatever is known of them. */
export const fullName = ({ name, surname }: { name: string | null; surname: string | null }): string =>
  [name, surname].filter(Boolean).join(" ");

export interface Member {
  id: number;
  name: string;
  surname: string | null;
  email: string | null;
}

/** A member of a company, in lists, sentences and files. */
export const memberName = (member: Member): string => fullName(member) || member.email || `Member #${member.id}`;
