import { useState } from "react";
import { SPEED_PERCENT_MAX, SPEED_PERCENT_MIN, SPEED_PERCENT_STEP } from "~/domain/constants";
import { VEHICLE_DIGITS } from "~/domain/validation/numbers";
import { VEHICLE_TYPE_LABELS, VehicleType } from "~/domain/vehicle/vehicle-type";
import { FieldGroup, FieldRow } from "~/ui/form/app-form";
import { NumberField, SwitchField, TextField, TimeRange } from "~/ui/form/fields";
import { SliderField } from "~/ui/form/slider-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { useFormState } from "~/ui/form/form-context";
import { SelectField } from "~/ui/form/select-field";
import type { SelectOption } from "~/ui/form/select-field";
import { LocationFields } from "./location-fields";
import type { BaseMap } from "~/domain/base-map";
import { RecordStatus } from "~/domain/record-status";
import { costPerDistanceLabel, VEHICLE_FIELD_LABELS as LABELS } from "~/domain/vehicle/field-labels";
import styles from "./resources.module.css";
import type { VehicleItem } from "../queries/vehicles-page.server";
import { figure } from "../vehicle-form-values";
import { UnitField } from "~/ui/form/unit-field";
import { useUnits } from "~/ui/use-units";
import { TitleField } from "~/ui/form/title-field";

export interface VehicleFormOptions {
  drivers: readonly SelectOption[];
  warehouses: readonly (SelectOption & { lat: number; lng: number })[];
  workHourStart: string;
  workHourEnd: string;
}

export interface VehicleFieldsProps {
  /** null: a new vehicle */
  item: VehicleItem | null;
  options: VehicleFormOptions;
  map: BaseMap;
  mayCreateWarehouse: boolean;
}

const TYPES = Object.values(VehicleType).map((value) => ({ value, label: VEHICLE_TYPE_LABELS[value] }));

/** Every field of a vehicle, in sections. */
export function VehicleFields({ item, options, map, mayCreateWarehouse }: VehicleFieldsProps) {
  const units = useUnits();
  const { refusal } = useFormState();
  const [type, setType] = useState(refusal?.values?.type ?? item?.type ?? VehicleType.Auto);
  const isDescribed = Object.entries(refusal?.values ?? {}).some(
    ([name, text]) => name.startsWith("new_warehouse_") && text !== "",
  );
  const place = options.warehouses.find(({ value }) => value === String(item?.warehouseId)) ?? options.warehouses[0];
  return (
    <>
      <SwitchField
        name="status"
        label="Active"
        defaultChecked={item === null || item.status === RecordStatus.Active}
        help="Inactive vehicles are left out of new plans."
      />
      <FieldRow>
        <TitleField item={item} />
        <TextField name="plate" label={LABELS.plate} defaultValue={item?.plate} />
      </FieldRow>
      <FieldRow>
        <SelectField
          name="type"
          label={LABELS.type}
          options={TYPES}
          defaultValue={item?.type ?? VehicleType.Auto}
          onChange={setType}
        />
        <SelectField
          name="driver_id"
          label={LABELS.driverId}
          emptyLabel="Not assigned"
          options={options.drivers}
          defaultValue={item?.driverId ? String(item.driverId) : ""}
        />
      </FieldRow>
      <FieldRow>
        <SliderField
          name="speed"
          label={LABELS.speedFactor}
          unit="%"
          min={SPEED_PERCENT_MIN}
          max={SPEED_PERCENT_MAX}
          step={SPEED_PERCENT_STEP}
          defaultValue={String(item?.speedPercent ?? 100)}
        />
        <UnitField
          name="max_distance"
          label={LABELS.maxDistance}
          maxLength={VEHICLE_DIGITS.maxDistance}
          stored={figure(item?.maxDistance)}
          help="Empty: no limit"
        />
      </FieldRow>

      <FieldGroup legend="Dimensions and load" help="Empty means no limit.">
        <FieldRow columns={3}>
          <NumberField name="width" label={LABELS.width} unit="m" defaultValue={figure(item?.width)} />
          <NumberField name="height" label={LABELS.height} unit="m" defaultValue={figure(item?.height)} />
          {/* Only trucks post it; without JavaScript it always shows, and the server ignores it for cars. */}
          <div className={styles.truckOnly} data-type={type}>
            <NumberField name="weight" label={LABELS.weight} unit="t" defaultValue={figure(item?.weight)} />
          </div>
        </FieldRow>
        <FieldRow columns={3}>
          <NumberField name="capacity" label={LABELS.capacity} unit="m³" defaultValue={figure(item?.capacity)} />
          <UnitField name="max_load" label={LABELS.maxLoad} stored={figure(item?.maxLoad)} />
          <NumberField
            name="max_quantity"
            label={LABELS.maxQuantity}
            decimals={0}
            maxLength={VEHICLE_DIGITS.maxQuantity}
            defaultValue={figure(item?.maxQuantity)}
          />
        </FieldRow>
      </FieldGroup>

      <FieldGroup legend="Working time" help="On the clock of the warehouse.">
        <TimeRange
          legend="Working hours"
          startName="work_hour_start"
          endName="work_hour_end"
          startDefault={item?.workHourStart ?? options.workHourStart}
          endDefault={item?.workHourEnd ?? options.workHourEnd}
        />
        <NumberField
          name="overtime"
          label={LABELS.overtime}
          unit="min"
          decimals={0}
          maxLength={VEHICLE_DIGITS.overtime}
          defaultValue={figure(item?.overtime)}
        />
        <TimeRange
          legend="Breaks"
          startName="break_start"
          endName="break_end"
          startDefault={item?.breakStart ?? ""}
          endDefault={item?.breakEnd ?? ""}
          help="A break is planned when from, to and duration are all given; a plan can switch breaks off for its day."
        />
        <NumberField
          name="break_duration"
          label={LABELS.breakDuration}
          unit="min"
          maxLength={VEHICLE_DIGITS.breakDuration}
          defaultValue={figure(item?.breakDuration)}
        />
      </FieldGroup>

      <FieldGroup legend="Costs" help="In euro. A plan that aims at the least cost counts them; empty means none.">
        <FieldRow columns={3}>
          <UnitField
            name="cost_per_km"
            label={costPerDistanceLabel(units)}
            money="€"
            decimals={2}
            stored={figure(item?.costPerKm)}
          />
          <NumberField
            name="cost_per_hour"
            label={LABELS.costPerHour}
            unit="€"
            decimals={2}
            defaultValue={figure(item?.costPerHour)}
            help="Of driving."
          />
          <NumberField
            name="fixed_cost"
            label={LABELS.fixedCost}
            unit="€"
            decimals={2}
            defaultValue={figure(item?.fixedCost)}
            help="Per day of use."
          />
        </FieldRow>
      </FieldGroup>

      <FieldGroup legend="Places">
        <SelectField
          name="warehouse_id"
          label={LABELS.warehouseId}
          emptyLabel="Not assigned"
          options={options.warehouses}
          defaultValue={item?.warehouseId ? String(item.warehouseId) : ""}
        />
        {mayCreateWarehouse && (
          <details className={styles.details} open={isDescribed || undefined}>
            <summary>Add new warehouse</summary>
            <div className={styles.inner}>
              <TextField name="new_warehouse_title" label="New warehouse" help="It becomes this vehicle's warehouse." />
              <LocationFields
                latName="new_warehouse_lat"
                lngName="new_warehouse_lng"
                lat={null}
                lng={null}
                address={{ name: "new_warehouse_search", label: "Search for an address", onlySearched: true }}
                center={place}
                map={map}
                label="Map to choose the new warehouse's place"
                folded
              />
              {item !== null && (
                <div>
                  <SubmitButton kind="plain" icon="plus">
                    Add warehouse
                  </SubmitButton>
                </div>
              )}
            </div>
          </details>
        )}
        <LocationFields
          latName="park_location_lat"
          lngName="park_location_lng"
          lat={item?.parkLat ?? null}
          lng={item?.parkLng ?? null}
          address={{
            name: "park_location_address",
            label: LABELS.parkLocationAddress,
            value: item?.parkAddress ?? "",
            help: "Where routes of this vehicle may start or end, if not at the warehouse.",
          }}
          center={place}
          map={map}
          label="Map to choose the parking place"
          folded
        />
      </FieldGroup>
    </>
  );
}
