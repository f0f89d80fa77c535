import { fieldTexts } from "~/lib/shown-values";

/** What fields of a member's form are called that two people may change to different values. */
export const MEMBER_FIELD_LABELS = {
  name: "Name",
  surname: "Surname",
  email: "E-mail",
  phone: "Phone",
} as const;
type MemberField = keyof typeof MEMBER_FIELD_LABELS;

/** What they show of a stored member. */
export const memberFormTexts = ({
  name,
  surname,
  email,
  phone,
}: Readonly<Record<MemberField, string | null>>): Record<MemberField, string> =>
  fieldTexts({ name, surname, email, phone });
