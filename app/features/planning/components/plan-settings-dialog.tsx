import { useState } from "react";
import type { ActionResult } from "~/lib/action-result";
import { LOCATION_TYPE_LABELS, END_LOCATION_TYPES, START_LOCATION_TYPES } from "~/domain/location-type";
import { speedPercent } from "~/domain/vehicle/vehicle";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { FieldGroup, FieldRow } from "~/ui/form/app-form";
import { CheckboxField, NumberField, TimeRange } from "~/ui/form/fields";
import { LocationField } from "~/ui/form/location-field";
import { SelectField } from "~/ui/form/select-field";
import type { PlanSettingsView } from "../plan-settings";
import styles from "./plan-settings-dialog.module.css";

export interface PlanSettingsDialogProps {
  settings: PlanSettingsView;
  version: number;
  tab: string;
  result: ActionResult<unknown> | null;
  map: { tileUrl: string | null; attribution: string };
  center?: { lat: number; lng: number };
}

const options = (types: readonly ("N" | "W" | "P" | "C")[]) => types.map((type) => ({ value: type, label: LOCATION_TYPE_LABELS[type] }));

/** How the plan is calculated, and what holds for all its vehicles. Mount it when it is opened: it keeps what it saw then. */
export function PlanSettingsDialog({ settings: current, version, tab, result, map, center }: PlanSettingsDialogProps) {
  const [seen] = useState({ settings: current, version });
  const { settings } = seen;
  const own = settings.vehicleSettings;
  const refusal = result !== null && !result.ok ? result : null;
  const typed = refusal?.values ?? {};
  const [start, setStart] = useState(typed.startLocationType ?? settings.startLocationType);
  const [end, setEnd] = useState(typed.endLocationType ?? settings.endLocationType);
  return (
    <FormDialog name="plan-settings" title="Plan settings" intent="update-settings" hidden={{ version: refusal === null ? seen.version : version, tab }} result={result} width={640}>
      <FieldRow>
        <NumberField name="squashDuration" label="Squash duration" unit="min" min={0} max={99.9} decimals={1} defaultValue={String(settings.squashDuration)} help="Several visits at one place, one after another: the first takes its whole service time, each further one only this, if that is shorter." />
        <NumberField name="solvingTime" label="Solving time" unit="s" min={0} max={100} decimals={0} defaultValue={String(settings.solvingTime)} help="The longest that a calculation may take, 0 to 100. With 0 the program chooses by the size of the plan." />
        <NumberField name="exploration" label="Exploration" min={0} max={5} decimals={0} defaultValue={String(settings.exploration)} help="Effort of the search, 0 to 5; 5 tries the most." />
        <NumberField name="visitBalanceCoefficient" label="Visit balance" min={0} max={1} decimals={2} defaultValue={String(settings.visitBalanceCoefficient)} help="0 takes the cheapest routes; 1 spreads the visits over the vehicles as evenly as possible." />
      </FieldRow>
      <FieldRow>
        <CheckboxField name="avoidTolls" label="Avoid tolls" defaultChecked={settings.avoidTolls} />
        <CheckboxField name="avoidHighways" label="Avoid highways" defaultChecked={settings.avoidHighways} />
      </FieldRow>
      <FieldGroup legend="Start and end" help="For all routes that are not on the road yet.">
        <FieldRow>
          <SelectField name="startLocationType" label="Start" defaultValue={settings.startLocationType} options={options(START_LOCATION_TYPES)} onChange={setStart} />
          <SelectField name="endLocationType" label="End" defaultValue={settings.endLocationType} options={options(END_LOCATION_TYPES)} onChange={setEnd} />
        </FieldRow>
        <Custom shown={start === "C"} legend="Place of the start" prefix="start" address={settings.startLocationAddress} lat={settings.startLocationLat} lng={settings.startLocationLng} map={map} center={center} />
        <Custom shown={end === "C"} legend="Place of the end" prefix="end" address={settings.endLocationAddress} lat={settings.endLocationLat} lng={settings.endLocationLng} map={map} center={center} />
      </FieldGroup>
      <FieldGroup legend="All vehicles of this plan" help="What is empty here is as the vehicle, or the company, says.">
        <TimeRange legend="Working hours" startName="workHourStart" endName="workHourEnd" startDefault={own.workHourStart ?? ""} endDefault={own.workHourEnd ?? ""} />
        <FieldRow>
          <NumberField name="speedPercent" label="Speed" unit="%" min={50} max={150} decimals={0} defaultValue={own.speedFactor === undefined ? "" : String(speedPercent(own.speedFactor))} />
          <SelectField name="hasBreaks" label="Breaks" defaultValue={own.hasBreaks === undefined ? "" : own.hasBreaks ? "1" : "0"} emptyLabel="As the vehicle" options={[{ value: "1", label: "With breaks" }, { value: "0", label: "Without breaks" }]} />
        </FieldRow>
        <TimeRange legend="Break" startName="breakStart" endName="breakEnd" startDefault={own.breakStart ?? ""} endDefault={own.breakEnd ?? ""} />
        <NumberField name="breakDuration" label="Break duration" unit="min" min={0} max={99} decimals={0} maxLength={2} defaultValue={own.breakDuration ? String(own.breakDuration) : ""} />
      </FieldGroup>
    </FormDialog>
  );
}

interface CustomProps {
  shown: boolean;
  legend: string;
  prefix: "start" | "end";
  address: string | null;
  lat: number | null;
  lng: number | null;
  map: PlanSettingsDialogProps["map"];
  center?: { lat: number; lng: number };
}

/** Fields of a custom place. Without JavaScript they always show, because nothing could make them appear. */
function Custom({ shown, legend, prefix, address, lat, lng, map, center }: CustomProps) {
  return (
    <div className={shown ? undefined : styles.onlyWithoutScript}>
      <LocationField legend={legend} names={{ address: `${prefix}LocationAddress`, lat: `${prefix}LocationLat`, lng: `${prefix}LocationLng` }} defaultAddress={address} defaultLat={lat} defaultLng={lng} tileUrl={map.tileUrl} attribution={map.attribution} center={center} />
    </div>
  );
}
