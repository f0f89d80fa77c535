import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { check, solve } from "solver/index";
import { describe, expect, it } from "vitest";
import { applySolutionInPieces } from "~/domain/calculation/apply-solution";
import { buildProblem } from "~/domain/calculation/build-problem";
import { buildInputInPieces } from "~/domain/calculation/build-input";
import { buildOutput } from "~/domain/calculation/output";
import { collectPlaces } from "~/domain/calculation/places";
import { distanceMeters } from "~/domain/validation/coordinates";
import { makeCompany, makePlan, makeRoute, makeVehicle, makeVisit, makeWarehouse } from "../make";
import { atOnce } from "../../../helpers/pieces";
import { mappingOf, sheetsOfFile, takeSheet } from "../../../helpers/sheet-rows";

const folder = path.resolve("../shared/data/liechtenstein");
if (!existsSync(folder)) console.warn(`Left out: a real day from spreadsheet to routes, ${folder} is not there`);

async function load(file: string) {
  const sheets = sheetsOfFile(await readFile(path.join(folder, file)), file);
  if (typeof sheets === "string") throw new Error(sheets);
  return takeSheet(sheets[0]!, mappingOf(sheets[0]!), makeCompany());
}

describe.skipIf(!existsSync(folder))("a real day", () => {
  it("goes from the spreadsheet to routes without losing a stop", async () => {
    const visits = (await load("visits-150.xlsx")).visits.map(({ item }, i) =>
      makeVisit({ ...item, id: i + 1, routeId: null, status: 1 }),
    );
    const vehicles = (await load("vehicles-8.xlsx")).vehicles.map(({ item }, i) => makeVehicle({ ...item, id: i + 1 }));
    const routes = vehicles.map((vehicle) =>
      makeRoute({ id: 100 + vehicle.id, vehicleId: vehicle.id, status: 1, endLocationType: "W" }),
    );
    const plan = makePlan({ vehicleSettings: { hasBreaks: true } });
    const decision = atOnce(
      buildInputInPieces({
        company: makeCompany(),
        plan,
        warehouses: [makeWarehouse()],
        vehicles,
        routes,
        visits,
        mode: "full",
        timeZone: "Europe/Vaduz",
        now: "2026-06-01 04:00:00",
      }),
    );
    if (!decision.ok) throw new Error(decision.error.message);
    const input = decision.changes;
    expect(Object.values(input.fleet).every((entry) => entry.breaks.length === 1)).toBe(true);

    const { places, ...index } = collectPlaces(input);
    const size = places.length;
    // Shared doors: fewer places than stops.
    expect(size).toBeLessThan(visits.length);
    const distancesM = Int32Array.from({ length: size * size }, (_, i) =>
      Math.round(1.3 * distanceMeters(places[Math.floor(i / size)]!, places[i % size]!)),
    );
    const table = { size, distancesM, durationsSec: distancesM.map((meters) => Math.round(meters / 11)) };
    const problem = buildProblem(input, { places, ...index }, { car: table, truck: table });
    const solution = solve(problem, { iterationLimit: 20, seed: 1 });
    expect(check(problem, solution)).toEqual([]);

    const output = buildOutput(input, solution);
    const changes = atOnce(applySolutionInPieces({ calculation: input, queryId: 1, output, routes, visits, vehicles }));
    expect(changes.visits.map((patch) => patch.id).sort((a, b) => a - b)).toEqual(visits.map((visit) => visit.id));
    expect(output.summary.unassigned + output.routes.reduce((sum, route) => sum + route.visits, 0)).toBe(150);
    for (const type of ["S", "E"])
      expect(changes.createVisits.filter((visit) => visit.type === type)).toHaveLength(output.summary.routes);
    // Not every one of the routes is on the road over noon: only those have a break.
    const breaks = changes.createVisits.filter((visit) => visit.type === "B").length;
    expect(breaks).toBe(output.routes.filter((route) => route.steps.some((step) => step.type === "break")).length);
    expect(breaks).toBeGreaterThan(0);
    expect(breaks).toBeLessThan(output.summary.routes);
    expect(changes.routes.map((patch) => patch.id).sort()).toEqual(routes.map((route) => route.id));
  });
});
