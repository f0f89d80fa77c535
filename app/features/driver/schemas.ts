import { z } from "zod";
import { POSITIONS_AT_ONCE } from "~/domain/position/position";
import { DELIVERY_TAGS, DONE_NOTE_LENGTH, PICKUP_TAGS } from "~/domain/visit/confirmation";
import { WORST_ACCURACY_M } from "~/domain/visit/reported-place";
import { FAIL_REASONS, FAIL_NOTE_LENGTH } from "~/domain/visit/fail-reasons";
import { readAs } from "~/domain/validation/field-reader";
import {
  idField,
  optionalText,
  requiredId,
  switchField,
  optionalLines,
  asTheyAre,
  wholeInText,
} from "~/domain/validation/wire-fields";
import { notFound } from "~/lib/errors";

/** The attachment in the address. @throws AppError 404 for what is no id */
export function attachmentIdOf(params: Readonly<Record<string, string | undefined>>): number {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw notFound("Attachment");
  return Number(params.id);
}

/** The route in the address. @throws AppError 404 for what is no id */
export function routeIdOf(params: { routeId?: string | undefined }): number {
  const routeId = Number(params.routeId);
  if (!Number.isSafeInteger(routeId) || routeId <= 0) throw notFound("Route");
  return routeId;
}

/** What every report from the road may say beside its subject. */
const report = {
  /** made by the client: the same id is applied once */
  commandId: z.string().trim().max(64).optional(),
  /** the question was answered with yes */
  confirmed: switchField(false),
  /** seconds since the button was pressed */
  ageSec: z.number().int().min(0).optional(),
  /** when the button was pressed, seconds since 1970, by the server's clock as the phone knew it then */
  pressedSec: z.number().int().min(0).optional(),
  /** when the server made the page that it was pressed on, seconds since 1970: no report is older than its page */
  pageMadeSec: z.number().int().min(0).optional(),
};
/** The end of the year 9999, which a time can be written of. */
const LAST_SEC = 253_402_300_799;
/** By the phone's own estimate; null or left out where it has none. */
const measured = (max: number) => z.number().min(0).max(max).transform(Math.round).nullish();
/** Where the phone was when it was reported, degrees (WGS 84), and within how many metres most likely. */
const reportedFrom = {
  lat: z.number().min(-90).max(90).optional(),
  lng: z.number().min(-180).max(180).optional(),
  accuracyM: z.number().min(0).max(WORST_ACCURACY_M).optional(),
};
const bothOrNone = (said: { lat?: number | undefined; lng?: number | undefined }, context: z.RefinementCtx): void => {
  if ((said.lat === undefined) !== (said.lng === undefined))
    context.addIssue({
      code: "custom",
      path: [said.lat === undefined ? "lat" : "lng"],
      message: "A place has a latitude and a longitude",
    });
};

const visitId = { visitId: requiredId("Visit") };

export const ReportRoute = z.strictObject({ routeId: requiredId("Route"), ...report });
export const ReportVisit = z.strictObject({ ...visitId, ...report });
export const ReportFailed = z
  .strictObject({
    ...visitId,
    ...report,
    ...reportedFrom,
    failReasonId: idField("Fail reason").describe(FAIL_REASONS.map(({ id, title }) => `${id}: ${title}`).join(", ")),
    failNote: optionalLines("Note", FAIL_NOTE_LENGTH),
  })
  .superRefine(bothOrNone);
/** How it was handed over, who signed, and a note. They stay as they are where they are left out. */
export const ReportDone = z
  .strictObject({
    ...visitId,
    ...report,
    ...reportedFrom,
    confirmationType: readAs(
      z.enum([...DELIVERY_TAGS, ...PICKUP_TAGS], { error: "Choose how it was handed over" }).optional(),
      (text) => (text === "" ? undefined : text),
    ),
    ...asTheyAre({ signatureName: optionalText("Name"), doneNote: optionalLines("Note", DONE_NOTE_LENGTH) }),
  })
  .superRefine(bothOrNone);
/** 65 and 16 bytes in base64url: a point of a curve, not compressed, and a secret. */
const PUBLIC_KEY = /^B[\w-]{86}$/;
const AUTH = /^[\w-]{22}$/;
const MOST_ENDPOINT_CHARACTERS = 1000;

/** A push service has a name in public; what that name leads to is looked at when something is sent there. */
function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === "https:" && username + password === "" && /\.[a-z][a-z\d-]*$/.test(hostname);
}

/** How to reach a browser, as it says itself. */
export const PushAddress = z.strictObject({
  endpoint: z
    .string()
    .max(MOST_ENDPOINT_CHARACTERS, "This is no address of a push service")
    .refine(isPushEndpoint, "This is no address of a push service"),
  p256dh: z.string().regex(PUBLIC_KEY, "This is no key of a browser"),
  auth: z.string().regex(AUTH, "This is no secret of a browser"),
});
export const VisitOfFiles = z.strictObject(visitId);
export const RemovePhoto = z.strictObject({ ...visitId, ...report, attachmentId: requiredId("Attachment") });
export const RemoveAttachment = z.strictObject({ attachmentId: requiredId("Attachment") });
/** Where the driver was; `domain/position/position` says which of them count. */
export const SharePositions = z.strictObject({
  routeId: requiredId("Route"),
  positions: z
    .array(
      z.strictObject({
        atSec: z.number().int().min(0).max(LAST_SEC),
        lat: z.number().min(-90).max(90),
        lng: z.number().min(-180).max(180),
        accuracyM: measured(1_000_000),
        headingDeg: measured(360),
        speedKmh: measured(2_000),
      }),
    )
    .min(1)
    .max(POSITIONS_AT_ONCE),
});
export const TaskId = z.strictObject({ taskId: requiredId("Task") });
/** In the address of a task's picture. */
export const TaskPictureParams = z.object({
  taskId: wholeInText(z.number().min(1)),
  index: wholeInText(z.number().min(0).max(99)),
});
