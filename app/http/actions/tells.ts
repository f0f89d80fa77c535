/** What actions of several areas tell programs of their results. */
import { z } from "zod";

const id = z.int().min(1);

/** of a record that was made */
export const NewId = z.object({ id });

/** of records that were chosen in a list: how many were changed or removed, and why others were not */
export const BulkTold = z.object({
  done: z.int(),
  leftOut: z.array(z.object({ name: z.string(), why: z.string() })).readonly(),
});

/** what a question asks, of an action that was not done: the same with `confirmed` does it */
export const Question = z.object({ code: z.string(), title: z.string(), text: z.string(), danger: z.boolean() });

/** of the calculation that was started */
export const StartedCalculation = z.object({ queryId: id });
