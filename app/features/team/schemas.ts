/** What the actions of the team take. */
import { z } from "zod";
import { optionalEmail, optionalPhone } from "~/domain/validation/contact-fields";
import { MAX_CHOSEN_ROWS } from "~/domain/constants";
import {
  asTheyAre,
  chosenIds,
  itemId,
  optionalText,
  requiredText,
  seenFields,
  switchField,
} from "~/domain/validation/wire-fields";

/** A member of the team. */
const memberFields = {
  name: requiredText("Name"),
  surname: optionalText("Surname"),
  email: optionalEmail(),
  phone: optionalPhone(),
  status: switchField(true),
  is_courier: switchField(true),
  is_dispatcher: switchField(false),
  is_admin: switchField(false),
};

/** A new one; with an e-mail they are sent an invitation, unless `invite` says no. */
export const NewMember = z.strictObject({ ...memberFields, invite: switchField(true) });
export type NewMemberInput = z.infer<typeof NewMember>;

export const MemberId = z.strictObject({ id: itemId() });

export const MemberIds = z.strictObject({ ids: chosenIds("member", MAX_CHOSEN_ROWS) });

export const MembersStatus = z.strictObject({ ...MemberIds.shape, status: switchField(true) });

/** What is left out stays: whoever may not change roles doesn't send them. */
export const ChangedMember = z.strictObject({ ...MemberId.shape, seen: seenFields(), ...asTheyAre(memberFields) });
export type MemberChangesInput = Omit<z.infer<typeof ChangedMember>, "id" | "seen">;
