import { describe, expect, it } from "vitest";
import { solve } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { writeVroom } from "solver/formats/vroom/write";
import type { VroomSolution, VroomStep, VroomUnassigned } from "solver/public";

type Json = Record<string, unknown>;

const problemWith = (more: Json): Json => ({
  vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
  matrices: {
    car: {
      durations: [
        [0, 10],
        [10, 0],
      ],
    },
  },
  ...more,
});

describe("coordinates beside rows", () => {
  const written = (json: Json): VroomSolution => {
    const { problem, locations } = readVroom(json);
    return writeVroom(problem, solve(problem, { iterationLimit: 50 }), locations);
  };
  it("are left out where the caller has none", () => {
    const { problem } = readVroom(problemWith({ jobs: [{ id: 1, location_index: 1 }] }));
    const [route] = writeVroom(problem, solve(problem, { iterationLimit: 50 })).routes;
    expect(route!.steps.map(({ location_index, location }) => [location_index, location])).toEqual([
      [0, undefined],
      [1, undefined],
      [0, undefined],
    ]);
  });

  const placesOf = (stops: readonly (VroomStep | VroomUnassigned)[]): Json =>
    Object.fromEntries(stops.map(({ type, id, location }) => [`${String(type)} ${String(id ?? "")}`, location]));

  it("each stop, start and end keeps its own, also where several share a row", () => {
    const { routes, unassigned } = written(
      problemWith({
        vehicles: [{ id: 1, start_index: 0, end_index: 0, start: [1, 2], end: [3, 4], capacity: [1] }],
        jobs: [
          { id: 1, location_index: 1, location: [5, 6] },
          { id: 2, location_index: 1, location: [7, 8] },
          { id: 3, location_index: 1 },
          { id: 4, location_index: 1, location: [9, 10], delivery: [2] },
        ],
        shipments: [
          {
            pickup: { id: 1, location_index: 1, location: [11, 12] },
            delivery: { id: 1, location_index: 1, location: [13, 14] },
          },
        ],
      }),
    );
    expect(placesOf(routes[0].steps)).toEqual({
      "start ": [1, 2],
      "job 1": [5, 6],
      "job 2": [7, 8],
      "job 3": [5, 6],
      "pickup 1": [11, 12],
      "delivery 1": [13, 14],
      "end ": [3, 4],
    });
    expect(placesOf(unassigned)).toEqual({ "job 4": [9, 10] });
  });

  it("those of the last row that there can be are written", () => {
    const points = Array.from({ length: 200_000 }, (_, k) => [k % 400, Math.floor(k / 400)]);
    const far = { id: 1, location_index: 199_999, location: [5, 6] };
    const { routes } = written(problemWith({ jobs: [far], matrices: { car: { metric: "euclidean", points } } }));
    expect(placesOf(routes[0].steps)).toMatchObject({ "job 1": [5, 6] });
  });
});
