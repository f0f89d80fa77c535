import { z } from "zod";
import { DELIVERY_TAGS, PICKUP_TAGS } from "~/domain/visit/confirmation";
import { FAIL_NOTE_LENGTH } from "~/domain/visit/fail-reasons";
import { notFound } from "~/lib/errors";

/** The attachment in the address. @throws AppError 404 for what is no id */
export function attachmentIdOf(params: Readonly<Record<string, string | undefined>>): number {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw notFound("Attachment");
  return Number(params.id);
}

const id = (label: string) =>
  z.coerce
    .number({ error: `${label} is required` })
    .int()
    .positive();
const commandId = z.string().trim().max(64).optional();
const flag = z
  .enum(["0", "1"])
  .optional()
  .transform((value) => value === "1");

/** The route in the address. @throws AppError 404 for what is no id */
export function routeIdOf(params: { routeId?: string | undefined }): number {
  const routeId = Number(params.routeId);
  if (!Number.isSafeInteger(routeId) || routeId <= 0) throw notFound("Route");
  return routeId;
}

/** The fields of every form of the driver's page, beside its intent. */
const common = {
  commandId,
  confirmed: flag,
  ageSec: z.coerce.number().int().min(0).optional(),
  tab: z.string().max(64).optional(),
};

export const RouteForm = z.object(common);
export const VisitForm = z.object({ ...common, visitId: id("Visit") });
const failNote = z.string().trim().max(FAIL_NOTE_LENGTH, `Note should be less then ${FAIL_NOTE_LENGTH}`).optional();
export const FailedForm = z.object({
  ...common,
  visitId: id("Visit"),
  failReasonId: z.coerce.number().int().positive().optional(),
  failNote,
});
/** How it was handed over, and who signed. Both stay as they are where the form doesn't ask. */
const proof = {
  confirmationType: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.enum([...DELIVERY_TAGS, ...PICKUP_TAGS], { error: "Choose how it was handed over" }).optional(),
  ),
  signatureName: z.string().trim().max(255, "Name should be less then 255").optional(),
};
export const DoneForm = z.object({ ...common, visitId: id("Visit"), ...proof });
export const RemoveAttachment = z.object({ attachmentId: id("Attachment"), tab: common.tab });
