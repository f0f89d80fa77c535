/** What administrators do with the data of their company. */
import { action, defineActions } from "~/http/actions/define-actions.server";
import { paths } from "~/paths";
import { eraseRecipient } from "./commands/erase-recipient.server";
import { findRecipient } from "./commands/find-recipient.server";
import { ERASE_RECIPIENT_DIALOG, ERASURE_PARAM } from "./recipient-dialog";
import { FoundRecipient, RecipientErasure, RecipientLook } from "./schemas";

export const RIGHTS_ACTIONS = defineActions({
  "recipient.look_for": action({
    summary:
      "Looks for all visits of a recipient by their e-mail or phone, and tells what there is of them. Erases nothing.",
    permission: "recipient.erase",
    idempotent: false,
    input: RecipientLook,
    tells: FoundRecipient,
    run: (session, { contact }) => findRecipient(session, contact),
    answer: ({ erasure_id }) => ({
      redirectTo: paths.companyData({ dialog: ERASE_RECIPIENT_DIALOG, [ERASURE_PARAM]: erasure_id }),
    }),
  }),
  "recipient.erase": action({
    summary:
      "Erases a recipient who was looked for within the last hour: names, contacts, addresses, notes, photos, " +
      "signatures and messages of all their visits, removed ones too, within the hour and for good. Takes the e-mail " +
      "or phone again, and the password or a code of whoever does it unless they have signed in within the last ten " +
      "minutes.",
    permission: "recipient.erase",
    idempotent: false,
    input: RecipientErasure,
    run: (session, input) => eraseRecipient(session, input),
    answer: () => ({
      message: "The recipient is being erased",
      detail: "Within the hour, most often within a minute.",
      redirectTo: paths.companyData(),
    }),
  }),
});
