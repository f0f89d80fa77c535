import { describe, expect, it } from "vitest";
import { endLineKey } from "~/domain/calculation/apply-solution";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import type { CalculationOutput } from "~/domain/calculation/output";
import { drawLines } from "~/services/routing/draw-lines";
import { testRouting } from "../../helpers/routing";

const at = (lat: number) => ({ lat, lng: 9.5 });
const route = (vehicle: number, ids: readonly number[]) => ({
  vehicle,
  steps: [
    { type: "start", ...at(47) },
    ...ids.map((id) => ({ type: "job", id, ...at(47 + id / 100) })),
    { type: "end", ...at(47) },
  ],
});
const entry = { profile: "car", width: null, height: null, weight: null };
const input = { options: { polylines: true }, fleet: { 1: entry, 2: entry } } as unknown as CalculationInput;
const output = (engine: string) =>
  ({ summary: { routing: { engine } }, routes: [route(1, [1, 2]), route(2, [3])] }) as unknown as CalculationOutput;

describe("lines on the map", () => {
  it("are straight ones of every stop and way home where nothing follows roads: older ones don't stay", async () => {
    const lines = await drawLines(input, output("straight"), testRouting());
    expect([...lines]).toEqual([1, 2, endLineKey(1), 3, endLineKey(2)].map((key) => [key, null]));
  });

  it("end with whoever asked for them", async () => {
    const signal = AbortSignal.abort(new Error("gone"));
    const routing = {
      questionsAtOnce: 2,
      legs: (_places: unknown, _mode: unknown, ask?: { signal?: AbortSignal | undefined }) => {
        ask?.signal?.throwIfAborted();
        return Promise.reject(new Error("asked although nobody waits"));
      },
    };
    await expect(drawLines(input, output("osrm"), routing, signal)).rejects.toThrow("gone");
  });
});
