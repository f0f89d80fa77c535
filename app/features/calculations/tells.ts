/** What programs are told of calculations. */
import { z } from "zod";
import { StartedCalculation } from "~/http/actions/tells";

const id = z.int().min(1);

/** offer: a few moves would do, and nothing was started; `anew` starts it all the same */
export const CalculationOrOffer = z.discriminatedUnion("status", [
  z.object({ status: z.literal("offer") }),
  StartedCalculation.extend({ status: z.literal("started") }),
]);
export const RepeatedProposal = StartedCalculation.extend({ planId: id });
export const DiscardedProposal = z.object({ planId: id });
export const AppliedProposal = z.object({ planId: id, moved: z.int() });

const cells = z.array(z.array(z.int().nullable()));
const size = z.number().nullable();
const places = z.record(z.string(), z.int());

export const RouteMatrixTold = z.object({
  places: z.array(z.object({ lat: z.number(), lng: z.number() })),
  visits: places,
  starts: places,
  ends: places,
  tables: z.array(
    z.object({
      profile: z.enum(["car", "truck"]),
      width: size,
      height: size,
      weight: size,
      engine: z.string(),
      note: z.string().nullable(),
      estimated_pairs: z.int(),
      durations: cells,
      distances: cells,
    }),
  ),
});
