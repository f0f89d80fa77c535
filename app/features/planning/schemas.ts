/** What the forms of plans, routes and visits send. Texts of the specification where it has some. */
import { z } from "zod";
import { AIMS } from "~/domain/calculation/aim";
import {
  MAX_CHOSEN_ROWS,
  MAX_CHOSEN_VISITS,
  MAX_DURATION_MIN,
  MAX_EXPLORATION,
  MAX_NOTE_LENGTH,
  MAX_SOLVING_TIME_SEC,
  MAX_TEXT_LENGTH,
  SPEED_PERCENT_MAX,
  SPEED_PERCENT_MIN,
} from "~/domain/constants";
import { END_LOCATION_TYPES, START_LOCATION_TYPES } from "~/domain/location-type";
import { timeRangeError } from "~/domain/time/hhmm";
import { parseUtcText, utcText } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { isDateText } from "~/domain/time/calendar";
import {
  chosenIdsField,
  clampedField,
  countedField,
  latitudeField,
  longitudeField,
  numberField,
  optionalText,
  requiredText,
  timeField,
} from "~/domain/validation/form-fields";
import { FAIL_NOTE_LENGTH } from "~/domain/visit/fail-reasons";
import { ENTER_TITLE, requiredMessage, tooLongMessage } from "~/domain/validation/text";
import { AppError, notFound } from "~/lib/errors";
import { DRIVER_FIELD } from "./driver-field";
import { NEW_WAREHOUSE } from "./plans/new-plan-view";

const text = optionalText;

const blank = (value: unknown): boolean => value === undefined || value === null || value === "" || value === "0";
/** A chosen record; empty and 0 mean none. */
const optionalId = z.preprocess(
  (value) => (blank(value) ? null : value),
  z.coerce.number().int().positive().nullable(),
);
const requiredId = (label: string) =>
  z.preprocess(
    (value) => (blank(value) ? undefined : value),
    z.coerce
      .number({ error: `${label} is required` })
      .int()
      .positive(),
  );

const hour = timeField;
const flag = z.preprocess((value) => value === true || value === "1" || value === "on", z.boolean());

/** Every form about a plan: which version of it the user saw, and the tab that sent it. */
export const PlanEdit = z.object({
  version: z.preprocess(
    (value) => (blank(value) ? undefined : value),
    z.coerce.number().int().nonnegative().optional(),
  ),
});

/** An id of the address. @throws AppError 404 for anything else */
function idParam(text: string | undefined, entity: string): number {
  if (text === undefined || !/^[1-9]\d{0,14}$/.test(text)) throw notFound(entity);
  return Number(text);
}
type Params = Readonly<Record<string, string | undefined>>;
export const planIdOf = (params: Params): number => idParam(params.planId, "Plan");
export const routeIdOf = (params: Params): number => idParam(params.routeId, "Route");
export const visitIdOf = (params: Params): number => idParam(params.visitId, "Visit");

export const PlanId = z.object({ planId: requiredId("Plan") });
export const RouteId = z.object({ routeId: requiredId("Route") });
export const VisitId = z.object({ visitId: requiredId("Visit") });

const latitude = latitudeField();
const longitude = longitudeField();
/** Coordinates exist only when both are there and non-zero. */
const asPlace = <T extends { lat: number | null; lng: number | null }>(value: T): T =>
  value.lat && value.lng ? value : { ...value, lat: null, lng: null };

export const CreatePlan = z
  .object({
    title: requiredText("Title"),
    warehouseId: z.preprocess(
      (value) => (blank(value) ? undefined : value),
      z.union([z.literal(NEW_WAREHOUSE), z.coerce.number().int().positive()], { error: "Warehouse is required" }),
    ),
    serviceDate: z.string({ error: "Date is required" }).refine(isDateText, "Date is required"),
    addWaiting: flag,
    /** null: all that the plan may use */
    vehicleIds: z.array(z.coerce.number().int().positive()).nullable(),
    /** the new warehouse, when "Add new" is chosen */
    warehouseTitle: text("Title of the warehouse"),
    warehouseAddress: text("Address"),
    warehouseLat: latitude,
    warehouseLng: longitude,
  })
  .superRefine((value, ctx) => {
    if (value.warehouseId !== NEW_WAREHOUSE) return;
    if (value.warehouseTitle === "")
      ctx.addIssue({ code: "custom", message: "Title of the warehouse is required", path: ["warehouseTitle"] });
    if (!value.warehouseLat || !value.warehouseLng)
      ctx.addIssue({ code: "custom", message: "Set the place of the warehouse on the map", path: ["warehouseLat"] });
  });
export type CreatePlanInput = z.infer<typeof CreatePlan>;

export const DuplicatePlan = z.object({
  title: z.string().trim().min(1, ENTER_TITLE).max(MAX_TEXT_LENGTH, tooLongMessage("Title")),
  serviceDate: z.string({ error: "Date is required" }).refine(isDateText, "Date is required"),
});

export const RenamePlan = PlanEdit.extend({
  title: z.string().trim().min(1, ENTER_TITLE).max(MAX_TEXT_LENGTH, tooLongMessage("Title")),
});

const range = (ctx: z.core.$RefinementCtx<unknown>, start: string, end: string, path: string): void => {
  const message = timeRangeError(start, end);
  if (message !== null) ctx.addIssue({ code: "custom", message, path: [path] });
};

/** What a plan sets for all its routes, and a route for itself: start, end, hours, speed, breaks. */
const dayFields = {
  startLocationType: z.enum(START_LOCATION_TYPES as ["W", "P", "C"]),
  startLocationAddress: text("Start address"),
  startLocationLat: latitude,
  startLocationLng: longitude,
  endLocationType: z.enum(END_LOCATION_TYPES as ["N", "W", "P", "C"]),
  endLocationAddress: text("End address"),
  endLocationLat: latitude,
  endLocationLng: longitude,
  workHourStart: hour("Start of work"),
  workHourEnd: hour("End of work"),
  /** "": as the company and the vehicle say */
  hasBreaks: z.enum(["", "0", "1"]).default(""),
  breakStart: hour("Start of break"),
  breakEnd: hour("End of break"),
  breakDuration: clampedField("Break duration", { max: 99, whole: true, empty: 0 }),
  speedPercent: numberField("Speed", { min: SPEED_PERCENT_MIN, max: SPEED_PERCENT_MAX, whole: true, empty: null }),
};
type DayFields = z.infer<z.ZodObject<typeof dayFields>>;

const checkDay = (value: DayFields, ctx: z.core.$RefinementCtx<unknown>): void => {
  range(ctx, value.workHourStart, value.workHourEnd, "workHourStart");
  range(ctx, value.breakStart, value.breakEnd, "breakStart");
  const custom = (type: string, lat: number | null, lng: number | null, path: string, what: string) => {
    if (type === "C" && !(lat && lng))
      ctx.addIssue({ code: "custom", message: `Set the ${what} on the map`, path: [path] });
  };
  custom(value.startLocationType, value.startLocationLat, value.startLocationLng, "startLocationLat", "start");
  custom(value.endLocationType, value.endLocationLat, value.endLocationLng, "endLocationLat", "end");
};

export const PlanSettings = PlanEdit.extend({
  squashDuration: clampedField("Squash duration", { max: MAX_DURATION_MIN, empty: 0 }),
  solvingTime: clampedField("Solving time", { max: MAX_SOLVING_TIME_SEC, whole: true, empty: 0 }),
  exploration: clampedField("Exploration", { max: MAX_EXPLORATION, whole: true, empty: MAX_EXPLORATION }),
  visitBalanceCoefficient: clampedField("Visit balance coefficient", { max: 1, empty: 0 }),
  avoidTolls: flag,
  avoidHighways: flag,
  /** missing: as it is */
  aim: z.enum(AIMS, { error: "Choose what the calculation aims at" }).optional(),
  ...dayFields,
}).superRefine(checkDay);
export type PlanSettingsInput = z.infer<typeof PlanSettings>;

/** What holds on one route, over plan, vehicle and company. */
export const RouteSettings = PlanEdit.extend(RouteId.shape)
  .extend({ ...dayFields, maxDistance: countedField("Max distance", { max: 9999 }) })
  .superRefine(checkDay);
export type RouteSettingsInput = z.infer<typeof RouteSettings>;

export const AddRoutes = PlanEdit.extend({
  vehicleIds: z.array(z.coerce.number().int().positive()).min(1, "Choose at least one vehicle"),
});

/** Vehicle and driver of a route; a missing field is left as it is. */
export const ChangeRoute = PlanEdit.extend(RouteId.shape).extend({
  vehicleId: optionalId.optional(),
  driverId: optionalId.optional(),
});

/** The drivers by route, of a form with such a field for each. */
export function driversOf(fields: Readonly<Record<string, unknown>>): Map<number, number | null> {
  const drivers = new Map<number, number | null>();
  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith(DRIVER_FIELD))
      drivers.set(requiredId("Route").parse(name.slice(DRIVER_FIELD.length)), optionalId.parse(value));
  }
  return drivers;
}

const MAX_LOAD = 1_000_000;
const visitFields = {
  name: requiredText("Name"),
  address: text("Address"),
  postcode: text("Postcode"),
  type: z.enum(["D", "P"]).default("D"),
  lat: latitude,
  lng: longitude,
  startTime: hour("Window from"),
  endTime: hour("Window to"),
  /** null: empty, the company's default */
  serviceTime: clampedField("Service time", { max: MAX_DURATION_MIN, empty: null }),
  packageCapacity: countedField("Volume", { max: MAX_LOAD }),
  packageLoad: countedField("Load", { max: MAX_LOAD }),
  recipientName: text("Recipient"),
  recipientPhone: text("Phone", 50),
  recipientNote: text("Note of the recipient", MAX_NOTE_LENGTH),
  deliveryNote: text("Note for the driver", MAX_NOTE_LENGTH),
  confirmationTemplateId: optionalId,
};

const checkWindow = (value: { startTime: string; endTime: string }, ctx: z.core.$RefinementCtx<unknown>): void =>
  range(ctx, value.startTime, value.endTime, "startTime");

export const AddVisit = PlanEdit.extend(visitFields).superRefine(checkWindow).transform(asPlace);
export type VisitInput = z.infer<typeof AddVisit>;
/** The same once an emptied service time has become the company's default. */
export type Filled<T extends { serviceTime?: number | null | undefined }> = Omit<T, "serviceTime"> & {
  serviceTime: Exclude<T["serviceTime"], null>;
};
export const UpdateVisit = PlanEdit.extend(VisitId.shape)
  .extend(visitFields)
  .superRefine(checkWindow)
  .transform(asPlace);
/**
 * Some fields of a visit, each saved when it was left: what the form posted of them, and what each showed before.
 * Fields that aren't posted are not looked at. @throws ZodError naming them
 */
export function parseVisitFields(posted: Readonly<Record<string, string>>): Partial<VisitInput> {
  const names = (Object.keys(visitFields) as (keyof typeof visitFields)[]).filter((name) => name in posted);
  const shape = z.object(Object.fromEntries(names.map((name) => [name, visitFields[name]])));
  const has = (name: string) => name in posted;
  return shape
    .superRefine((value, ctx) => {
      if (has("startTime") && has("endTime")) checkWindow(value as { startTime: string; endTime: string }, ctx);
      const [alone, missing] = posted.lat === "" ? ["lng", "lat"] : ["lat", "lng"];
      if (has("lat") && has("lng") && posted[alone] !== "" && posted[missing] === "")
        ctx.addIssue({
          code: "custom",
          path: [missing],
          message: `${missing === "lat" ? "Latitude" : "Longitude"} is required`,
        });
    })
    .transform((value): Partial<VisitInput> => (has("lat") && has("lng") ? asPlace(value as VisitInput) : value))
    .parse(posted);
}
export const MoveVisit = PlanEdit.extend(VisitId.shape).extend({
  /** null: off its route */
  toRouteId: optionalId,
  /** 1 is the first stop; missing: the end of the route */
  position: z.preprocess((value) => (blank(value) ? undefined : value), z.coerce.number().int().positive().optional()),
});
const visitIds = chosenIdsField("visit", MAX_CHOSEN_VISITS);
export const MoveVisits = PlanEdit.extend({
  visitIds,
  toRouteId: MoveVisit.shape.toRouteId,
  position: MoveVisit.shape.position,
});
export const ChangeWindow = PlanEdit.extend({
  visitIds,
  startTime: hour("Window from"),
  endTime: hour("Window to"),
}).superRefine(checkWindow);
export const VisitIds = PlanEdit.extend({ visitIds });
const BULK_FIELDS = ["startTime", "endTime", "serviceTime", "packageLoad", "packageCapacity", "type"] as const;
/**
 * Of the form that changes several visits: an empty field leaves what each of them has. A window is given whole,
 * because each visit has another end to check half a window against.
 * @throws ZodError naming a field, AppError 422 when all are empty
 */
export function bulkFieldsOf(posted: Readonly<Record<string, string>>): Partial<Filled<VisitInput>> {
  const given = Object.fromEntries(BULK_FIELDS.flatMap((name) => (posted[name]?.trim() ? [[name, posted[name]]] : [])));
  if (Object.keys(given).length === 0)
    throw new AppError("visits.no_fields", "Fill in at least one field.", { status: 422 });
  const half = given.startTime === undefined ? "startTime" : "endTime";
  if ((given.startTime === undefined) !== (given.endTime === undefined))
    throw new AppError("visits.half_window", requiredMessage(half === "startTime" ? "Window from" : "Window to"), {
      status: 422,
      field: half,
    });
  const { serviceTime, ...rest } = parseVisitFields(given);
  return { ...rest, ...(serviceTime === undefined || serviceTime === null ? {} : { serviceTime }) };
}
/** The plans' versions that the user saw, of a form about visits of several plans: '12:5,14:9'. */
const versions = z
  .string()
  .default("")
  .transform(
    (text) =>
      new Map(
        text.split(",").flatMap((pair) => {
          const [, plan, version] = /^(\d{1,15}):(\d{1,15})$/.exec(pair) ?? [];
          return plan === undefined ? [] : [[Number(plan), Number(version)] as const];
        }),
      ),
  );
/** Rows of the company's list of visits, in whichever plans they are. */
export const ListedVisits = z.object({ ids: chosenIdsField("visit", MAX_CHOSEN_ROWS), versions });
export const RemoveListedVisits = ListedVisits.extend({ choice: z.enum(["delete", "detach"]).default("delete") });
export const RemoveVisits = PlanEdit.extend({ visitIds, choice: z.enum(["delete", "detach"]).default("delete") });
export const RemoveVisit = PlanEdit.extend(VisitId.shape).extend({
  choice: z.enum(["delete", "detach"]).default("delete"),
});
export const ReportVisit = VisitId.extend({
  confirmed: flag,
  failReasonId: optionalId,
  failNote: text("Note", FAIL_NOTE_LENGTH),
});
export const ReportRoute = RouteId.extend({ confirmed: flag });
/** A change of the list; without one the user's own newest. */
export const UndoChange = z.object({ changeId: optionalId.transform((id) => id ?? undefined) });
export const CompletePlan = PlanEdit.extend({ completed: flag });
export const RouteEdit = PlanEdit.extend(RouteId.shape);
/** The suggestion of an unserved visit as the user saw it. */
export const ApplySuggestion = VisitId.extend({
  change: z.string().max(MAX_TEXT_LENGTH),
  amount: z.preprocess(
    (value) => (blank(value) ? undefined : value),
    z.coerce.number({ error: "Amount must be a number" }),
  ),
  confirmed: flag,
});

const utcTime = (label: string) =>
  z
    .string()
    .trim()
    .default("")
    .transform((value, ctx): UtcText | null => {
      if (value === "") return null;
      const epoch = parseUtcText(value.replace("T", " ").replace(/^(.{16})$/, "$1:00"));
      if (epoch !== null) return utcText(epoch);
      ctx.addIssue({ code: "custom", message: `${label} must be a UTC time like 2026-11-23 08:30:00` });
      return z.NEVER;
    });
/** The sudo admin's debug menu. */
export const DebugVisit = VisitId.extend({
  position: countedField("Position", { max: 1_000_000, whole: true }),
  arrivalTime: utcTime("arrival_time"),
  completedAt: utcTime("completed_at"),
});
export type DebugVisitInput = z.infer<typeof DebugVisit>;
