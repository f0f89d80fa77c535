/** The input of a calculation that a program sends itself: judged as strictly as one that is built from a plan. */
import { z } from "zod";
import { AIMS, Aim } from "~/domain/calculation/aim";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { OPEN_END_SEC } from "~/domain/calculation/build-problem";
import { MOST_KG, MOST_M3 } from "~/domain/calculation/units";
import { MAX_CHANGE_BUDGET, MAX_DURATION_MIN, MAX_EXPLORATION, MAX_SOLVING_TIME_SEC } from "~/domain/constants";
import { isDateText } from "~/domain/time/calendar";
import { isTimeZone } from "~/domain/time/time-zone";
import { LOCATION_TYPES, VisitType } from "~/domain/visit/visit-type";

export const MOST_SENT_VISITS = 10_000;
const MOST_SENT_VEHICLES = 500;

const name = (empty: string) => z.string().max(255).default(empty);
const key = z.string().regex(/^[1-9]\d{0,14}$/, "Keys are whole numbers from 1");
const place = { lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) };
const Location = z.strictObject(place);
/** of the service date, since midnight */
const second = z.int().min(0).max(OPEN_END_SEC);
const measure = z.number().min(0).max(100).nullable().default(null);
const euro = z.number().min(0).max(1_000_000);
const volume = z.number().min(0).max(MOST_M3);
const weight = z.number().min(0).max(MOST_KG);
const reference = z.int().min(0).max(999_999_999_999_999);

const Break = z
  .strictObject({
    start: second,
    end: second,
    duration: second,
    description: name("Break"),
    due_after: second.optional(),
  })
  .refine(({ start, end }) => start <= end, { path: ["end"], message: "A break ends after it has begun" });

const Vehicle = z
  .strictObject({
    vehicle_id: reference.default(0),
    title: name(""),
    shift_start: second.default(0),
    shift_end: second.optional(),
    max_distance: z.int().min(0).max(100_000_000).optional(),
    speed_factor: z.number().min(0.1).max(10).default(1),
    width: measure,
    height: measure,
    weight: measure,
    profile: z.enum(["car", "truck"]).default("car"),
    start_location: Location,
    end_location: Location.optional(),
    breaks: z.array(Break).max(1, "A vehicle has one break at most").default([]),
    prices: z.strictObject({ fixed: euro, per_hour: euro, per_km: euro }).optional(),
    visits_max: z.int().min(0).max(MOST_SENT_VISITS).optional(),
    capacity: volume.optional(),
    load: weight.optional(),
    strict_start: z.boolean().default(false),
    start_visit_id: z.int().min(1).optional(),
    is_out: z.literal(true).optional(),
    from_now: z.literal(true).optional(),
  })
  .refine(({ shift_start, shift_end = OPEN_END_SEC }) => shift_start <= shift_end, {
    path: ["shift_end"],
    message: "A shift ends after it has begun",
  });

const Visit = z
  .strictObject({
    type: z.enum(LOCATION_TYPES).default(VisitType.Delivery),
    name: name(""),
    ...place,
    start: second.optional(),
    end: second.optional(),
    duration: second.default(0),
    capacity: volume.default(0),
    load: weight.default(0),
    route_id: reference.nullable().default(null),
  })
  .refine(({ start = 0, end = OPEN_END_SEC }) => start <= end, {
    path: ["end"],
    message: "A window ends after it has begun",
  });

const Options = z.strictObject({
  polylines: z.boolean().default(true),
  solving_time: z.int().min(0).max(MAX_SOLVING_TIME_SEC).default(0),
  exploration: z.int().min(0).max(MAX_EXPLORATION).default(MAX_EXPLORATION),
  avoid_tolls: z.boolean().default(true),
  avoid_highways: z.boolean().default(false),
  squash_duration: z.number().min(0).max(MAX_DURATION_MIN).default(1),
  visit_balance_coefficient: z.number().min(0).max(1).default(0),
  aim: z.enum(AIMS).optional(),
  need_steps: z.boolean().default(true),
  router: z.enum(["osrm", "valhalla"]).optional(),
  change_budget: z.int().min(0).max(MAX_CHANGE_BUDGET).optional(),
});

/** Whose plan it was is not asked: the plan of the record counts. */
const Base = z.strictObject({
  plan_id: reference.optional(),
  warehouse_id: reference.nullable().optional(),
  service_date: z.string().refine(isDateText, "Date is not correct").optional(),
  time_zone: z.string().max(100).refine(isTimeZone, "Time zone is not known").default("UTC"),
  mode: z.literal("full", "Every sent input is searched: mode is full").default("full"),
  route_ids: z.array(reference).max(MOST_SENT_VEHICLES).optional(),
});

const byKey = <Entry extends z.ZodType>(entry: Entry, most: number, what: string) =>
  z
    .record(key, entry)
    .refine((all) => Object.keys(all).length > 0, `At least one of the ${what} is needed`)
    .refine((all) => Object.keys(all).length <= most, `At most ${most} ${what}`);

export const SentInput = z
  .strictObject({
    options: Options.prefault({}),
    company_id: reference.optional(),
    country_id: reference.nullable().default(null),
    fleet: byKey(Vehicle, MOST_SENT_VEHICLES, "vehicles"),
    visits: byKey(Visit, MOST_SENT_VISITS, "visits"),
    base: Base.prefault({}),
    solution: z
      .record(key, z.array(z.union([z.int().min(1), z.literal("break")])).max(MOST_SENT_VISITS + 1))
      .default({}),
  })
  .superRefine(({ options: { aim }, fleet, visits, solution }, { addIssue }) => {
    for (const [vehicle, { prices }] of Object.entries(fleet)) {
      const message =
        aim === Aim.Cost && prices === undefined
          ? "The least cost is wanted: every vehicle needs prices"
          : aim !== undefined && aim !== Aim.Cost && prices !== undefined
            ? "Prices count where the least cost is wanted: the aim is another one"
            : null;
      if (message !== null) addIssue({ code: "custom", path: ["fleet", vehicle, "prices"], message });
    }
    const sum = (field: "capacity" | "load"): number =>
      Object.values(visits).reduce((total, visit) => total + visit[field], 0);
    if (sum("capacity") > MOST_M3 || sum("load") > MOST_KG)
      addIssue({ code: "custom", path: ["visits"], message: "All visits together are too large or too heavy" });
    const seen = new Set<number>();
    for (const [vehicle, order] of Object.entries(solution)) {
      const fault = orderFault(order, { vehicle: fleet[vehicle], visits, seen });
      if (fault !== null) addIssue({ code: "custom", path: ["solution", vehicle], message: fault });
    }
  });
export type SentInput = z.output<typeof SentInput>;

/** What is wrong with a given order; null: nothing. */
function orderFault(
  order: readonly (number | "break")[],
  of: { vehicle: { breaks: readonly unknown[] } | undefined; visits: object; seen: Set<number> },
): string | null {
  if (of.vehicle === undefined) return "The fleet has no such vehicle";
  if (order.filter((entry) => entry === "break").length > of.vehicle.breaks.length)
    return "The vehicle has no such break";
  for (const entry of order) {
    if (entry === "break") continue;
    if (!Object.hasOwn(of.visits, entry)) return `There is no visit ${entry}`;
    if (of.seen.has(entry)) return `Visit ${entry} comes twice`;
    of.seen.add(entry);
  }
  return null;
}

/** As it is stored. Of records it names the company and the plan of the record alone. */
export const asStored = (
  { base, ...sent }: SentInput,
  of: { companyId: number; planId: number | null; today: string },
): CalculationInput => ({
  ...sent,
  company_id: of.companyId,
  country_id: sent.country_id || null,
  base: {
    ...base,
    plan_id: of.planId ?? 0,
    warehouse_id: null,
    service_date: base.service_date ?? of.today,
  },
});
