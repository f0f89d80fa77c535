/** What can be done to vehicles and warehouses. */
import { bulkAnswer } from "~/http/bulk-answer.server";
import { withoutFields } from "~/http/actions/decode-form";
import type { DecodedForm, PostedFields } from "~/http/actions/decode-form";
import { action, defineActions, pickActions } from "~/http/actions/define-actions.server";
import { BulkTold, NewId } from "~/http/actions/tells";
import { deletedMessage, SAVED } from "~/lib/action-result";
import { count } from "~/domain/format-number";
import { changeVehicles } from "./commands/change-vehicles.server";
import { removeVehicle, removeVehicles } from "./commands/remove-vehicle.server";
import { removeWarehouse } from "./commands/remove-warehouse.server";
import { createVehicle, editVehicle, editVehicleFields, toggleVehicle } from "./commands/save-vehicle.server";
import { createWarehouse, editWarehouse, setStatusOfWarehouses } from "./commands/save-warehouse.server";
import { NONE_CHOSEN } from "./none-chosen";
import {
  ChangedVehicle,
  ChangedWarehouse,
  ChosenVehicles,
  ItemId,
  NewVehicle,
  NewWarehouse,
  refuseNoFields,
  SharedVehicleFields,
  VehicleFields,
  WarehousesStatus,
} from "./schemas";
import { FIELDS_SAVED } from "./vehicle-form-values";

/** Of the form that changes several vehicles: an empty field leaves what each of them has; none is a choice. */
function sharedFieldsForm(posted: PostedFields, decode: (posted: PostedFields) => DecodedForm): DecodedForm {
  const { values, all } = withoutFields(posted, (_name, text) => text.trim() === "");
  const chosen = Object.entries(values).map(([name, text]) => [name, text === NONE_CHOSEN ? "" : text] as const);
  return decode({ values: Object.fromEntries(chosen), all });
}

/** Fields that save themselves are left to their own saves, which ask about what a colleague has changed. */
function vehicleForm(posted: PostedFields, decode: (posted: PostedFields) => DecodedForm): DecodedForm {
  if (posted.values[FIELDS_SAVED] === undefined) return decode(posted);
  return decode(withoutFields(posted, (name) => name !== "id" && !name.startsWith("new_warehouse_")));
}

export const RESOURCE_ACTIONS = defineActions({
  "vehicle.create": action({
    summary: "Adds a vehicle, with a new warehouse when one is described.",
    permission: "vehicle.create",
    idempotent: false,
    input: NewVehicle,
    tells: NewId,
    run: (session, input, { tab }) => createVehicle(session, input, tab),
    answer: (id, _input, page) => ({ message: SAVED, ...page.closed(id) }),
  }),
  "vehicle.update": action({
    summary: "Changes a vehicle, with a new warehouse when one is described; what is left out stays.",
    permission: "vehicle.update",
    idempotent: true,
    logs: "vehicle.update",
    input: ChangedVehicle,
    form: vehicleForm,
    run: (session, { id, seen, ...input }, { tab }) => editVehicle(session, id, input, tab, seen),
    answer: (_done, { id }, page) => ({ message: SAVED, ...page.closed(id) }),
  }),
  "vehicle.update_fields": action({
    summary: "Changes single fields of a vehicle; what is left out stays.",
    permission: "vehicle.update",
    idempotent: true,
    logs: "vehicle.update",
    input: VehicleFields,
    run: (session, { id, seen, ...fields }, { tab }) => editVehicleFields(session, id, fields, tab, seen),
    answer: ({ stored }) => ({ data: { stored } }),
  }),
  "vehicle.toggle": action({
    summary: "Makes an active vehicle inactive, and the other way round.",
    permission: "vehicle.update",
    idempotent: false,
    input: ItemId,
    run: (session, { id }, { tab }) => toggleVehicle(session, id, tab),
  }),
  "vehicle.remove": action({
    summary: "Removes a vehicle that has no routes to drive.",
    permission: "vehicle.remove",
    idempotent: false,
    input: ItemId,
    run: (session, { id }, { tab }) => removeVehicle(session, id, tab),
    answer: (title, _input, page) => ({ message: deletedMessage(title), ...page.closed() }),
  }),
  "vehicles.update": action({
    summary: "Gives several vehicles the same values; what is left out stays.",
    permission: "vehicle.update",
    idempotent: true,
    logs: "vehicles.update",
    input: SharedVehicleFields,
    form: sharedFieldsForm,
    run: async (session, { ids, ...fields }, { tab }) => {
      refuseNoFields(fields);
      await changeVehicles(session, { ids, fields }, tab);
    },
    answer: (_done, { ids }, page) => ({
      message: SAVED,
      detail: `${count(ids.length, "vehicle")} changed.`,
      ...page.closed(),
    }),
  }),
  "vehicles.remove": action({
    summary: "Removes several vehicles, but for those that have routes to drive.",
    permission: "vehicle.remove",
    idempotent: false,
    input: ChosenVehicles,
    tells: BulkTold,
    run: (session, { ids }, { tab }) => removeVehicles(session, ids, tab),
    answer: (outcome, _input, { request }) =>
      bulkAnswer(request, outcome, {
        message: deletedMessage("The selection"),
        detail: `${count(outcome.done, "vehicle")} removed.`,
      }),
  }),
  "warehouse.create": action({
    summary: "Adds a warehouse.",
    permission: "warehouse.create",
    idempotent: false,
    input: NewWarehouse,
    tells: NewId,
    run: (session, input, { tab }) => createWarehouse(session, input, tab),
    answer: (id, _input, page) => ({ message: SAVED, ...page.closed(id) }),
  }),
  "warehouse.update": action({
    summary: "Changes a warehouse; what is left out stays.",
    permission: "warehouse.update",
    idempotent: true,
    logs: "warehouse.update",
    input: ChangedWarehouse,
    run: (session, { id, seen, ...input }, { tab }) => editWarehouse(session, id, input, tab, seen),
    answer: (_done, { id }, page) => ({ message: SAVED, ...page.closed(id) }),
  }),
  "warehouses.status": action({
    summary: "Makes several warehouses active, or inactive: those can't be chosen for new plans.",
    permission: "warehouse.update",
    idempotent: true,
    input: WarehousesStatus,
    run: (session, { ids, status }, { tab }) => setStatusOfWarehouses(session, ids, status, tab),
    answer: (_done, { ids }, page) => ({
      message: SAVED,
      detail: `${count(ids.length, "warehouse")} changed.`,
      ...page.closed(),
    }),
  }),
  "warehouse.remove": action({
    summary: "Removes a warehouse that nothing uses.",
    permission: "warehouse.remove",
    idempotent: false,
    input: ItemId,
    run: (session, { id }, { tab }) => removeWarehouse(session, id, tab),
    answer: (title, _input, page) => ({ message: deletedMessage(title), ...page.closed() }),
  }),
});

export const VEHICLE_ACTIONS = pickActions(
  RESOURCE_ACTIONS,
  "vehicle.create",
  "vehicle.update",
  "vehicle.update_fields",
  "vehicle.toggle",
  "vehicle.remove",
  "vehicles.update",
  "vehicles.remove",
);
export const WAREHOUSE_ACTIONS = pickActions(
  RESOURCE_ACTIONS,
  "warehouse.create",
  "warehouse.update",
  "warehouse.remove",
  "warehouses.status",
);
