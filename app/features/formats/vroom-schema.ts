/**
 * VROOM's format, as the API's document shows it. When a call comes in, only the outer fields are judged: the solver's
 * own reader (solver/formats/vroom) judges the rest, in the process that calculates, and names what it refuses.
 */
import { z } from "zod";

const id = z.int().min(0);
const seconds = z.int().min(0);
const amounts = z.array(z.int().min(0));
const place = z.array(z.number()).meta({ description: "[lon, lat]", minItems: 2, maxItems: 2 });
const index = z.int().min(0).meta({ description: "Row of the matrices" });
const window = z.array(z.int().min(0)).meta({ description: "[start, end]", minItems: 2, maxItems: 2 });

const task = {
  id,
  description: z.string().optional(),
  location: place.optional(),
  location_index: index.optional(),
  setup: seconds.optional(),
  service: seconds.optional(),
  setup_per_type: z.record(z.string(), seconds).optional(),
  service_per_type: z.record(z.string(), seconds).optional(),
  time_windows: z.array(window).optional(),
};
const demand = { skills: z.array(id).optional(), priority: z.int().min(0).max(100).optional() };
const job = z.strictObject({
  ...task,
  ...demand,
  delivery: amounts.optional(),
  pickup: amounts.optional(),
  amount: amounts.optional(),
});
const shipment = z.strictObject({
  pickup: z.strictObject(task),
  delivery: z.strictObject(task),
  amount: amounts.optional(),
  ...demand,
});
const step = z.strictObject({
  type: z.enum(["start", "job", "pickup", "delivery", "break", "end"]),
  id: id.optional(),
  service_at: seconds.optional(),
  service_after: seconds.optional(),
  service_before: seconds.optional(),
});
const vehicle = z.strictObject({
  id,
  profile: z.string().default("car"),
  description: z.string().optional(),
  start: place.optional(),
  start_index: index.optional(),
  end: place.optional(),
  end_index: index.optional(),
  capacity: amounts.optional(),
  costs: z
    .strictObject({
      fixed: z.number().optional(),
      per_hour: z.number().optional(),
      per_km: z.number().optional(),
      per_task_hour: z.number().optional(),
    })
    .optional(),
  skills: z.array(id).optional(),
  type: z.string().optional(),
  time_window: window.optional(),
  breaks: z
    .array(
      z.strictObject({
        id,
        description: z.string().optional(),
        service: seconds.optional(),
        time_windows: z.array(window).optional(),
        max_load: amounts.optional(),
      }),
    )
    .optional(),
  speed_factor: z.number().min(0.1).max(10).optional(),
  max_tasks: z.int().min(0).optional(),
  max_travel_time: seconds.optional(),
  max_distance: z.int().min(0).optional(),
  steps: z.array(step).optional(),
  overtime: seconds.optional(),
  strict_start: z.boolean().optional(),
  locked_prefix: z.array(step).optional(),
});
const table = z.array(z.array(z.int().min(0).nullable()));
const matrix = z
  .strictObject({ durations: table, distances: table.optional(), costs: table.optional() })
  .meta({ description: "Square: a row and a column for each place" });
const point = z.array(z.number()).meta({ minItems: 2, maxItems: 2 });
const points = z
  .strictObject({
    metric: z.literal("euclidean"),
    points: z.array(point).meta({ description: "[x, y] of each place" }),
  })
  .meta({ description: "Beyond VROOM: points in the plane; durations are the rounded distances between them" });
const nearPairs = z
  .strictObject({
    metric: z.enum(["euclidean", "geographic"]),
    points: z.array(point).meta({ description: "[lon, lat] of each place (geographic), or [x, y] (euclidean)" }),
    row_start: z
      .array(z.int().min(0))
      .meta({ description: "Where the entries of each place begin, and where the last ones end" }),
    to: z.array(z.int().min(0)).meta({ description: "By entry: where it leads to, ascending within a place" }),
    durations: z.array(seconds.nullable()).meta({ description: "By entry; null: no way" }),
    distances: z.array(z.int().min(0)).optional(),
    beyond: z
      .array(seconds)
      .optional()
      .meta({ description: "By place: no place that it does not list is nearer; other pairs are estimated" }),
  })
  .meta({ description: "Beyond VROOM: near pairs of a road network" });

/** The schema as JSON, without its dialect. */
function shown(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: "input" }) as Record<string, unknown>;
  return json;
}
const listOf = (schema: z.ZodType) => z.array(z.unknown(), { error: "Give a list" }).meta({ items: shown(schema) });

export const VroomRequest = z.strictObject({
  vehicles: listOf(vehicle),
  jobs: listOf(job).optional(),
  shipments: listOf(shipment).optional(),
  matrices: z
    .record(z.string(), z.unknown(), { error: "Give an object with a matrix for each profile" })
    .meta({ additionalProperties: shown(z.union([matrix, points, nearPairs])) })
    .optional(),
  matrix: z.array(z.unknown(), { error: "Give a list of lists" }).optional(),
  balance: z.number().min(0).max(1).optional(),
  options: z
    .strictObject({
      g: z.boolean().optional().meta({ description: "Lines on the map" }),
      c: z.boolean().optional().meta({ description: "Plan mode: times for the steps of the vehicles" }),
      t: z
        .int()
        .min(1)
        .max(32)
        .optional()
        .meta({ description: "Most threads; a calculation has its share of those of the server" }),
      x: z.int().min(0).max(5).optional().meta({ description: "Exploration; default 5" }),
      l: z.number().gt(0).max(100).optional().meta({ description: "Most seconds of the search; default 30 or 100" }),
    })
    .optional(),
});

const violations = z.array(
  z.object({
    cause: z.string(),
    duration: z.number().optional(),
    amount: z.number().optional(),
    index: z.int().optional(),
    message: z.string(),
  }),
);
const suggestion = z.object({
  vehicle: id,
  vehicleId: id.meta({ description: "The same, as before version 2.0 of the solver" }),
  change: z.string(),
  amount: z.number(),
  index: z.int().optional(),
  step: z.object({ type: z.enum(["job", "pickup", "delivery", "break"]), id }).optional(),
  message: z.string(),
});
const totals = {
  cost: z.int(),
  delivery: amounts.optional(),
  amount: amounts.optional(),
  pickup: amounts.optional(),
  setup: z.int(),
  service: z.int(),
  duration: z.int(),
  waiting_time: z.int(),
  priority: z.int(),
  distance: z.int().optional(),
  violations,
};
const placed = { location: place.optional(), location_index: index.optional() };

export const VroomAnswer = z.object({
  code: z.literal(0),
  summary: z.object({
    ...totals,
    routes: z.int(),
    unassigned: z.int(),
    computing_times: z.object({
      loading: z.int(),
      solving: z.int(),
      explaining: z.int().optional().meta({ description: "Beyond VROOM: times of the routes, and reasons" }),
      routing: z.int().optional(),
    }),
  }),
  unassigned: z.array(
    z.object({
      id,
      type: z.enum(["job", "pickup", "delivery"]),
      description: z.string().optional(),
      ...placed,
      reasons: z
        .array(
          z.object({
            vehicle: id,
            code: z.string(),
            message: z.string(),
            amount: z.int().optional().meta({ description: "By how much: seconds, metres, units or stops" }),
            index: z.int().optional().meta({ description: "The load that is too much, from 0" }),
            way: z.enum(["there", "back"]).optional().meta({ description: "Which way is missing" }),
          }),
        )
        .optional(),
      other_vehicles: z
        .array(z.object({ code: z.string(), way: z.enum(["there", "back"]).optional(), count: z.int() }))
        .optional()
        .meta({ description: "Vehicles that are not among the reasons, of which an answer has 100,000 at most" }),
      suggestion: suggestion.optional(),
    }),
  ),
  routes: z.array(
    z.object({
      vehicle: id,
      description: z.string().optional(),
      ...totals,
      geometry: z.string().optional().meta({ description: "Encoded polyline with five decimals" }),
      steps: z.array(
        z.object({
          type: z.enum(["start", "job", "pickup", "delivery", "break", "end"]),
          id: id.optional(),
          job: id.optional(),
          description: z.string().optional(),
          ...placed,
          setup: z.int(),
          service: z.int(),
          waiting_time: z.int(),
          load: z.array(z.int()).optional(),
          arrival: z.int(),
          duration: z.int(),
          distance: z.int().optional(),
          violations,
        }),
      ),
    }),
  ),
  travel: z
    .object({
      engine: z.string(),
      label: z.string(),
      note: z.string().nullable(),
      measured: z
        .object({ legs: z.int(), duration: z.int(), failure: z.string().nullable() })
        .optional()
        .meta({ description: "With 2,000 places or more: legs measured after the search, and what that changed" }),
    })
    .optional()
    .meta({ description: "Beyond VROOM: where travel times come from that the problem did not bring" }),
});

export const VroomFault = z.object({ code: z.int().min(1).max(4), error: z.string() });
