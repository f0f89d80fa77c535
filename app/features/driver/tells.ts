/** What programs are told of reports from the road, and of the pictures that prove them. */
import { z } from "zod";
import { Question } from "~/http/actions/tells";

const id = z.int().min(1);

/** confirm: nothing was done; the same with `confirmed` does it */
export const Reported = z
  .discriminatedUnion("status", [
    z.object({ status: z.literal("applied"), planId: id, routeId: id }),
    z.object({
      status: z.literal("confirm"),
      confirm: Question,
    }),
  ])
  .meta({ id: "Reported" });
export const NewAttachments = z.array(id);
export const RemovedAttachment = z.object({ type: z.enum(["photo", "signature"]), visitId: id });
/** settled: false where somebody has settled it before */
export const SettledTask = z.object({ settled: z.boolean() });
