/** What the actions on visits take. */
import { z } from "zod";
import {
  DEFAULT_VISIT_END_TIME,
  DEFAULT_VISIT_START_TIME,
  MAX_CHOSEN_ROWS,
  MAX_CHOSEN_VISITS,
  MAX_DURATION_MIN,
  MAX_NOTE_LENGTH,
  MAX_POSTCODE_LENGTH,
  MAX_TEXT_LENGTH,
} from "~/domain/constants";
import { timeRangeError } from "~/domain/time/hhmm";
import { parseUtcText, utcText } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { anyPhone, optionalEmail } from "~/domain/validation/contact-fields";
import { readAs } from "~/domain/validation/field-reader";
import { requiredMessage } from "~/domain/validation/text";
import {
  asTheyAre,
  chosenIds,
  clampedOrNone,
  countedField,
  idField,
  latitudeField,
  listedId,
  longitudeField,
  optionalLines,
  optionalText,
  requiredId,
  requiredText,
  seenFields,
  switchField,
  timeField,
} from "~/domain/validation/wire-fields";
import { VISIT_FIELD_LABELS as LABELS } from "~/domain/visit/field-labels";
import { LOCATION_TYPES, VisitType } from "~/domain/visit/visit-type";
import { AppError } from "~/lib/errors";
import { numberOrAbsent, seenVersion } from "./schemas";

const visitId = { visitId: requiredId("Visit") };
export const VisitId = z.strictObject(visitId);
export const VisitEdit = z.strictObject({ ...visitId, ...seenVersion });

/** Of one call; an import takes more. */
const MAX_VISITS_OF_CALL = 500;
const MAX_LOAD = 1_000_000;
const visitFields = {
  name: requiredText(LABELS.name),
  address: optionalText(LABELS.address),
  postcode: optionalText(LABELS.postcode, MAX_POSTCODE_LENGTH),
  type: z.enum(LOCATION_TYPES).default(VisitType.Delivery),
  lat: latitudeField(LABELS.lat),
  lng: longitudeField(LABELS.lng),
  startTime: timeField(LABELS.startTime),
  endTime: timeField(LABELS.endTime),
  /** null: the company's default */
  serviceTime: clampedOrNone(LABELS.serviceTime, { max: MAX_DURATION_MIN }),
  packageCapacity: countedField(LABELS.packageCapacity, { max: MAX_LOAD }),
  packageLoad: countedField(LABELS.packageLoad, { max: MAX_LOAD }),
  recipientName: optionalText(LABELS.recipientName),
  recipientPhone: anyPhone(LABELS.recipientPhone),
  recipientEmail: optionalEmail(),
  recipientNote: optionalLines(LABELS.recipientNote, MAX_NOTE_LENGTH),
  deliveryNote: optionalLines(LABELS.deliveryNote, MAX_NOTE_LENGTH),
  confirmationTemplateId: idField(LABELS.confirmationTemplateId),
};
export type VisitInput = z.infer<z.ZodObject<typeof visitFields>>;
/** The same once an emptied service time has become the company's default. */
export type Filled<T extends { serviceTime?: number | null | undefined }> = Omit<T, "serviceTime"> & {
  serviceTime: Exclude<T["serviceTime"], null>;
};

interface Window {
  startTime?: string | undefined;
  endTime?: string | undefined;
}
const checkWindow = ({ startTime = "", endTime = "" }: Window, ctx: z.core.$RefinementCtx<unknown>): void => {
  const message = timeRangeError(startTime, endTime);
  if (message !== null) ctx.addIssue({ code: "custom", message, path: ["startTime"] });
};

interface Degrees {
  lat?: number | null | undefined;
  lng?: number | null | undefined;
}
/** Coordinates exist only when both are there and non-zero. */
export const asPlace = <T extends Degrees>(value: T): T =>
  value.lat === undefined || value.lng === undefined || (value.lat && value.lng)
    ? value
    : { ...value, lat: null, lng: null };

/** Of a new visit: what is left out is not what was emptied. */
const newWindow = {
  startTime: visitFields.startTime.removeDefault().optional(),
  endTime: visitFields.endTime.removeDefault().optional(),
};
/** The usual hours where nobody said anything of the window; one that is given alone leaves the other open. */
const withWindow = <T extends Window>(value: T): T & Required<Window> =>
  value.startTime === undefined && value.endTime === undefined
    ? { ...value, startTime: DEFAULT_VISIT_START_TIME, endTime: DEFAULT_VISIT_END_TIME }
    : { ...value, startTime: value.startTime ?? "", endTime: value.endTime ?? "" };

export const AddVisit = z
  .strictObject({ planId: requiredId("Plan"), ...seenVersion, ...visitFields, ...newWindow })
  .superRefine(checkWindow)
  .transform(asPlace)
  .transform(withWindow);
/** A visit as a program adds it. */
const addedVisit = z
  .strictObject({
    ...visitFields,
    ...newWindow,
    externalId: optionalText("External id"),
    sourceId: optionalText("Source id"),
    /** of visits that wait for a plan; a plan's visits have the plan's */
    warehouseId: idField("Warehouse"),
  })
  .superRefine(checkWindow)
  .transform(asPlace)
  .transform(withWindow);
export type AddedVisit = z.infer<typeof addedVisit>;
export const AddVisits = z.strictObject({
  /** null: they wait for a plan */
  planId: idField("Plan"),
  visits: z.array(addedVisit).min(1).max(MAX_VISITS_OF_CALL),
});
/** Of a visit that is there, the window is checked where the stored one is known (`fieldFault`). */
export const UpdateVisit = z.strictObject({ ...visitId, ...seenVersion, ...visitFields }).transform(asPlace);

/** Some fields of a visit that waits for a plan; what is left out stays. `seen` is what the form showed before. */
export const ChangeWaitingVisit = z
  .strictObject({ ...visitId, ...seenVersion, seen: seenFields(), ...asTheyAre(visitFields) })
  .transform(asPlace);
/** What the fields of a visit are that are left out where all of them are meant. */
export const EMPTY_VISIT: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(visitFields).map(([name, field]) => [
    name,
    field instanceof z.ZodDefault ? field.parse(undefined) : "",
  ]),
);

/** A pair of coordinates is given whole, or emptied. */
function checkPair({ lat, lng }: Degrees, ctx: z.core.$RefinementCtx<unknown>): void {
  if (lat === undefined || lng === undefined || (lat === null) === (lng === null)) return;
  const path = lat === null ? "lat" : "lng";
  ctx.addIssue({ code: "custom", path: [path], message: requiredMessage(LABELS[path]) });
}

/** Some fields of a visit, each saved when it was left, and what each showed before. */
export const UpdateVisitFields = z
  .strictObject({ ...visitId, seen: seenFields(), ...asTheyAre(visitFields) })
  .superRefine(checkPair)
  .transform(asPlace);

const WHICH_STOP = "Stop must be a whole number from 1 on";
const position = {
  position: numberOrAbsent(z.number({ error: WHICH_STOP }).int(WHICH_STOP).positive(WHICH_STOP).optional()),
};
/** null: off its route */
const toRoute = { toRouteId: idField("To route") };
/** Some fields of a visit and its place; what is left out stays. */
const visitEdit = z
  .strictObject({ ...visitId, ...asTheyAre({ ...visitFields, ...toRoute }), ...position })
  .superRefine(checkPair)
  .transform(asPlace);
export type VisitEditInput = z.infer<typeof visitEdit>;
export const EditVisits = z.strictObject({
  planId: requiredId("Plan"),
  visits: z.array(visitEdit).min(1).max(MAX_VISITS_OF_CALL),
});
const visitIds = { visitIds: chosenIds("visit", MAX_CHOSEN_VISITS) };
/** Position 1 is the first stop; missing: the end of the route. */
export const MoveVisit = z.strictObject({ ...visitId, ...seenVersion, ...toRoute, ...position });
export const MoveVisits = z.strictObject({ ...visitIds, ...seenVersion, ...toRoute, ...position });
export const ChosenVisits = z.strictObject({ ...visitIds, ...seenVersion });
export const ChangeWindow = z
  .strictObject({
    ...visitIds,
    ...seenVersion,
    startTime: visitFields.startTime,
    endTime: visitFields.endTime,
  })
  .superRefine(checkWindow);

const BULK_FIELDS = ["startTime", "endTime", "serviceTime", "packageLoad", "packageCapacity", "type"] as const;
const sharedFields = asTheyAre(
  z
    .object(visitFields)
    .pick(Object.fromEntries(BULK_FIELDS.map((name) => [name, true])) as Record<(typeof BULK_FIELDS)[number], true>)
    .shape,
);
/** The same values for several visits; a field that is left out stays as each of them has it. */
export const ChangeVisits = z.strictObject({ ...visitIds, ...seenVersion, ...sharedFields }).superRefine(checkWindow);

type SharedInput = z.infer<z.ZodObject<typeof sharedFields>>;
/**
 * A window is given whole, because each visit has another end to check half a window against.
 * @throws AppError 422 for half a window, or when there is nothing to change
 */
export function sharedFieldsOf({ serviceTime, ...rest }: SharedInput): Partial<Filled<VisitInput>> {
  // None would be the company's default, which several visits are not given at once.
  const given = { ...rest, ...(serviceTime === undefined || serviceTime === null ? {} : { serviceTime }) };
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(fields).length === 0)
    throw new AppError("visits.no_fields", "Fill in at least one field.", { status: 422 });
  const half = fields.startTime === undefined ? "startTime" : "endTime";
  if ((fields.startTime === undefined) !== (fields.endTime === undefined))
    throw new AppError("visits.half_window", requiredMessage(LABELS[half]), {
      status: 422,
      field: half,
    });
  return fields;
}

/** The plans' versions that the user saw, of an action on visits of several plans; a form says '12:5,14:9'. */
const versions = readAs(
  z.array(z.strictObject({ planId: listedId(), version: z.number().int().nonnegative() })).max(MAX_CHOSEN_ROWS),
  (text) =>
    text.split(",").flatMap((pair) => {
      const [, plan, version] = /^(\d{1,15}):(\d{1,15})$/.exec(pair) ?? [];
      return plan === undefined ? [] : [{ planId: Number(plan), version: Number(version) }];
    }),
)
  .transform((pairs) => new Map(pairs.map(({ planId, version }) => [planId, version])))
  .prefault([]);

const choice = { choice: z.enum(["delete", "detach"]).default("delete") };
/** Rows of the company's list of visits, in whichever plans they are. */
const listed = { ids: chosenIds("visit", MAX_CHOSEN_ROWS), versions };
export const ChangeListedVisits = z.strictObject({ ...listed, ...sharedFields }).superRefine(checkWindow);
export const RemoveListedVisits = z.strictObject({ ...listed, ...choice });
export const RemoveVisits = z.strictObject({ ...visitIds, ...seenVersion, ...choice });
export const RemoveVisit = z.strictObject({ ...visitId, ...seenVersion, ...choice });

/** The suggestion of an unserved visit as the user saw it. */
export const ApplySuggestion = z.strictObject({
  planId: requiredId("Plan"),
  ...seenVersion,
  ...visitId,
  change: z.string().max(MAX_TEXT_LENGTH),
  amount: numberOrAbsent(z.number({ error: "Amount must be a number" })),
  confirmed: switchField(false),
});

const UTC_LENGTH = 40;
const utcTime = (label: string) =>
  readAs(
    z
      .string()
      .trim()
      .max(UTC_LENGTH)
      .nullable()
      .transform((value, ctx): UtcText | null => {
        if (value === null || value === "") return null;
        const epoch = parseUtcText(value.replace("T", " ").replace(/^(.{16})$/, "$1:00"));
        if (epoch !== null) return utcText(epoch);
        ctx.addIssue({ code: "custom", message: `${label} must be a UTC time like 2026-11-23 08:30:00` });
        return z.NEVER;
      }),
    (text) => text,
  ).default(null);
/** The sudo admin's debug menu. */
export const DebugVisit = z.strictObject({
  ...visitId,
  position: countedField("Position", { max: 1_000_000, whole: true }),
  arrivalTime: utcTime("arrival_time"),
  completedAt: utcTime("completed_at"),
});
export type DebugVisitInput = z.infer<typeof DebugVisit>;
