/** What the actions on plans and routes take. Texts of the specification where it has some. */
import { z } from "zod";
import { AIMS } from "~/domain/calculation/aim";
import {
  MAX_DURATION_MIN,
  MAX_EXPLORATION,
  MAX_SOLVING_TIME_SEC,
  SPEED_PERCENT_MAX,
  SPEED_PERCENT_MIN,
} from "~/domain/constants";
import { END_LOCATION_TYPES, START_LOCATION_TYPES } from "~/domain/location-type";
import { isDateText } from "~/domain/time/calendar";
import { FieldFault, readAs, numberOf } from "~/domain/validation/field-reader";
import {
  asTheyAre,
  changedTitle,
  clampedField,
  countedField,
  idField,
  latitudeField,
  listedId,
  longitudeField,
  numberField,
  optionalText,
  requiredId,
  requiredText,
  seenFields,
  switchField,
  timeField,
} from "~/domain/validation/wire-fields";
import { noDayMessage } from "~/domain/validation/text";
import { VEHICLE_FIELD_LABELS as VEHICLE } from "~/domain/vehicle/field-labels";
import { VEHICLE_LIMITS } from "~/domain/vehicle/vehicle-limits";
import { notFound } from "~/lib/errors";
import { NEW_WAREHOUSE } from "./plans/new-plan-view";

const isBlank = (text: string): boolean => text === "" || text === "0";
/** A number where blank is as if it weren't there. */
export const numberOrAbsent = <Schema extends z.ZodType>(schema: Schema): Schema =>
  readAs(schema, (text) => (isBlank(text) ? undefined : numberOf(text)));

/** Which version of the plan the user saw; missing: whatever it is. */
export const seenVersion = { version: numberOrAbsent(z.number().int().nonnegative().optional()) };

/** An id of the address. @throws AppError 404 for anything else */
function idParam(text: string | undefined, entity: string): number {
  if (text === undefined || !/^[1-9]\d{0,14}$/.test(text)) throw notFound(entity);
  return Number(text);
}
type Params = Readonly<Record<string, string | undefined>>;
export const planIdOf = (params: Params): number => idParam(params.planId, "Plan");
export const routeIdOf = (params: Params): number => idParam(params.routeId, "Route");
export const visitIdOf = (params: Params): number => idParam(params.visitId, "Visit");

const planId = { planId: requiredId("Plan") };
const routeId = { routeId: requiredId("Route") };

export const PlanId = z.strictObject(planId);
export const PlanEdit = z.strictObject({ ...planId, ...seenVersion });
export const RouteEdit = z.strictObject({ ...routeId, ...seenVersion });

const date = () =>
  z
    .string({ error: "Date is required" })
    .refine(isDateText, { error: ({ input }) => noDayMessage("Date", String(input)) });

/** An id, or the word for a warehouse that the form describes. */
const warehouseChoice = readAs(
  z.union([z.literal(NEW_WAREHOUSE), z.number().int().positive()], { error: "Warehouse is required" }),
  (text) => (isBlank(text) ? undefined : text === NEW_WAREHOUSE ? text : numberOf(text)),
);

export const CreatePlan = z
  .strictObject({
    title: requiredText("Title"),
    warehouseId: warehouseChoice,
    serviceDate: date(),
    addWaiting: switchField(false),
    /** null: all that the plan may use */
    vehicleIds: z.array(listedId()).max(1000).nullable().default(null),
    /** the new warehouse, when "Add new" is chosen */
    warehouseTitle: optionalText("Title of the warehouse"),
    warehouseAddress: optionalText("Address"),
    warehouseLat: latitudeField(),
    warehouseLng: longitudeField(),
  })
  .superRefine((value, ctx) => {
    if (value.warehouseId !== NEW_WAREHOUSE) return;
    if (value.warehouseTitle === "")
      ctx.addIssue({ code: "custom", message: "Title of the warehouse is required", path: ["warehouseTitle"] });
    if (!value.warehouseLat || !value.warehouseLng)
      ctx.addIssue({ code: "custom", message: "Set the place of the warehouse on the map", path: ["warehouseLat"] });
  });
export type CreatePlanInput = z.infer<typeof CreatePlan>;

export const DuplicatePlan = z.strictObject({
  ...planId,
  title: requiredText("Title"),
  serviceDate: date(),
  /** the visits come to the same routes in the same order; otherwise they are unscheduled */
  keepRoutes: switchField(false),
});
export const RenamePlan = z.strictObject({ ...planId, ...seenVersion, title: changedTitle() });
export const CompletePlan = z.strictObject({ ...planId, ...seenVersion, completed: switchField(false) });

/**
 * What a plan sets for all its routes, and a route for itself: start, end, hours, speed, breaks. Address and
 * coordinates of a start or an end come with its type; without an address a place has none.
 */
const dayFields = {
  startLocationType: z.enum(START_LOCATION_TYPES as ["W", "P", "C"]),
  startLocationAddress: optionalText("Start address"),
  startLocationLat: latitudeField(),
  startLocationLng: longitudeField(),
  endLocationType: z.enum(END_LOCATION_TYPES as ["N", "W", "P", "C"]),
  endLocationAddress: optionalText("End address"),
  endLocationLat: latitudeField(),
  endLocationLng: longitudeField(),
  workHourStart: timeField(VEHICLE.workHourStart),
  workHourEnd: timeField(VEHICLE.workHourEnd),
  /** null: as the company and the vehicle say */
  hasBreaks: readAs(z.boolean().nullable(), (text) => {
    if (text === "") return null;
    if (text !== "0" && text !== "1") throw new FieldFault("Has breaks is not correct");
    return text === "1";
  }).default(null),
  breakStart: timeField(VEHICLE.breakStart),
  breakEnd: timeField(VEHICLE.breakEnd),
  breakDuration: clampedField(VEHICLE.breakDuration, { max: VEHICLE_LIMITS.breakDuration, whole: true, empty: 0 }),
  speedPercent: numberField(VEHICLE.speedFactor, { min: SPEED_PERCENT_MIN, max: SPEED_PERCENT_MAX, whole: true }),
};
const someDayFields = asTheyAre(dayFields);
type DayFields = z.infer<z.ZodObject<typeof someDayFields>>;

/** Hours and breaks are checked beside the stored ones (`crossedRange`). */
const checkDay = (value: DayFields, ctx: z.core.$RefinementCtx<unknown>): void => {
  type Degrees = number | null | undefined;
  const custom = (type: string | undefined, lat: Degrees, lng: Degrees, path: string, what: string) => {
    if (type === "C" && !(lat && lng))
      ctx.addIssue({ code: "custom", message: `Set the ${what} on the map`, path: [path] });
  };
  custom(value.startLocationType, value.startLocationLat, value.startLocationLng, "startLocationLat", "start");
  custom(value.endLocationType, value.endLocationLat, value.endLocationLng, "endLocationLat", "end");
  // Without its type nothing of a place would be stored.
  const typed = (type: string | undefined, place: readonly unknown[], path: string, what: string) => {
    if (type === undefined && place.some((one) => one !== undefined))
      ctx.addIssue({ code: "custom", message: `${what} is required beside its address and coordinates`, path: [path] });
  };
  const { startLocationAddress, startLocationLat, startLocationLng } = value;
  const { endLocationAddress, endLocationLat, endLocationLng } = value;
  const start = [startLocationAddress, startLocationLat, startLocationLng];
  const end = [endLocationAddress, endLocationLat, endLocationLng];
  typed(value.startLocationType, start, "startLocationType", "Start location type");
  typed(value.endLocationType, end, "endLocationType", "End location type");
};

const planSettings = asTheyAre({
  squashDuration: clampedField("Squash duration", { max: MAX_DURATION_MIN, empty: 0 }),
  solvingTime: clampedField("Solving time", { max: MAX_SOLVING_TIME_SEC, whole: true, empty: 0 }),
  exploration: clampedField("Exploration", { max: MAX_EXPLORATION, whole: true, empty: MAX_EXPLORATION }),
  visitBalanceCoefficient: clampedField("Visit balance coefficient", { max: 1, empty: 0 }),
  avoidTolls: switchField(false),
  avoidHighways: switchField(false),
  aim: z.enum(AIMS, { error: "Choose what the calculation aims at" }),
});
/** What the form showed is known of some fields, or of none. */
const seen = { seen: seenFields() };

/** What is left out stays. */
export const PlanSettings = z
  .strictObject({ ...planId, ...seenVersion, ...seen, ...planSettings, ...someDayFields })
  .superRefine(checkDay);
export type PlanSettingsInput = Omit<z.infer<typeof PlanSettings>, "planId" | "version" | "seen">;

/** What holds on one route, over plan, vehicle and company; what is left out stays. */
export const RouteSettings = z
  .strictObject({
    ...routeId,
    ...seenVersion,
    ...seen,
    ...someDayFields,
    ...asTheyAre({ maxDistance: countedField(VEHICLE.maxDistance, { max: VEHICLE_LIMITS.maxDistance }) }),
  })
  .superRefine(checkDay);
export type RouteSettingsInput = Omit<z.infer<typeof RouteSettings>, "routeId" | "version" | "seen">;

const CHOOSE_VEHICLE = "Choose at least one vehicle";
export const AddRoutes = z.strictObject({
  ...planId,
  ...seenVersion,
  vehicleIds: z.array(listedId(), { error: CHOOSE_VEHICLE }).min(1, CHOOSE_VEHICLE).max(1000),
});

const CHOOSE_ROUTE = "Choose at least one route";
export const StartRoutes = z.strictObject({
  ...planId,
  ...seenVersion,
  routeIds: z.array(listedId(), { error: CHOOSE_ROUTE }).min(1, CHOOSE_ROUTE).max(1000),
  /** the question was answered with yes */
  confirmed: switchField(false),
});

/** Vehicle and driver of a route; a missing field is left as it is. */
export const ChangeRoute = z.strictObject({
  ...routeId,
  ...seenVersion,
  vehicleId: idField("Vehicle").removeDefault().optional(),
  driverId: idField(VEHICLE.driverId).removeDefault().optional(),
});

/** The drivers of several routes; null for nobody. */
export const SetDrivers = z.strictObject({
  ...planId,
  ...seenVersion,
  drivers: z
    .array(z.strictObject({ routeId: listedId(), driverId: listedId().nullable() }))
    .max(1000)
    .default([]),
});

/** A change of the list; without one the user's own newest. */
export const UndoChange = z.strictObject({
  ...planId,
  changeId: numberOrAbsent(listedId().optional()),
});
