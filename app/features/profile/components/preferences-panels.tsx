import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { MAX_SPEED, MIN_SPEED } from "~/domain/time/person-clock";
import { AppForm, FieldRow, FormActions } from "~/ui/form/app-form";
import { NumberField, SwitchField, TextField } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import type { OwnProfile } from "../queries/profile-page.server";

interface Props {
  result: ActionResult<unknown> | null;
}

const MAPS = [
  { value: "google", label: "Google" },
  { value: "openstreetmap", label: "OpenStreetMap" },
];
const ROUTERS = [
  { value: "osrm", label: "OSRM" },
  { value: "valhalla", label: "Valhalla" },
];
const UNITS = [
  { value: "metric", label: "Kilometres, kilograms" },
  { value: "imperial", label: "Miles, pounds" },
];

export function PreferencesPanel({ preferences, result }: Pick<OwnProfile, "preferences"> & Props) {
  const intent = "profile.preferences";
  return (
    <Panel title="Preferences">
      <AppForm id="preferences" intent={intent} result={refusalOf(result, intent)}>
        <FieldRow>
          <SelectField
            name="map"
            label="Map"
            options={MAPS}
            defaultValue={preferences.map}
            help="Google's map is shown where the server has a key for it."
          />
          <SelectField
            name="router"
            label="Routing engine"
            options={ROUTERS}
            defaultValue={preferences.router}
            help="Asked first for travel times; the other one follows."
          />
        </FieldRow>
        <FieldRow>
          <SelectField
            name="unit_system_id"
            label="Units"
            emptyLabel={`As in my country (${preferences.countryUnits})`}
            options={UNITS}
            defaultValue={preferences.unitSystem}
            help="Of distances and weights on your pages. Files and calls stay in kilometres and kilograms."
          />
          <SelectField
            name="time_zone"
            label="Time zone"
            emptyLabel="Not set"
            options={preferences.timeZones.map((zone) => ({ value: zone, label: zone }))}
            defaultValue={preferences.timeZone ?? ""}
            help="Of what happened when; not set, it is that of the browser or of the warehouse."
          />
        </FieldRow>
        <SwitchField
          name="experimental"
          label="Experimental"
          defaultChecked={preferences.experimental}
          help="Shows what isn't finished yet."
        />
        <FormActions>
          <SubmitButton kind="plain">Save</SubmitButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}

/** For the dev team and admins of the platform. */
export function DevelopmentPanel({ clock, result }: { clock: NonNullable<OwnProfile["clock"]> } & Props) {
  const intent = "profile.clock";
  return (
    <Panel title="Development settings">
      <AppForm id="clock" intent={intent} result={refusalOf(result, intent)}>
        <SwitchField
          name="dev_custom_time"
          label="Custom time"
          defaultChecked={clock.isOn}
          help="Plans, lateness and reports of your own requests go by this clock. Sessions and logs keep the time."
        />
        <FieldRow>
          <TextField
            name="dev_start_time"
            label="Start time"
            type="datetime-local"
            defaultValue={clock.start}
            help={`By the clock of ${clock.timeZone}; it starts when you save.`}
          />
          <NumberField
            name="dev_speed_factor"
            label="Speed factor"
            min={MIN_SPEED}
            max={MAX_SPEED}
            decimals={0}
            defaultValue={String(clock.speed)}
            help={`Seconds of this clock in one second: ${MIN_SPEED} to ${MAX_SPEED}.`}
          />
        </FieldRow>
        <FormActions>
          <SubmitButton kind="plain">Save</SubmitButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}
