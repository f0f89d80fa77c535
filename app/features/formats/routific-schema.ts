/** Answers in Routific's format; what a request may be is in domain/routific. */
import { z } from "zod";
import { MOST_VISITS, routificRequest } from "~/domain/routific/request";

export const VrpRequest = routificRequest(MOST_VISITS.vrp);
export const VrpLongRequest = routificRequest(MOST_VISITS["vrp-long"]);

const time = z.string().meta({ description: "hh:mm; hours go on after midnight" });
const minutes = z.number().meta({ description: "Minutes" });

const stop = z.object({
  location_id: z.string(),
  location_name: z.string(),
  arrival_time: time,
  finish_time: time.optional(),
  distance: z.number().optional().meta({ description: "Metres from the stop before" }),
  too_late: z.boolean().optional(),
  late_by: minutes.optional(),
});
const pause = z.object({ break: z.literal(true), id: z.string(), start_time: time, end_time: time });

export const VrpAnswer = z.object({
  status: z.literal("success"),
  total_travel_time: minutes,
  total_idle_time: minutes,
  total_working_time: minutes,
  total_break_time: minutes,
  total_distance: z.number().meta({ description: "Kilometres" }),
  total_visit_lateness: minutes,
  num_late_visits: z.int(),
  total_overtime: minutes,
  vehicle_overtime: z.record(z.string(), minutes),
  num_unserved: z.int(),
  unserved: z.record(z.string(), z.string()).nullable(),
  solution: z.record(z.string(), z.array(z.union([stop, pause]))),
  polylines: z.record(z.string(), z.array(z.string())).optional(),
  travel: z
    .object({ engine: z.string(), label: z.string(), note: z.string().nullable() })
    .meta({ description: "Beyond Routific: where travel times come from" }),
});

export const VrpFault = z.object({ error: z.string() });
export const JobStarted = z.object({ job_id: z.string() });
export const JobAnswer = z.object({
  id: z.string(),
  status: z.enum(["pending", "processing", "finished", "error"]),
  input: VrpLongRequest,
  output: z.union([VrpAnswer, z.string()]).optional().meta({ description: "The solution, or why there is none" }),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
