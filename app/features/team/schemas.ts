/** What the actions of the team take. */
import { z } from "zod";
import { MAX_EMAIL_LENGTH, MIN_PASSWORD_LENGTH } from "~/domain/constants";
import { isEmail, isPhone } from "~/domain/validation/contact";
import { readAs } from "~/domain/validation/field-reader";
import { itemId, optionalText, requiredText, switchField } from "~/domain/validation/wire-fields";

const SHORT = `Sign-in password needs at least ${MIN_PASSWORD_LENGTH} characters`;

/** A member of the team. */
const memberFields = {
  name: requiredText("Name"),
  surname: optionalText("Surname"),
  email: optionalText("E-mail", MAX_EMAIL_LENGTH)
    .transform((email) => email.toLowerCase())
    .refine((email) => email === "" || isEmail(email), "E-mail is not correct"),
  phone: optionalText("Phone", 50).refine((phone) => phone === "" || isPhone(phone), "Phone is not correct"),
  status: switchField(true),
  is_courier: switchField(true),
  is_dispatcher: switchField(false),
  is_admin: switchField(false),
  /** Not trimmed: blanks at the ends belong to a password. "" for none. */
  password: readAs(
    z
      .string()
      .refine((password) => password === "" || password.length >= MIN_PASSWORD_LENGTH, SHORT)
      .max(255, "Sign-in password should be less then 255"),
    (text) => text,
  ).default(""),
};

const checkMember = (value: { password: string; email: string }, context: z.core.$RefinementCtx<unknown>): void => {
  if (value.password !== "" && value.email === "")
    context.addIssue({ code: "custom", path: ["email"], message: "E-mail is required for a sign-in password" });
};

export const NewMember = z.strictObject(memberFields).superRefine(checkMember);
export type MemberInput = z.infer<typeof NewMember>;
export const MemberId = z.strictObject({ id: itemId() });
export const ChangedMember = z.strictObject({ ...MemberId.shape, ...memberFields }).superRefine(checkMember);
