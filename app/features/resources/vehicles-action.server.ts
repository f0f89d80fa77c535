import { lastValues, SeenFields } from "~/domain/validation/form-fields";
import type { LeftOut } from "~/domain/left-out";
import { runAction, unknownIntent } from "~/http/action.server";
import { bulkAnswer } from "~/http/bulk-answer.server";
import { closedList } from "~/http/list-request.server";
import { deletedMessage, SAVED } from "~/lib/action-result";
import { count } from "~/domain/format-number";
import { changeVehicles } from "./commands/change-vehicles.server";
import { removeVehicle, removeVehicles } from "./commands/remove-vehicle.server";
import { createVehicle, editVehicle, editVehicleFields, toggleVehicle } from "./commands/save-vehicle.server";
import { ChosenVehicles, ItemIdSchema, sharedVehicleFields } from "./schemas";

/** What the page of vehicles can do. */
export function vehiclesAction(request: Request) {
  return runAction<{ leftOut: readonly LeftOut[] }>(request, async ({ session, form, intent, tab }) => {
    const fields = lastValues(form);
    switch (intent) {
      case "create": {
        const id = await createVehicle(session, fields, tab);
        return { message: SAVED, redirectTo: closedList(request, id) };
      }
      case "update": {
        const { id } = ItemIdSchema.parse(fields);
        await editVehicle(session, id, fields, tab);
        return { message: SAVED, redirectTo: closedList(request, id) };
      }
      case "update-fields": {
        const { id, intent: _intent, tab: _tab, seen, ...changed } = fields;
        await editVehicleFields(session, ItemIdSchema.parse({ id }).id, changed, tab, SeenFields.parse(seen));
        return {};
      }
      case "toggle": {
        await toggleVehicle(session, ItemIdSchema.parse(fields).id, tab);
        return {};
      }
      case "remove": {
        const title = await removeVehicle(session, ItemIdSchema.parse(fields).id, tab);
        return { message: deletedMessage(title), redirectTo: closedList(request) };
      }
      case "change-vehicles": {
        const { ids } = ChosenVehicles.parse(fields);
        await changeVehicles(session, { ids, fields: sharedVehicleFields(fields) }, tab);
        return { message: SAVED, detail: `${count(ids.length, "vehicle")} changed.`, redirectTo: closedList(request) };
      }
      case "remove-vehicles": {
        const outcome = await removeVehicles(session, ChosenVehicles.parse(fields).ids, tab);
        return bulkAnswer(request, outcome, {
          message: deletedMessage("The selection"),
          detail: `${count(outcome.done, "vehicle")} removed.`,
        });
      }
      default:
        throw unknownIntent(intent);
    }
  });
}
