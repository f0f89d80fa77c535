/** What the actions of the tracking page take. */
import { z } from "zod";
import { AttentionKind } from "~/domain/route/predicted-lateness";
import { isDateText } from "~/domain/time/calendar";
import { numberOf, readAs } from "~/domain/validation/field-reader";
import { requiredId, wholeInText } from "~/domain/validation/wire-fields";

const orAbsent = (text: string) => (text === "" ? undefined : numberOf(text));

export const MoveStop = z.strictObject({
  visitId: requiredId("Visit"),
  toRouteId: requiredId("Route"),
  /** 1 is the first stop; left out: the end of the route */
  position: readAs(z.number().int().positive().optional(), orAbsent),
  /** the plan's, as it was seen; left out: whatever it is */
  version: readAs(z.number().int().nonnegative().optional(), orAbsent),
});

const KEY = new RegExp(`^(?:${Object.values(AttentionKind).join("|")}):[1-9]\\d{0,14}$`);

/** Something that needs attention: see `seen.ts`. */
export const SeenThing = z.strictObject({ key: z.string().regex(KEY, "Choose what was seen") });

export const MoveParams = z.object({ visitId: wholeInText(z.number().min(1)) });

/** Of the address of a replay; a day that is none is left out. */
export const ReplayParams = z.object({
  day: z.string().refine(isDateText).optional().catch(undefined),
});
