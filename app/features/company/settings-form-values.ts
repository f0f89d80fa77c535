/** What fields of the settings are called and show, of those that two people may change to different values. */
import { AIM_LABELS } from "~/domain/calculation/aim";
import type { CompanySettings } from "~/domain/company/company";
import { count } from "~/domain/format-number";
import { labelOf } from "~/domain/labels";
import { LOCATION_TYPE_LABELS } from "~/domain/location-type";
import { formatMinutes } from "~/domain/time/format";
import { VEHICLE_FIELD_LABELS } from "~/domain/vehicle/field-labels";
import { fieldTexts } from "~/lib/shown-values";

type FieldWord = readonly [label: string, write: (text: string) => string];

const minutes = (text: string): string => formatMinutes(Number(text));
const days = (text: string): string => count(Number(text), "day");
const location = (text: string): string => labelOf(LOCATION_TYPE_LABELS, text);

const WORDS = {
  default_visit_duration: ["Service time of a visit", minutes],
  default_squash_duration: ["Squash duration", minutes],
  default_visit_balance_coefficient: ["Visit balance coefficient", String],
  default_vehicle_start_hour: [VEHICLE_FIELD_LABELS.workHourStart, String],
  default_vehicle_end_hour: [VEHICLE_FIELD_LABELS.workHourEnd, String],
  default_break_after: ["Break in any case after", minutes],
  default_start_location_type: ["Routes start at", location],
  default_end_location_type: ["Routes end at", location],
  default_aim: ["Calculations aim at", (text) => labelOf(AIM_LABELS, text)],
  positions_kept_days: ["Positions are kept for", days],
  proofs_kept_days: ["Photos and signatures are kept for", days],
} as const satisfies Record<string, FieldWord>;
type SettingsField = keyof typeof WORDS;

export const settingsLabel = (name: SettingsField): string => WORDS[name][0];

/** What a field is called, and what it shows in people's words. */
export const settingsWords = (name: SettingsField, text: string): readonly [label: string, value: string] => [
  WORDS[name][0],
  WORDS[name][1](text),
];

/** What the fields show of the defaults. */
export const defaultsFormTexts = (company: CompanySettings) =>
  fieldTexts({
    default_visit_duration: company.defaultVisitDuration,
    default_squash_duration: company.defaultSquashDuration,
    default_visit_balance_coefficient: company.defaultVisitBalanceCoefficient,
    default_vehicle_start_hour: company.defaultVehicleStartHour,
    default_vehicle_end_hour: company.defaultVehicleEndHour,
    default_break_after: company.defaultBreakAfter,
    default_start_location_type: company.defaultStartLocationType,
    default_end_location_type: company.defaultEndLocationType,
    default_aim: company.defaultAim,
  });
