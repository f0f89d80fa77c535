/** What the actions of the team take. */
import { z } from "zod";
import { MAX_EMAIL_LENGTH } from "~/domain/constants";
import { isEmail, isPhone } from "~/domain/validation/contact";
import { readAs } from "~/domain/validation/field-reader";
import { asTheyAre, itemId, optionalText, requiredText, switchField } from "~/domain/validation/wire-fields";

/** "" for none. The default stands outside of the check, so that both fit a change of single fields. */
const checkedText = (
  label: string,
  max: number,
  isCorrect: (text: string) => boolean,
  normal: (text: string) => string = (text) => text,
) =>
  readAs(
    optionalText(label, max)
      .removeDefault()
      .overwrite(normal)
      .refine((text) => text === "" || isCorrect(text), `${label} is not correct`),
    (typed) => typed.trim(),
  ).default("");

/** A member of the team. */
const memberFields = {
  name: requiredText("Name"),
  surname: optionalText("Surname"),
  email: checkedText(
    "E-mail",
    MAX_EMAIL_LENGTH,
    (email) => isEmail(email),
    (email) => email.toLowerCase(),
  ),
  phone: checkedText("Phone", 50, (phone) => isPhone(phone)),
  status: switchField(true),
  is_courier: switchField(true),
  is_dispatcher: switchField(false),
  is_admin: switchField(false),
};

/** A new one; with an e-mail they are sent an invitation, unless `invite` says no. */
export const NewMember = z.strictObject({ ...memberFields, invite: switchField(true) });
export type NewMemberInput = z.infer<typeof NewMember>;

export const MemberId = z.strictObject({ id: itemId() });

/** What is left out stays: whoever may not change roles doesn't send them. */
export const ChangedMember = z.strictObject({ ...MemberId.shape, ...asTheyAre(memberFields) });
export type MemberChangesInput = Omit<z.infer<typeof ChangedMember>, "id">;
