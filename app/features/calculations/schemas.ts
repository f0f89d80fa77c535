import { z } from "zod";
import { isDateText } from "~/domain/time/calendar";
import { notFound } from "~/lib/errors";
import { CALCULATION_STATUSES } from "~/domain/calculation/calculation-status";

export const CalculationIdSchema = z.object({ id: z.coerce.number().int().positive() });

/** An id of the address. @throws AppError 404 for anything else */
export function proposalIdOf({ queryId }: Readonly<Record<string, string | undefined>>): number {
  if (queryId === undefined || !/^[1-9]\d{0,14}$/.test(queryId)) throw notFound("Proposal");
  return Number(queryId);
}

export const MAX_CHANGE_BUDGET = 9999;
const NO_BUDGET = `Stops that may move: a whole number from 0 to ${MAX_CHANGE_BUDGET}`;

/** The re-optimise dialog. */
export const ReOptimise = z.object({
  changeBudget: z.preprocess(
    (value) => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined),
    z.coerce.number({ error: NO_BUDGET }).int(NO_BUDGET).min(0, NO_BUDGET).max(MAX_CHANGE_BUDGET, NO_BUDGET),
  ),
  /** empty: all routes that may change */
  routeIds: z.array(z.coerce.number().int().positive()),
});

/** The result that the plan page asks to keep or discard. */
export const DecideCalculation = z.object({ queryId: z.coerce.number().int().positive() });

const optionalId = z.coerce.number().int().positive().optional().catch(undefined);
const optionalDay = z.string().refine(isDateText).optional().catch(undefined);
const blankAsNone = (value: unknown): unknown => (value === "" || value === null ? undefined : value);

/** The filters in the history's address. Values that make no sense are ignored. */
export const HistoryFilterSchema = z.object({
  plan: z.preprocess(blankAsNone, optionalId),
  country: z.preprocess(blankAsNone, optionalId),
  status: z.preprocess(blankAsNone, z.enum(CALCULATION_STATUSES).optional().catch(undefined)),
  type: z.preprocess(blankAsNone, z.coerce.number().int().min(0).max(2).optional().catch(undefined)),
  from: z.preprocess(blankAsNone, optionalDay),
  to: z.preprocess(blankAsNone, optionalDay),
});
export type HistoryFilter = z.infer<typeof HistoryFilterSchema>;

export const readHistoryFilter = (params: URLSearchParams): HistoryFilter =>
  HistoryFilterSchema.parse(
    Object.fromEntries(["plan", "country", "status", "type", "from", "to"].map((name) => [name, params.get(name)])),
  );
