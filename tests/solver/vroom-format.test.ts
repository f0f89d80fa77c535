import { describe, expect, it } from "vitest";
import { solve } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { writeVroom } from "solver/formats/vroom/write";
import { durations, job, make, refusal, van, withJob, withShipment, withVan } from "./helpers/vroom";
import type { Json } from "./helpers/vroom";

describe("VROOM's format: every field is read, and what can't be honoured is refused by name", () => {
  it.each<[string, Json, number, string]>([
    ["amount beside delivery", withJob({ amount: [1], delivery: [1] }), 218, "jobs[0].amount"],
    ["amount beside pickup", withJob({ amount: [1], pickup: [1] }), 218, "jobs[0].amount"],
    ["matrix beside matrices", make({ matrix: durations }), 218, "matrix"],
    [
      "a cost matrix beside a rate per hour",
      make({ vehicles: [{ ...van, costs: { per_hour: 10 } }], matrices: { car: { durations, costs: durations } } }),
      218,
      "vehicles[0].costs.per_hour",
    ],
    [
      "a cost matrix beside a rate per kilometre",
      make({ vehicles: [{ ...van, costs: { per_km: 3600 } }], matrices: { car: { durations, costs: durations } } }),
      218,
      "vehicles[0].costs.per_km",
    ],
    [
      "a fixed time of a step when solving",
      withVan({ steps: [{ type: "job", id: 1, service_at: 5 }] }),
      218,
      "vehicles[0].steps[0].service_at",
    ],
    [
      "a fixed time of the start",
      withVan({ steps: [{ type: "start", service_after: 5 }] }),
      218,
      "vehicles[0].steps[0].service_after",
    ],
    ["vroom-express options", make({ options: { g: true } }), 202, "options"],
    ["max_travel_time of a job", withJob({ max_travel_time: 5 }), 202, "jobs[0].max_travel_time"],
    ["an unknown field of a break", withVan({ breaks: [{ id: 1, length: 3 }] }), 202, "vehicles[0].breaks[0].length"],
    ["an unknown field of costs", withVan({ costs: { per_mile: 3 } }), 202, "vehicles[0].costs.per_mile"],
    [
      "an unknown field of a step",
      withVan({ steps: [{ type: "job", id: 1, arrival: 3 }] }),
      202,
      "vehicles[0].steps[0].arrival",
    ],
    [
      "an unknown field of a matrix",
      make({ matrices: { car: { durations, geometry: [] } } }),
      202,
      "matrices.car.geometry",
    ],
    [
      "skills at the pickup instead of the shipment",
      withShipment({ pickup: { ...job, skills: [1] } }),
      202,
      "shipments[0].pickup.skills",
    ],
    ["an unknown kind of step", withVan({ steps: [{ type: "lunch", id: 1 }] }), 204, "vehicles[0].steps[0].type"],
    ["null for a number", withVan({ max_tasks: null }), 204, "vehicles[0].max_tasks"],
    ["NaN", withJob({ service: Number.NaN }), 204, "jobs[0].service"],
    ["an endless number", withJob({ service: Number.POSITIVE_INFINITY }), 204, "jobs[0].service"],
    ["a negative service", withJob({ service: -1 }), 205, "jobs[0].service"],
    ["a negative service for a type", withJob({ service_per_type: { Van: -1 } }), 205, "jobs[0].service_per_type.Van"],
    ["a negative index", withJob({ location_index: -1 }), 205, "jobs[0].location_index"],
    ["a priority above 100", withJob({ priority: 101 }), 205, "jobs[0].priority"],
    ["a speed factor of nothing", withVan({ speed_factor: 0 }), 205, "vehicles[0].speed_factor"],
    [
      "an id of two pickups",
      make({
        shipments: [
          { pickup: job, delivery: { id: 2, location_index: 2 } },
          { pickup: job, delivery: { id: 3, location_index: 2 } },
        ],
      }),
      206,
      "shipments[1].pickup.id",
    ],
    [
      "an id of two deliveries",
      make({
        shipments: [
          { pickup: job, delivery: { id: 2, location_index: 2 } },
          { pickup: { id: 2, location_index: 1 }, delivery: { id: 2, location_index: 2 } },
        ],
      }),
      206,
      "shipments[1].delivery.id",
    ],
    ["an id of two vehicles", make({ vehicles: [van, van] }), 206, "vehicles[1].id"],
    ["an id of two breaks", withVan({ breaks: [{ id: 1 }, { id: 1 }] }), 206, "vehicles[0].breaks[1].id"],
    [
      "a stop given twice",
      withVan({
        steps: [
          { type: "job", id: 1 },
          { type: "job", id: 1 },
        ],
      }),
      206,
      "vehicles[0].steps[1]",
    ],
    ["an empty matrix", make({ matrices: { car: { durations: [] } } }), 207, "matrices.car"],
    ["working hours that end before they start", withVan({ time_window: [50, 20] }), 209, "vehicles[0].time_window"],
    ["a matrix of a profile written otherwise", withVan({ profile: "Car" }), 210, "vehicles[0].profile"],
    [
      "a delivery locked before its pickup",
      {
        ...withShipment({}),
        vehicles: [
          {
            ...van,
            locked_prefix: [
              { type: "delivery", id: 2 },
              { type: "pickup", id: 1 },
            ],
          },
        ],
      },
      213,
      "vehicles[0].locked_prefix[0]",
    ],
    [
      "a shipment locked on two vehicles",
      {
        ...withShipment({}),
        vehicles: [
          { ...van, locked_prefix: [{ type: "pickup", id: 1 }] },
          { ...van, id: 2, locked_prefix: [{ type: "delivery", id: 2 }] },
        ],
      },
      213,
      "vehicles[1].locked_prefix[0]",
    ],
    ["a cost per kilometre without distances", withVan({ costs: { per_km: 2 } }), 214, "vehicles[0].costs.per_km"],
    ["nothing to do", make({ jobs: [] }), 203, "jobs"],
    ["an empty object", {}, 203, "vehicles"],
  ])("%s", (_, json, code, field) => {
    expect(refusal(json)).toEqual([code, field]);
  });

  it("amounts of other dimensions than the capacity", () => {
    expect(refusal({ ...withShipment({ amount: [1, 2] }), vehicles: [{ ...van, capacity: [5] }] })).toEqual([
      211,
      "shipments[0].amount",
    ]);
  });

  it("a locked beginning in plan mode, where steps give the whole order", () => {
    expect(refusal(withVan({ locked_prefix: [{ type: "job", id: 1 }] }), "plan")).toEqual([
      218,
      "vehicles[0].locked_prefix",
    ]);
  });

  it.each<[string, Json, number, string]>([
    ...["service_at", "service_after", "service_before"].map((name): [string, Json, number, string] => [
      `a negative ${name}`,
      withVan({ steps: [{ type: "job", id: 1, [name]: -1 }] }),
      205,
      `vehicles[0].steps[0].${name}`,
    ]),
    [
      "a step that may begin at no time",
      withVan({ steps: [{ type: "job", id: 1, service_after: 50, service_before: 20 }] }),
      218,
      "vehicles[0].steps[0].service_before",
    ],
  ])("%s in plan mode", (_, json, code, field) => {
    expect(refusal(json, "plan")).toEqual([code, field]);
  });

  const points = {
    metric: "euclidean",
    points: [
      [0, 0],
      [3, 4],
    ],
  };
  it.each<[string, Json, number, string]>([
    ["a negative setup", withJob({ setup: -1 }), 205, "jobs[0].setup"],
    ["a negative setup for a type", withJob({ setup_per_type: { Van: -1 } }), 205, "jobs[0].setup_per_type.Van"],
    [
      "a type that is called as a field elsewhere",
      withJob({ service_per_type: { maxLoad: -1 } }),
      205,
      "jobs[0].service_per_type.maxLoad",
    ],
    [
      "a profile that is called as a field elsewhere",
      { ...withVan({ profile: "perKm" }), matrices: { perKm: { ...points, points: [[1e300, 0]] } } },
      205,
      "matrices.perKm.points[0][0]",
    ],
    ["no points", make({ matrices: { car: { ...points, points: [] } } }), 205, "matrices.car.points"],
    ["an amount under its old name", withJob({ amount: [-1] }), 205, "jobs[0].amount[0]"],
    ["an amount under its new name", withJob({ delivery: [-1] }), 205, "jobs[0].delivery[0]"],
    ["a negative amount of a shipment", withShipment({ amount: [-1] }), 205, "shipments[0].amount[0]"],
    ["neither a start nor an end", make({ vehicles: [{ id: 1 }] }), 203, "vehicles[0].start_index"],
    [
      "neither a start nor an end where there are coordinates alone",
      { vehicles: [{ id: 1 }], jobs: [{ id: 1, location: [9.5, 47.1] }] },
      203,
      "vehicles[0].start",
    ],
    ["an unknown end", withVan({ end_index: 3 }), 208, "vehicles[0].end_index"],
    ["a start that is no flag", withVan({ strict_start: 1 }), 204, "vehicles[0].strict_start"],
    ["a negative overtime", withVan({ overtime: -1 }), 205, "vehicles[0].overtime"],
    ["a negative travel time", withVan({ max_travel_time: -1 }), 205, "vehicles[0].max_travel_time"],
    ["a negative distance", withVan({ max_distance: -1 }), 205, "vehicles[0].max_distance"],
    ["a negative number of stops", withVan({ max_tasks: -1 }), 205, "vehicles[0].max_tasks"],
    ["a negative rate", withVan({ costs: { per_task_hour: -1 } }), 205, "vehicles[0].costs.per_task_hour"],
    [
      "a negative load of a break",
      withVan({ breaks: [{ id: 1, max_load: [-1] }] }),
      205,
      "vehicles[0].breaks[0].max_load[0]",
    ],
    [
      "a negative service of a break",
      withVan({ breaks: [{ id: 1, service: -1 }] }),
      205,
      "vehicles[0].breaks[0].service",
    ],
    [
      "an unknown locked stop",
      withVan({ locked_prefix: [{ type: "job", id: 9 }] }),
      212,
      "vehicles[0].locked_prefix[0].id",
    ],
  ])("%s is refused under VROOM's name", (_, json, code, field) => {
    expect(refusal(json)).toEqual([code, field]);
  });

  it("a sentence names the fields of the input, too", () => {
    const json = { ...withVan({ breaks: [{ id: 1, max_load: [1, 2] }] }), jobs: [{ ...job, delivery: [1] }] };
    expect(() => readVroom(json)).toThrow("Has 1 dimensions, vehicles[0].breaks[0].max_load has 2.");
  });

  it("more places than a matrix may have", () => {
    const row = new Array(50_001);
    expect(refusal(make({ matrices: { car: { durations: row.fill(row) } } }))).toEqual([205, "matrices.car.durations"]);
    const jobs = Array.from({ length: 200_001 }, (_, id) => ({ id, location: [id / 2000, 0] }));
    expect(refusal({ vehicles: [{ id: 1, end: [0, 0] }], jobs })).toEqual([205, "jobs[200000].location"]);
  });

  it.each([[null], [[]], ["text"], [7]])("%j is no problem", (json) => {
    expect(refusal(json)).toEqual([204, ""]);
  });

  it("reads every field of VROOM's and writes its output", () => {
    const json = {
      vehicles: [
        {
          id: 1,
          profile: "truck",
          description: "Van",
          start: [9.5, 47.1],
          start_index: 0,
          end: [9.5, 47.1],
          end_index: 0,
          capacity: [4],
          costs: { fixed: 10, per_hour: 3600, per_km: 1, per_task_hour: 3600 },
          skills: [1],
          type: "van",
          time_window: [0, 9000],
          breaks: [{ id: 5, description: "Lunch", service: 60, time_windows: [[0, 9000]], max_load: [4] }],
          speed_factor: 1,
          max_tasks: 9,
          max_travel_time: 900,
          max_distance: 9000,
          steps: [{ type: "start" }, { type: "job", id: 1 }, { type: "end" }],
        },
      ],
      jobs: [
        {
          id: 1,
          description: "Shop",
          location: [9.6, 47.2],
          location_index: 1,
          setup: 5,
          service: 10,
          setup_per_type: { van: 6 },
          service_per_type: { van: 12 },
          delivery: [1],
          pickup: [1],
          skills: [1],
          priority: 3,
          time_windows: [
            [500, 600],
            [0, 400],
          ],
        },
      ],
      shipments: [
        {
          pickup: { id: 2, location_index: 2 },
          delivery: { id: 3, location_index: 2 },
          amount: [1],
          skills: [1],
          priority: 2,
        },
      ],
      matrices: { truck: { durations, distances: durations } },
    };
    const { problem, locations } = readVroom(json);
    expect(problem.jobs[0]!.timeWindows).toEqual([
      [0, 400],
      [500, 600],
    ]);
    const output = writeVroom(problem, solve(problem, { iterationLimit: 50 }), locations, 0);
    expect(output).toMatchObject({
      code: 0,
      summary: {
        routes: 1,
        unassigned: 0,
        setup: 6,
        service: 72,
        priority: 7,
        delivery: [2],
        pickup: [2],
        violations: [],
      },
      unassigned: [],
      routes: [
        {
          vehicle: 1,
          description: "Van",
          steps: expect.arrayContaining([
            expect.objectContaining({
              type: "job",
              id: 1,
              description: "Shop",
              location: [9.6, 47.2],
              location_index: 1,
            }),
            expect.objectContaining({ type: "break", id: 5, description: "Lunch" }),
          ]) as unknown,
        },
      ],
    });
  });
});

it("rates that are the default may stand beside a cost matrix, and count for nothing", () => {
  const costs = durations.map((row) => row.map((value) => 7 * value));
  const vehicles = [{ ...van, costs: { fixed: 1, per_hour: 3600, per_km: 0 } }];
  const { problem } = readVroom(make({ vehicles, matrices: { car: { durations, costs } } }));
  expect(solve(problem, { iterationLimit: 5 }).cost).toBe(141);
});

it("what is read stays as it is, also where it is frozen", () => {
  const frozen = (value: unknown): unknown => {
    if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
    return value;
  };
  const windows = [
    [50, 60],
    [0, 10],
  ];
  const rest = { id: 1, time_windows: structuredClone(windows) };
  const json = frozen({
    ...withVan({ breaks: [rest], steps: [{ type: "job", id: 1 }] }),
    jobs: [{ ...job, time_windows: windows }],
  });
  const { problem } = readVroom(json);
  expect(problem.jobs[0].timeWindows).toEqual([
    [0, 10],
    [50, 60],
  ]);
  expect(windows[0]).toEqual([50, 60]);
  expect(solve(problem, { iterationLimit: 5 }).unassigned).toEqual([]);
});
