/** The call api/route-matrix: what it takes and answers. */
import { z } from "zod";
import { idField } from "~/domain/validation/wire-fields";

/** Of all tables together: 500 places for one kind of vehicle. Their JSON is written within 50 ms. */
export const MOST_PAIRS = 250_000;
const MOST_RECORDS = 1_000;

const place = { lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) };
const Location = z.looseObject(place);
const measure = z.number().min(0).max(100).nullable().default(null);
const ids = z.string().regex(/^[1-9]\d{0,14}$/, "Keys are ids");
const byId = <Entry extends z.ZodType>(entry: Entry, what: string) =>
  z.record(ids, entry).refine((all) => Object.keys(all).length <= MOST_RECORDS, `At most ${MOST_RECORDS} ${what}`);

/** The input of a calculation; of its entries only what travel times depend on is looked at. */
export const RouteMatrixInput = z.strictObject({
  company_id: idField("Company"),
  country_id: z.number().int().min(0).nullable().default(null),
  options: z
    .looseObject({
      avoid_tolls: z.boolean().default(true),
      avoid_highways: z.boolean().default(false),
      /** left out: as the user's settings say */
      router: z.enum(["osrm", "valhalla"]).optional(),
    })
    .prefault({}),
  fleet: byId(
    z.looseObject({
      profile: z.enum(["car", "truck"]).default("car"),
      width: measure,
      height: measure,
      weight: measure,
      start_location: Location,
      end_location: Location.optional(),
      start_visit_id: z.number().int().positive().optional(),
    }),
    "vehicles",
  ).default({}),
  visits: byId(Location, "visits").default({}),
  base: z.record(z.string(), z.unknown()).default({}),
  solution: z.record(z.string(), z.unknown()).default({}),
});
export type RouteMatrixInput = z.output<typeof RouteMatrixInput>;

/** The table of one kind of vehicle. */
export interface RouteTable {
  profile: "car" | "truck";
  /** metres and tonnes; null: usual for the profile */
  width: number | null;
  height: number | null;
  weight: number | null;
  /** who made it: osrm, valhalla, or straight for estimates along straight lines */
  engine: string;
  /** why another engine, or none, was asked; null: nothing to say */
  note: string | null;
  /** pairs of different places whose figures are estimates */
  estimated_pairs: number;
  /** whole seconds by from and to; null where no road leads */
  durations: (number | null)[][];
  /** whole metres, likewise */
  distances: (number | null)[][];
}

export interface RouteMatrixAnswer {
  /** rows and columns of the tables, in this order; visits at one door are one place */
  places: { lat: number; lng: number }[];
  /** each one's place, by the ids of the input */
  visits: Record<string, number>;
  starts: Record<string, number>;
  ends: Record<string, number>;
  tables: RouteTable[];
}
