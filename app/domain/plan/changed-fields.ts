/** Which fields a change wrote, from what to what, in people's words and units. */
import { formatEuro, formatM3, formatNumber, formatPercent } from "../format-number";
import { AIM_LABELS } from "../calculation/aim";
import { LOCATION_TYPE_LABELS } from "../location-type";
import { labelOf } from "../labels";
import type { RouteEnds } from "../place";
import { recordStatusLabel } from "../record-status";
import { formatMinutes } from "../time/format";
import { vehicleTypeLabel } from "../vehicle/vehicle-type";
import { costPerDistanceLabel, VEHICLE_FIELD_LABELS as VEHICLE } from "../vehicle/field-labels";
import type { Vehicle } from "../vehicle/vehicle";
import type { VehicleSettings } from "../vehicle/vehicle-settings";
import { VISIT_FIELD_LABELS as VISIT } from "../visit/field-labels";
import type { VisitFieldName } from "../visit/field-labels";
import { visitTypeLabel } from "../visit/visit-type";
import type { Plan } from "./plan";
import { planCompletedLabel } from "./plan-status";
import type { PlanStatus } from "./plan-status";
import { formatTypedDistance, formatWeight } from "../format-units";
import { METRIC, toKm } from "../units";
import type { Units } from "../units";

/** What the field belongs to. */
export type ChangedEntity = "plan" | "route" | "visit" | "vehicle";

/** As the log keeps it; the values as they are stored. */
export interface ChangedField {
  of: ChangedEntity;
  field: string;
  from: unknown;
  to: unknown;
}

/** Names of records that only have an id in the log. */
export interface ChangeNames {
  route(id: number): string | undefined;
  vehicle(id: number): string | undefined;
  driver(id: number): string | undefined;
  /** a template of confirmations */
  template(id: number): string | undefined;
}

type Write = (value: unknown, names: ChangeNames, units: Units) => string;

const NONE = "none";
const isNone = (value: unknown): boolean => value === null || value === undefined || value === "";
const text: Write = (value) => (isNone(value) ? NONE : typeof value === "object" ? "set" : String(value));
const number =
  (write: (value: number, units: Units) => string): Write =>
  (value, names, units) =>
    typeof value === "number" ? write(value, units) : text(value, names, units);
const minutes = number((value) => formatMinutes(value));
const seconds = number((value) => `${formatNumber(value)} s`);
const distance = number((km, units) => (km === 0 ? NONE : formatTypedDistance(km, units)));
const weight = number(formatWeight);
const m3 = number((value) => formatM3(value));
const euro = number((value) => (value === 0 ? NONE : formatEuro(value)));
const euroPerDistance = number((perKm, units) => (perKm === 0 ? NONE : formatEuro(toKm(perKm, units))));
/** Empty and 0 set none. */
const limit =
  (write: Write): Write =>
  (value, names, units) =>
    isNone(value) || value === 0 ? "no limit" : write(value, names, units);
const percent = number((value) => formatPercent(value * 100));
const degrees = number((value) => `${value}°`);
const yesNo: Write = (value) => (value === true || value === 1 ? "yes" : "no");
const named =
  (kind: keyof ChangeNames): Write =>
  (value, names) =>
    typeof value === "number" ? (names[kind](value) ?? "a removed one") : NONE;
const location: Write = (value) => (isNone(value) ? NONE : labelOf(LOCATION_TYPE_LABELS, String(value)).toLowerCase());
const visitType: Write = (value) => visitTypeLabel(String(value));
const vehicleType: Write = (value) => vehicleTypeLabel(String(value));
const aim: Write = (value) => labelOf(AIM_LABELS, String(value));
const planStatus: Write = (value) => planCompletedLabel(value as PlanStatus);
const active = number(recordStatusLabel);

type FieldWord = readonly [label: string, write: Write];
type Word = readonly [label: string | ((units: Units) => string), write: Write];
type Words = Readonly<Record<string, Word>>;

const ENDS: Readonly<Record<keyof RouteEnds, Word>> = {
  startLocationType: ["Start", location],
  startLocationAddress: ["Start address", text],
  startLocationLat: ["Start latitude", degrees],
  startLocationLng: ["Start longitude", degrees],
  endLocationType: ["End", location],
  endLocationAddress: ["End address", text],
  endLocationLat: ["End latitude", degrees],
  endLocationLng: ["End longitude", degrees],
};

/** One level of a vehicle's settings; its keys stand beside the other fields. */
const SETTINGS: Readonly<Record<keyof VehicleSettings, Word>> = {
  workHourStart: [VEHICLE.workHourStart, text],
  workHourEnd: [VEHICLE.workHourEnd, text],
  maxDistance: [VEHICLE.maxDistance, distance],
  speedFactor: [VEHICLE.speedFactor, percent],
  hasBreaks: [VEHICLE.hasBreaks, yesNo],
  breakStart: [VEHICLE.breakStart, text],
  breakEnd: [VEHICLE.breakEnd, text],
  breakDuration: [VEHICLE.breakDuration, minutes],
};

/** What no change of a plan sets, or what is listed by the fields within it. */
type Silent = "id" | "companyId" | "warehouseId" | "queryId" | "vehicleSettings" | "version";
type PlanField = Exclude<keyof Plan, Silent | "travelEngine" | "travelNote">;
type VehicleField = Exclude<keyof Vehicle, Silent>;

// The types name every field that can be set: one that is added needs its words.
const WORDS: Readonly<Record<ChangedEntity, Words>> = {
  plan: {
    ...ENDS,
    ...SETTINGS,
    title: ["Title", text],
    serviceDate: ["Date", text],
    squashDuration: ["Squash duration", minutes],
    avoidTolls: ["Avoid tolls", yesNo],
    avoidHighways: ["Avoid highways", yesNo],
    solvingTime: ["Solving time", seconds],
    exploration: ["Exploration", text],
    visitBalanceCoefficient: ["Visit balance", text],
    aim: ["Calculations aim at", aim],
    status: ["Status", planStatus],
  } satisfies Record<PlanField, Word>,
  route: {
    ...ENDS,
    ...SETTINGS,
    vehicleId: ["Vehicle", named("vehicle")],
    driverId: [VEHICLE.driverId, named("driver")],
    isLocked: ["Locked", yesNo],
  },
  visit: {
    routeId: ["Route", named("route")],
    name: [VISIT.name, text],
    address: [VISIT.address, text],
    postcode: [VISIT.postcode, text],
    type: [VISIT.type, visitType],
    lat: [VISIT.lat, degrees],
    lng: [VISIT.lng, degrees],
    startTime: [VISIT.startTime, text],
    endTime: [VISIT.endTime, text],
    serviceTime: [VISIT.serviceTime, minutes],
    packageLoad: [VISIT.packageLoad, weight],
    packageCapacity: [VISIT.packageCapacity, m3],
    recipientName: [VISIT.recipientName, text],
    recipientPhone: [VISIT.recipientPhone, text],
    recipientEmail: [VISIT.recipientEmail, text],
    recipientNote: [VISIT.recipientNote, text],
    deliveryNote: [VISIT.deliveryNote, text],
    confirmationTemplateId: [VISIT.confirmationTemplateId, named("template")],
  } satisfies Record<VisitFieldName | "routeId", Word>,
  vehicle: {
    ...SETTINGS,
    title: [VEHICLE.title, text],
    plate: [VEHICLE.plate, text],
    type: [VEHICLE.type, vehicleType],
    status: [VEHICLE.status, active],
    driverId: [VEHICLE.driverId, named("driver")],
    maxDistance: [VEHICLE.maxDistance, limit(distance)],
    capacity: [VEHICLE.capacity, limit(m3)],
    maxLoad: [VEHICLE.maxLoad, limit(weight)],
    maxQuantity: [VEHICLE.maxQuantity, limit(text)],
    overtime: [VEHICLE.overtime, minutes],
    width: [VEHICLE.width, limit(text)],
    height: [VEHICLE.height, limit(text)],
    weight: [VEHICLE.weight, limit(text)],
    costPerKm: [costPerDistanceLabel, euroPerDistance],
    costPerHour: [VEHICLE.costPerHour, euro],
    fixedCost: [VEHICLE.fixedCost, euro],
    parkLocationAddress: [VEHICLE.parkLocationAddress, text],
    parkLocationLat: [VEHICLE.parkLocationLat, degrees],
    parkLocationLng: [VEHICLE.parkLocationLng, degrees],
  } satisfies Record<VehicleField, Word>,
};

/** What a field is called and how its value is written; undefined for one that only follows from others. */
export function wordOfField(of: ChangedEntity, field: string, units: Units): FieldWord | undefined {
  const [label, write] = WORDS[of]?.[field] ?? [];
  if (label === undefined || write === undefined) return undefined;
  return [typeof label === "string" ? label : label(units), write];
}

const NO_NAMES: ChangeNames = {
  route: () => undefined,
  vehicle: () => undefined,
  driver: () => undefined,
  template: () => undefined,
};

/**
 * What a field is called, and a value of it.
 * @param names of the records that its fields may name
 */
export function fieldInWords(
  of: ChangedEntity,
  field: string,
  value: unknown,
  units: Units,
  names: Partial<ChangeNames> = {},
): readonly [label: string, value: string] {
  const [label, write] = wordOfField(of, field, units) ?? [field, text];
  return [label, write(value, { ...NO_NAMES, ...names }, units)];
}

/** More than these are not listed one by one. */
const LISTED = 8;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

type Fields = Readonly<Record<string, unknown>>;
const flat = (fields: Fields): Fields => {
  const { vehicleSettings, ...rest } = fields;
  return typeof vehicleSettings === "object" && vehicleSettings !== null ? { ...rest, ...vehicleSettings } : rest;
};

/**
 * The fields that people know, of one record before and after. Fields that only follow from others have no words here.
 */
export function fieldsChanged(of: ChangedEntity, before: Fields, after: Fields): ChangedField[] {
  const [from, to] = [flat(before), flat(after)];
  const words = WORDS[of];
  return [...new Set([...Object.keys(to), ...Object.keys(from)])].flatMap((field) =>
    words[field] === undefined || same(from[field], to[field])
      ? []
      : [{ of, field, from: from[field] ?? null, to: to[field] ?? null }],
  );
}

/** Every change once, however many records it was made to; the first few. */
export function distinctFields(all: readonly ChangedField[]): ChangedField[] {
  const known = new Map(all.map((one) => [JSON.stringify([one.of, one.field, one.from, one.to]), one]));
  return [...known.values()].slice(0, LISTED);
}

/** The same, taken back. */
export const reversedFields = (fields: readonly ChangedField[]): ChangedField[] =>
  fields.map((one) => ({ ...one, from: one.to, to: one.from }));

const CUT = 60;
const short = (words: string): string => (words.length > CUT ? `${words.slice(0, CUT)}…` : words);

/** 'Window from: 08:00 → 09:30'; null where people see no difference. */
export function changedFieldWords(
  { of, field, from, to }: ChangedField,
  names: ChangeNames,
  units: Units = METRIC,
): string | null {
  const word = wordOfField(of, field, units);
  if (word === undefined) return null;
  const [label, write] = word;
  const [was, is] = [short(write(from, names, units)), short(write(to, names, units))];
  return was === is ? null : `${label}: ${was} → ${is}`;
}
