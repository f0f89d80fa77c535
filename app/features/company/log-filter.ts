import { z } from "zod";
import { isDateText } from "~/domain/time/calendar";
import { wholeInText } from "~/domain/validation/wire-fields";

const text = z
  .string()
  .regex(/^[\w .:/-]{1,100}$/)
  .optional()
  .catch(undefined);
const day = z.string().refine(isDateText).optional().catch(undefined);
const id = wholeInText().optional().catch(undefined);

const LogFilter = z.object({
  person: id,
  action: text,
  subject: text,
  refused: z.literal("1").optional().catch(undefined),
  from: day,
  to: day,
  before: id,
});
export type LogFilter = z.output<typeof LogFilter>;

/** What the address asks for; what can't be read narrows nothing. */
export const readLogFilter = (params: URLSearchParams): LogFilter =>
  LogFilter.parse(Object.fromEntries([...params].filter(([, value]) => value !== "")));
