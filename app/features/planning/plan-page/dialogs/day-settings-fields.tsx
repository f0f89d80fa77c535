import type { BaseMap } from "~/domain/base-map";
import { SPEED_PERCENT_MAX, SPEED_PERCENT_MIN } from "~/domain/constants";
import { LOCATION_TYPE_LABELS, END_LOCATION_TYPES, START_LOCATION_TYPES } from "~/domain/location-type";
import type { RouteEnds } from "~/domain/place";
import { speedPercent } from "~/domain/vehicle/vehicle";
import { VEHICLE_LIMITS } from "~/domain/vehicle/vehicle-limits";
import type { VehicleSettingsOverride } from "~/domain/vehicle/vehicle-settings";
import { FieldGroup, FieldRow } from "~/ui/form/app-form";
import { NumberField, TimeRange } from "~/ui/form/fields";
import { useFormState } from "~/ui/form/form-context";
import { LocationField } from "~/ui/form/location-field";
import { SelectField } from "~/ui/form/select-field";
import { useStored } from "~/ui/form/use-stored";
import styles from "./plan-settings-dialog.module.css";
import { UnitField } from "~/ui/form/unit-field";

export interface MapProps {
  map: BaseMap;
  center?: { lat: number; lng: number };
}

const options = (types: readonly ("N" | "W" | "P" | "C")[]) =>
  types.map((type) => ({ value: type, label: LOCATION_TYPE_LABELS[type] }));

/** Start and end of a plan's routes, or of one route; a custom place opens its own fields. */
export function EndsFields({ settings, help, map, center }: MapProps & { settings: RouteEnds; help: string }) {
  const { texts, refusal } = useFormState();
  const [start, setStart] = useStored(texts.startLocationType, refusal?.values?.startLocationType);
  const [end, setEnd] = useStored(texts.endLocationType, refusal?.values?.endLocationType);
  return (
    <FieldGroup legend="Start and end" help={help}>
      <FieldRow>
        <SelectField
          name="startLocationType"
          label="Start"
          defaultValue={settings.startLocationType}
          options={options(START_LOCATION_TYPES)}
          onChange={setStart}
        />
        <SelectField
          name="endLocationType"
          label="End"
          defaultValue={settings.endLocationType}
          options={options(END_LOCATION_TYPES)}
          onChange={setEnd}
        />
      </FieldRow>
      <Custom
        shown={start === "C"}
        legend="Place of the start"
        prefix="start"
        address={settings.startLocationAddress}
        lat={settings.startLocationLat}
        lng={settings.startLocationLng}
        map={map}
        center={center}
      />
      <Custom
        shown={end === "C"}
        legend="Place of the end"
        prefix="end"
        address={settings.endLocationAddress}
        lat={settings.endLocationLat}
        lng={settings.endLocationLng}
        map={map}
        center={center}
      />
    </FieldGroup>
  );
}

/** Hours, speed and breaks for one day. Only a single route has a limit of its distance. */
export function DayFields({
  legend,
  help,
  settings,
  withDistance = false,
}: {
  legend: string;
  help: string;
  settings: VehicleSettingsOverride;
  withDistance?: boolean;
}) {
  return (
    <FieldGroup legend={legend} help={help}>
      <TimeRange
        legend="Working hours"
        startName="workHourStart"
        endName="workHourEnd"
        startDefault={settings.workHourStart ?? ""}
        endDefault={settings.workHourEnd ?? ""}
      />
      <FieldRow columns={withDistance ? 3 : 2}>
        {withDistance && (
          <UnitField
            name="maxDistance"
            label="Max distance"
            max={VEHICLE_LIMITS.maxDistance}
            decimals={1}
            maxLength={6}
            stored={settings.maxDistance ? String(settings.maxDistance) : ""}
          />
        )}
        <NumberField
          name="speedPercent"
          label="Speed"
          unit="%"
          min={SPEED_PERCENT_MIN}
          max={SPEED_PERCENT_MAX}
          decimals={0}
          defaultValue={settings.speedFactor === undefined ? "" : String(speedPercent(settings.speedFactor))}
        />
        <SelectField
          name="hasBreaks"
          label="Breaks"
          defaultValue={settings.hasBreaks === undefined ? "" : settings.hasBreaks ? "1" : "0"}
          emptyLabel="As the vehicle"
          options={[
            { value: "1", label: "With breaks" },
            { value: "0", label: "Without breaks" },
          ]}
        />
      </FieldRow>
      <TimeRange
        legend="Break"
        startName="breakStart"
        endName="breakEnd"
        startDefault={settings.breakStart ?? ""}
        endDefault={settings.breakEnd ?? ""}
      />
      <NumberField
        name="breakDuration"
        label="Break duration"
        unit="min"
        min={0}
        max={VEHICLE_LIMITS.breakDuration}
        decimals={0}
        maxLength={2}
        defaultValue={settings.breakDuration ? String(settings.breakDuration) : ""}
      />
    </FieldGroup>
  );
}

interface CustomProps extends MapProps {
  shown: boolean;
  legend: string;
  prefix: "start" | "end";
  address: string | null;
  lat: number | null;
  lng: number | null;
}

/** The fields of a custom place. Without JavaScript they always show, because nothing could reveal them. */
function Custom({ shown, legend, prefix, address, lat, lng, map, center }: CustomProps) {
  return (
    <div className={shown ? undefined : styles.onlyWithoutScript}>
      <LocationField
        legend={legend}
        names={{ address: `${prefix}LocationAddress`, lat: `${prefix}LocationLat`, lng: `${prefix}LocationLng` }}
        defaultAddress={address}
        defaultLat={lat}
        defaultLng={lng}
        baseMap={map}
        center={center}
      />
    </div>
  );
}
