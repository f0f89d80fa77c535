/**
 * A request in the format of Routific's Engine API, version 1: what is calculated, and what is refused by name. The
 * table of both is in docs/from-elsewhere.md.
 */
import { z } from "zod";
import { clockSec } from "./clock";
import { loadFault, MOST_LOAD } from "./loads";

/** The fields of a value that the format has and that is not calculated here. */
const refused = (sentence: string) => z.never({ error: sentence }).optional();
/** The same for a switch that is off unless it is asked for. */
const onlyOff = (sentence: string) => z.literal(false, { error: sentence }).optional();

const clock = z
  .string({ error: "Write a time of day as hh:mm" })
  .refine((text) => clockSec(text) !== null, "Write a time of day as hh:mm, 00:00 to 47:59")
  .meta({ examples: ["08:30"] });
const minutes = z.number({ error: "Write a number of minutes" }).min(0).max(10_000);
const amount = z
  .number()
  .min(0, "A negative load is not calculated here: send pickups in VROOM's format")
  .max(MOST_LOAD)
  .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, "Three decimals at most");
/** By kind, or a single one. */
const amounts = z.union([amount, z.record(z.string().min(1).max(100), amount)]);
const id = z.string().min(1).max(200);
const type = z.union([z.string().max(100), z.number()]);
const types = z.union([type, z.array(type).max(100)]);

const NEEDS_COORDINATES = "Addresses are not looked up here: give lat and lng";
const location = z.strictObject({
  id: id.optional(),
  name: z.string().max(500).optional(),
  address: z.string().max(500).optional(),
  lat: z.number({ error: NEEDS_COORDINATES }).min(-90).max(90),
  lng: z.number({ error: NEEDS_COORDINATES }).min(-180).max(180),
});

const window = z.strictObject({ start: clock.optional(), end: clock.optional() }).refine(isForward, "It ends first");

/** Whether neither end stands before the start. */
function isForward({ start, end }: { start?: string | undefined; end?: string | undefined }): boolean {
  return start === undefined || end === undefined || clockSec(start)! <= clockSec(end)!;
}

const visit = z
  .strictObject({
    location,
    start: clock.optional(),
    end: clock.optional(),
    duration: minutes.optional(),
    load: amounts.optional(),
    type: types.optional(),
    priority: z
      .enum(["low", "regular", "high"], {
        error: "Write low, regular or high: numbers have not always meant the same",
      })
      .optional(),
    time_windows: z.array(window).min(1).max(50).optional(),
    notes: z.string().max(10_000).optional(),
    customNotes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  })
  .refine(isForward, { message: "The time window ends before it starts", path: ["end"] })
  .refine(({ time_windows, start, end }) => time_windows === undefined || (start === undefined && end === undefined), {
    message: "Give start and end, or time_windows",
    path: ["time_windows"],
  });

const pause = z
  .strictObject({
    id: z.union([z.string().max(200), z.number()]).optional(),
    start: clock,
    end: clock,
    in_transit: onlyOff("A break during the drive is not calculated here"),
  })
  .refine(isForward, { message: "The break ends before it starts", path: ["end"] });

const NO_LEAST = "A least number of visits is not calculated here: use visit_balance_coefficient";
const vehicle = z
  .strictObject({
    start_location: location,
    end_location: location.optional(),
    shift_start: clock.optional(),
    shift_end: clock.optional(),
    capacity: amounts.optional(),
    type: types.optional(),
    speed: z
      .enum(["faster", "fast", "normal", "slow", "very slow"], {
        error: "Write faster, fast, normal, slow or very slow: bikes and numbers are not calculated here",
      })
      .optional(),
    strict_start: z.boolean().optional(),
    min_visits: z.literal(0, { error: NO_LEAST }).optional(),
    breaks: z.array(pause).max(5).optional(),
  })
  .refine(({ shift_start: start, shift_end: end }) => isForward({ start, end }), {
    message: "The shift ends before it starts: 24:00 to 47:59 are times of the next day",
    path: ["shift_end"],
  })
  .refine(({ strict_start, shift_start }) => strict_start !== true || shift_start !== undefined, {
    message: "A strict start needs shift_start",
    path: ["strict_start"],
  });

const TRAFFIC = "Write faster, fast, normal, slow or very slow, or a number from 1 to 2";
const options = z.strictObject({
  traffic: z
    .union([z.enum(["faster", "fast", "normal", "slow", "very slow"]), z.number().min(1, TRAFFIC).max(2, TRAFFIC)], {
      error: TRAFFIC,
    })
    .optional(),
  min_visits_per_vehicle: z.literal(0, { error: NO_LEAST }).optional(),
  balance: onlyOff("Even shifts are not calculated here: visit_balance_coefficient evens out the visits"),
  visit_balance_coefficient: z.number().min(0).max(1).optional(),
  min_vehicles: z.boolean().optional(),
  shortest_distance: z.boolean().optional(),
  squash_durations: minutes.optional(),
  max_vehicle_overtime: minutes.optional(),
  max_visit_lateness: minutes.optional(),
  polylines: z.boolean().optional(),
  avoid_tolls: z.boolean().optional(),
  geocoder: refused("Addresses are not looked up here"),
});

export const MOST_VISITS = { vrp: 500, "vrp-long": 2500 } as const;
const MOST_VEHICLES = 500;

const counted = (most: number, what: string) => (all: object) => ({
  ok: Object.keys(all).length <= most,
  sentence: `${Object.keys(all).length} ${what} are too many here: ${most} are the limit`,
});

/** @param mostVisits in one request */
export const routificRequest = (mostVisits: number) => {
  const fits = { visits: counted(mostVisits, "visits"), fleet: counted(MOST_VEHICLES, "vehicles") };
  const request = z.strictObject({
    visits: z.record(id, visit).superRefine((all, context) => {
      if (Object.keys(all).length === 0) context.addIssue("There is no visit");
      if (!fits.visits(all).ok) context.addIssue(fits.visits(all).sentence);
    }),
    fleet: z.record(id, vehicle).superRefine((all, context) => {
      if (Object.keys(all).length === 0) context.addIssue("There is no vehicle");
      if (!fits.fleet(all).ok) context.addIssue(fits.fleet(all).sentence);
    }),
    options: options.optional(),
    network: refused("This is the name of the first versions: write visits"),
    solution: refused("Visits are not added to a given solution here"),
  });
  return request.superRefine((given, context) => {
    const fault = loadFault(given);
    if (fault !== null) context.addIssue({ code: "custom", path: ["visits"], message: fault });
  });
};

export type RoutificRequest = z.output<ReturnType<typeof routificRequest>>;
export type RoutificVisit = z.output<typeof visit>;
export type RoutificVehicle = z.output<typeof vehicle>;
