/** Small problems in VROOM's format, each with what a test changes of it. */
import { expect } from "vitest";
import { SolverError } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import type { VroomMode } from "solver/formats/vroom/read";

export type Json = Record<string, unknown>;

export const durations = [
  [0, 10, 20],
  [10, 0, 15],
  [20, 15, 0],
];
export const job = { id: 1, location_index: 1 };
export const van = { id: 1, start_index: 0, end_index: 0 };
export const make = (more: Json = {}): Json => ({
  vehicles: [van],
  jobs: [job],
  matrices: { car: { durations } },
  ...more,
});
export const withVan = (more: Json): Json => make({ vehicles: [{ ...van, ...more }] });
export const withJob = (more: Json): Json => make({ jobs: [{ ...job, ...more }] });
export const withShipment = (more: Json): Json =>
  make({ jobs: [], shipments: [{ pickup: job, delivery: { id: 2, location_index: 2 }, ...more }] });

export function refusal(json: unknown, mode: VroomMode = "solve"): [number, string] {
  try {
    readVroom(json, mode);
  } catch (error) {
    if (error instanceof SolverError) {
      expect(error.cause).not.toBe("");
      expect(error.action).not.toBe("");
      return [error.code, error.field];
    }
    throw error;
  }
  throw new Error("nothing was refused");
}
