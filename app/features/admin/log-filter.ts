import { z } from "zod";
import { isDateText } from "~/domain/time/calendar";
import { wholeInText } from "~/domain/validation/wire-fields";

const day = z.string().refine(isDateText).optional().catch(undefined);
const id = wholeInText().optional().catch(undefined);

/** A name, a part of one, or an id. */
const name = z.string().trim().min(1).max(255).optional().catch(undefined);

const PlatformLogFilter = z.object({
  company: name,
  person: name,
  action: z
    .string()
    .regex(/^[\w .:/-]{1,100}$/)
    .optional()
    .catch(undefined),
  refused: z.literal("1").optional().catch(undefined),
  platform: z.literal("1").optional().catch(undefined),
  from: day,
  to: day,
  before: id,
});
export type PlatformLogFilter = z.output<typeof PlatformLogFilter>;

/** What the address asks for; what can't be read narrows nothing. */
export const readPlatformLogFilter = (params: URLSearchParams): PlatformLogFilter =>
  PlatformLogFilter.parse(Object.fromEntries([...params].filter(([, value]) => value !== "")));
