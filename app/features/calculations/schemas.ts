import { z } from "zod";
import { readAs, numberOf } from "~/domain/validation/field-reader";
import { idField, listedId, requiredId, switchField, optionalText, wholeInText } from "~/domain/validation/wire-fields";
import { isDateText } from "~/domain/time/calendar";
import { notFound } from "~/lib/errors";
import { CalculationType } from "~/domain/calculation/calculation-type";
import { SentInput } from "./sent-input";
import { CALCULATION_STATUSES } from "~/domain/calculation/calculation-status";
import { MAX_CHANGE_BUDGET } from "~/domain/constants";

/** An id of the address. @throws AppError 404 for anything else */
export function proposalIdOf({ queryId }: Readonly<Record<string, string | undefined>>): number {
  if (queryId === undefined || !/^[1-9]\d{0,14}$/.test(queryId)) throw notFound("Proposal");
  return Number(queryId);
}

const NO_BUDGET = `Stops that may move: a whole number from 0 to ${MAX_CHANGE_BUDGET}`;

const planId = { planId: requiredId("Plan") };
export const StartCalculation = z.strictObject({
  ...planId,
  /** also where a few moves would do */
  anew: switchField(false),
});
/** A record of the API with an input of its own. */
export const StoreCalculation = z.strictObject({
  input: SentInput,
  title: optionalText("Title"),
  planId: idField("Plan"),
  sheetId: idField("Sheet"),
  countryId: idField("Country"),
  /** left out: by who sends it; 0 stands for what the platform itself asks */
  type: z.literal([CalculationType.Api, CalculationType.Web], "Type is 1 or 2").nullable().default(null),
});
export type StoreCalculation = z.output<typeof StoreCalculation>;
export const PlanOfCalculation = z.strictObject(planId);
export const RouteOfCalculation = z.strictObject({ routeId: requiredId("Route") });

/** The re-optimise dialog. */
export const ReOptimise = z.strictObject({
  ...planId,
  changeBudget: readAs(
    z.number({ error: NO_BUDGET }).int(NO_BUDGET).min(0, NO_BUDGET).max(MAX_CHANGE_BUDGET, NO_BUDGET),
    (text) => (text.trim() === "" ? undefined : numberOf(text)),
  ),
  /** empty: all that may be changed */
  routeIds: z.array(listedId()).max(1000).default([]),
});

const queryId = { queryId: listedId() };
/** The result that the plan page asks about. */
export const DecideCalculation = z.strictObject({ ...planId, ...queryId });
/** A proposal; with the plan on whose page it is decided, it is one of that plan. */
export const DiscardProposal = z.strictObject({ planId: planId.planId.optional(), ...queryId });
export const QueryId = z.strictObject(queryId);
export const CalculationId = z.strictObject({ id: listedId() });

const optionalId = wholeInText().optional().catch(undefined);
const optionalDay = z.string().refine(isDateText).optional().catch(undefined);
const blankAsNone = (value: unknown): unknown => (value === "" || value === null ? undefined : value);

/** The filters in the history's address. Values that make no sense are ignored. */
const HistoryFilterSchema = z.object({
  plan: z.preprocess(blankAsNone, optionalId),
  country: z.preprocess(blankAsNone, optionalId),
  status: z.preprocess(blankAsNone, z.enum(CALCULATION_STATUSES).optional().catch(undefined)),
  type: z.preprocess(blankAsNone, wholeInText(z.number().max(2)).optional().catch(undefined)),
  from: z.preprocess(blankAsNone, optionalDay),
  to: z.preprocess(blankAsNone, optionalDay),
});
export type HistoryFilter = z.infer<typeof HistoryFilterSchema>;

export const readHistoryFilter = (params: URLSearchParams): HistoryFilter =>
  HistoryFilterSchema.parse(
    Object.fromEntries(["plan", "country", "status", "type", "from", "to"].map((name) => [name, params.get(name)])),
  );
