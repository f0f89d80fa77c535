import { z } from "zod";
import { isDateText } from "~/domain/time/time-zone";
import { QUERY_STATUSES } from "./calculation-words";

export const CalculationIdSchema = z.object({ id: z.coerce.number().int().positive() });

const optionalId = z.coerce.number().int().positive().optional().catch(undefined);
const optionalDay = z.string().refine(isDateText).optional().catch(undefined);
const blankAsNone = (value: unknown): unknown => (value === "" || value === null ? undefined : value);

/** What the history's address asks for. Nonsense counts as not asked. */
export const HistoryFilterSchema = z.object({
  plan: z.preprocess(blankAsNone, optionalId),
  country: z.preprocess(blankAsNone, optionalId),
  status: z.preprocess(blankAsNone, z.enum(QUERY_STATUSES).optional().catch(undefined)),
  type: z.preprocess(blankAsNone, z.coerce.number().int().min(0).max(2).optional().catch(undefined)),
  from: z.preprocess(blankAsNone, optionalDay),
  to: z.preprocess(blankAsNone, optionalDay),
});
export type HistoryFilter = z.infer<typeof HistoryFilterSchema>;

export const readHistoryFilter = (params: URLSearchParams): HistoryFilter =>
  HistoryFilterSchema.parse(Object.fromEntries(["plan", "country", "status", "type", "from", "to"].map((name) => [name, params.get(name)])));
