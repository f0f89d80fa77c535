import { lastValues } from "~/domain/validation/form-fields";
import { runAction, unknownIntent } from "~/http/action.server";
import { closedList } from "~/http/list-request.server";
import { removeCourier } from "./commands/remove-courier.server";
import { createCourier, editCourier } from "./commands/save-courier.server";
import { MemberIdSchema } from "./schemas";
import { deletedMessage, SAVED } from "~/lib/action-result";

/** What can be done to members, on the page of all of them and on the page of the drivers alike. */
export function memberAction(request: Request) {
  return runAction(request, async ({ session, form, intent, tab }) => {
    const fields = lastValues(form);
    switch (intent) {
      case "create": {
        const id = await createCourier(session, fields, tab);
        return { message: SAVED, redirectTo: closedList(request, id) };
      }
      case "update": {
        const { id } = MemberIdSchema.parse(fields);
        await editCourier(session, id, fields, tab);
        return { message: SAVED, redirectTo: closedList(request, id) };
      }
      case "remove": {
        const name = await removeCourier(session, MemberIdSchema.parse(fields).id, tab);
        return { message: deletedMessage(name), redirectTo: closedList(request) };
      }
      default:
        throw unknownIntent(intent);
    }
  });
}
