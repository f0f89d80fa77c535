import { SPEED_PERCENT_MAX, SPEED_PERCENT_MIN } from "~/domain/constants";
import { RECORD_STATUS_LABELS, RecordStatus } from "~/domain/record-status";
import { VEHICLE_DIGITS } from "~/domain/validation/numbers";
import { VEHICLE_TYPE_LABELS, VehicleType } from "~/domain/vehicle/vehicle-type";
import { CHOSEN_PARAM } from "~/lib/dialog-param";
import { useTabId } from "~/realtime/use-live";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { ChosenNames, LeftOutDialog, leftOutOf, type ChosenResult } from "~/ui/dialog/left-out-dialog";
import { FieldGroup, FieldRow } from "~/ui/form/app-form";
import { NumberField, TimeRange } from "~/ui/form/fields";
import { SelectField, type SelectOption } from "~/ui/form/select-field";
import { count } from "~/domain/format-number";
import { costPerDistanceLabel, VEHICLE_FIELD_LABELS as LABELS } from "~/domain/vehicle/field-labels";
import { NONE_CHOSEN } from "../none-chosen";
import { UnitField } from "~/ui/form/unit-field";
import { useUnits } from "~/ui/use-units";

interface ChosenVehiclesDialogsProps {
  chosen: readonly { id: number; name: string }[];
  options: { drivers: readonly SelectOption[]; warehouses: readonly SelectOption[] } | null;
  rights: { update: boolean; remove: boolean };
  result: ChosenResult | null;
}

const DIALOG_PARAMS = [CHOSEN_PARAM];
const AS_IT_IS = "As it is";
const STATUSES = [RecordStatus.Active, RecordStatus.Inactive].map((value) => ({
  value: String(value),
  label: RECORD_STATUS_LABELS[value],
}));
const TYPES = Object.values(VehicleType).map((value) => ({ value, label: VEHICLE_TYPE_LABELS[value] }));

/** The dialogs about the vehicles chosen in the list. */
export function ChosenVehiclesDialogs({ chosen, options, rights, result }: ChosenVehiclesDialogsProps) {
  const tab = useTabId();
  if (leftOutOf(result).length > 0) return <LeftOutDialog result={result} params={DIALOG_PARAMS} />;
  if (chosen.length === 0) return null;
  const what = count(chosen.length, "vehicle");
  const shared = { params: DIALOG_PARAMS, hidden: { ids: chosen.map(({ id }) => id).join(","), tab }, result };
  const names = <ChosenNames names={chosen.map(({ name }) => name)} />;
  return (
    <>
      {options !== null && rights.update && (
        <FormDialog
          name="edit-vehicles"
          place="side"
          width={560}
          title={`Edit ${what}`}
          description="What is left empty stays as each vehicle has it. 0 takes a limit, a break or a cost away."
          intent="vehicles.update"
          {...shared}
        >
          {names}
          <SharedFields options={options} />
        </FormDialog>
      )}
      {rights.remove && (
        <ConfirmDialog
          name="remove-vehicles"
          question={`Do you want to remove ${what}?`}
          confirmLabel={`Remove ${what}`}
          danger
          intent="vehicles.remove"
          {...shared}
        >
          {names}
        </ConfirmDialog>
      )}
    </>
  );
}

function SharedFields({ options }: { options: NonNullable<ChosenVehiclesDialogsProps["options"]> }) {
  const units = useUnits();
  const none = (label: string) => ({ value: NONE_CHOSEN, label });
  return (
    <>
      <FieldRow>
        <SelectField name="status" label={LABELS.status} emptyLabel={AS_IT_IS} options={STATUSES} />
        <SelectField name="type" label={LABELS.type} emptyLabel={AS_IT_IS} options={TYPES} />
      </FieldRow>
      <FieldRow>
        <SelectField
          name="driver_id"
          label={LABELS.driverId}
          emptyLabel={AS_IT_IS}
          options={[none("Not assigned"), ...options.drivers]}
        />
        <SelectField
          name="warehouse_id"
          label={LABELS.warehouseId}
          emptyLabel={AS_IT_IS}
          options={[none("Not assigned"), ...options.warehouses]}
        />
      </FieldRow>
      <FieldRow>
        <NumberField
          name="speed"
          label={LABELS.speedFactor}
          unit="%"
          decimals={0}
          min={SPEED_PERCENT_MIN}
          max={SPEED_PERCENT_MAX}
          maxLength={3}
          help={`${SPEED_PERCENT_MIN} to ${SPEED_PERCENT_MAX}`}
        />
        <UnitField name="max_distance" label={LABELS.maxDistance} maxLength={VEHICLE_DIGITS.maxDistance} />
      </FieldRow>
      <FieldRow columns={3}>
        <NumberField name="capacity" label={LABELS.capacity} unit="m³" />
        <UnitField name="max_load" label={LABELS.maxLoad} />
        <NumberField
          name="max_quantity"
          label={LABELS.maxQuantity}
          decimals={0}
          maxLength={VEHICLE_DIGITS.maxQuantity}
        />
      </FieldRow>
      <FieldGroup legend="Working time" help="On the clock of the warehouse.">
        <TimeRange legend="Working hours" startName="work_hour_start" endName="work_hour_end" />
        <NumberField
          name="overtime"
          label={LABELS.overtime}
          unit="min"
          decimals={0}
          maxLength={VEHICLE_DIGITS.overtime}
        />
        <TimeRange legend="Breaks" startName="break_start" endName="break_end" />
        <NumberField
          name="break_duration"
          label={LABELS.breakDuration}
          unit="min"
          maxLength={VEHICLE_DIGITS.breakDuration}
        />
      </FieldGroup>
      <FieldGroup legend="Costs" help="In euro.">
        <FieldRow columns={3}>
          <UnitField name="cost_per_km" label={costPerDistanceLabel(units)} money="€" decimals={2} />
          <NumberField name="cost_per_hour" label={LABELS.costPerHour} unit="€" decimals={2} />
          <NumberField name="fixed_cost" label={LABELS.fixedCost} unit="€" decimals={2} />
        </FieldRow>
      </FieldGroup>
    </>
  );
}
