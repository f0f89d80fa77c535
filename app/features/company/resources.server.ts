/** Confirmation templates as the API tells them. */
import type { ConfirmationTemplateRow } from "~/db/tables";
import { moment, ownId, reference, text } from "~/http/api/fields";
import { resource } from "~/http/api/resource";
import { performAction } from "~/http/actions/perform-action.server";
import { COMPANY_ACTIONS } from "./actions.server";
import { proof } from "./proof-fields.server";

const act = performAction.bind(null, COMPANY_ACTIONS);

const TEMPLATE = resource<ConfirmationTemplateRow>({
  name: "company-confirmation-template",
  label: "Confirmation template",
  table: "confirmation_templates",
  permission: "template.list",
  search: ["title"],
  example: {
    title: "At the door",
    delivery_confirmation: 1,
    confirmation_settings: '{"to_door":{"enabled":1,"photo":2,"signature":0}}',
  },
  fields: {
    id: ownId(),
    company_id: reference("company_id"),
    title: text("title", { write: true, filter: true, sort: true }),
    ...proof<ConfirmationTemplateRow>(),
    deleted_at: moment("deleted_at"),
    created_at: moment("created_at", { sort: true }),
    updated_at: moment("updated_at", { sort: true }),
  },
  store: {
    permission: "template.update",
    run: async (session, values, options) => (await act(session, "template.create", values, options)) as number,
  },
  update: {
    permission: "template.update",
    keepsRest: true,
    run: (session, id, values, options) => act(session, "template.update", { id, ...values }, options),
  },
  destroy: {
    permission: "template.update",
    run: (session, id, options) => act(session, "template.remove", { id }, options),
  },
});

export const COMPANY_RESOURCES = [TEMPLATE];
