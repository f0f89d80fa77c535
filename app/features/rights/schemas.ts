/** What the actions on the data of a company take. */
import { z } from "zod";
import { proofText, requiredId, requiredText } from "~/domain/validation/wire-fields";

const contact = () => requiredText("E-mail or phone");

/** Whom somebody looks for. */
export const RecipientLook = z.strictObject({ contact: contact() });

/** The one that was found, with the contact typed again. */
export const RecipientErasure = z.strictObject({
  erasure_id: requiredId("Erasure"),
  contact: contact(),
  password: proofText(),
});
export type RecipientErasure = z.infer<typeof RecipientErasure>;

/** What was found: nothing is erased yet. */
export const FoundRecipient = z.object({
  /** for the call that erases them, within the hour */
  erasure_id: z.int(),
  visits: z.int(),
  removed_visits: z.int(),
  pictures: z.int(),
  messages: z.int(),
  imports: z.int(),
  /** why they can't be erased yet; null: they can */
  blocker: z.string().nullable(),
});
