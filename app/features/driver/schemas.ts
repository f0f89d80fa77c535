import { z } from "zod";
import { notFound } from "~/lib/errors";

const id = (label: string) => z.coerce.number({ error: `${label} is required` }).int().positive();
const commandId = z.string().trim().max(64).optional();
const flag = z.enum(["0", "1"]).optional().transform((value) => value === "1");

/** The route in the address. @throws AppError 404 for what is no id */
export function routeIdOf(params: { routeId?: string | undefined }): number {
  const routeId = Number(params.routeId);
  if (!Number.isSafeInteger(routeId) || routeId <= 0) throw notFound("Route");
  return routeId;
}

/** What every form of the driver's page sends beside its intent. */
const common = { commandId, confirmed: flag, ageSec: z.coerce.number().int().min(0).optional(), tab: z.string().max(64).optional() };

export const RouteForm = z.object(common);
export const VisitForm = z.object({ ...common, visitId: id("Visit") });
export const FailedForm = z.object({ ...common, visitId: id("Visit"), failReasonId: z.coerce.number().int().positive().optional() });
