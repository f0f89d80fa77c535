import type { BaseMap } from "~/domain/base-map";
import { AIMS, AIM_HELP, AIM_LABELS } from "~/domain/calculation/aim";
import { MAX_DURATION_MIN } from "~/domain/constants";
import { METRIC } from "~/domain/units";
import type { ActionResult } from "~/lib/action-result";
import { shownGroups } from "~/lib/shown-values";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { FieldRow } from "~/ui/form/app-form";
import { CheckboxField, NumberField } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import { planSettingsTexts, SETTINGS_TOGETHER } from "../../plan-settings";
import type { PlanSettingsView } from "../../plan-settings";
import { DayFields, EndsFields } from "./day-settings-fields";

interface PlanSettingsDialogProps {
  settings: PlanSettingsView;
  tab: string;
  result: ActionResult<unknown> | null;
  map: BaseMap;
  center?: { lat: number; lng: number };
}

/** How the plan is calculated, and the settings of all its vehicles. */
export function PlanSettingsDialog({ settings, tab, result, map, center }: PlanSettingsDialogProps) {
  const shown = shownGroups<string>(planSettingsTexts(settings, METRIC), SETTINGS_TOGETHER);
  return (
    <FormDialog
      name="plan-settings"
      title="Plan settings"
      intent="plan.settings"
      hidden={{ tab }}
      shown={shown}
      result={result}
      width={640}
    >
      <SelectField
        name="aim"
        label="Calculations aim at"
        defaultValue={settings.aim}
        options={AIMS.map((value) => ({ value, label: AIM_LABELS[value] }))}
        help={AIM_HELP}
      />
      <FieldRow>
        <NumberField
          name="squashDuration"
          label="Squash duration"
          unit="min"
          min={0}
          max={MAX_DURATION_MIN}
          decimals={1}
          defaultValue={String(settings.squashDuration)}
          help={
            "Several visits at one place, one after another: " +
            "the first takes its whole service time, each further one only this, if that is shorter."
          }
        />
        <NumberField
          name="solvingTime"
          label="Solving time"
          unit="s"
          min={0}
          max={100}
          decimals={0}
          defaultValue={String(settings.solvingTime)}
          help="The longest that a calculation may take, 0 to 100. With 0 the program chooses by the size of the plan."
        />
        <NumberField
          name="exploration"
          label="Exploration"
          min={0}
          max={5}
          decimals={0}
          defaultValue={String(settings.exploration)}
          help="Effort of the search, 0 to 5; 5 tries the most."
        />
        <NumberField
          name="visitBalanceCoefficient"
          label="Visit balance coefficient"
          min={0}
          max={1}
          decimals={2}
          defaultValue={String(settings.visitBalanceCoefficient)}
          help="0 takes the cheapest routes; 1 spreads the visits over the vehicles as evenly as possible."
        />
      </FieldRow>
      <FieldRow>
        <CheckboxField name="avoidTolls" label="Avoid tolls" defaultChecked={settings.avoidTolls} />
        <CheckboxField name="avoidHighways" label="Avoid highways" defaultChecked={settings.avoidHighways} />
      </FieldRow>
      <EndsFields settings={settings} help="For all routes that are not on the road yet." map={map} center={center} />
      <DayFields
        legend="All vehicles of this plan"
        help="What is empty here is as the vehicle, or the company, says."
        settings={settings.vehicleSettings}
      />
    </FormDialog>
  );
}
