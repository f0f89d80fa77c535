/** What programs are told of the company's settings. */
import { z } from "zod";

const applied = z.object({ status: z.literal("applied") });
const confirm = { status: z.literal("confirm") };

/** confirm: nothing was stored; the same with `confirmed` stores it, and these are removed for good */
export const ProofsKeptTold = z.discriminatedUnion("status", [
  applied,
  z.object({ ...confirm, photos: z.int(), signatures: z.int() }),
]);
export const PositionsKeptTold = z.discriminatedUnion("status", [
  applied,
  z.object({ ...confirm, positions: z.int() }),
]);
