import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runHousekeeping } from "~/db/housekeeping.server";
import { addSeconds } from "~/domain/time/utc-text";
import { pause } from "~/lib/pause";
import { decodePolyline } from "~/lib/polyline";
import { setLimits } from "~/services/limits/limits.server";
import type { RunningSolve } from "~/services/solver/solver-pool.server";
import { createApiKey } from "../../factories/api-keys";
import type { TestKey } from "../../factories/api-keys";
import { createCompany, NOW } from "../../factories/company";
import { ROUTIFIC_DOCUMENTS } from "../../fixtures/from-elsewhere/routific";
import { VROOM_DOCUMENTS } from "../../fixtures/from-elsewhere/vroom";
import { useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { walkRoutific } from "../../helpers/walk-routific";
import type { Vrp, VrpSolution } from "../../helpers/walk-routific";
import { walkVroom } from "../../helpers/walk-vroom";
import type { VroomProblem, VroomSolution } from "../../helpers/walk-vroom";
import { askApi, get } from "./api-world";

type Json = Record<string, unknown>;

const vroom = (name: keyof typeof VROOM_DOCUMENTS) => VROOM_DOCUMENTS[name]!;
const routific = (name: keyof typeof ROUTIFIC_DOCUMENTS) => ROUTIFIC_DOCUMENTS[name]!;
const MATRIX = "a matrix and indices (the second example of the docs)";
const TUTORIAL = "three visits and a driver (the tutorial)";

describe.each(databases())("problems in other products' formats on %s", (kind) => {
  const world = useCalculations(kind);
  let key: TestKey;
  beforeEach(async () => {
    setLimits(undefined);
    key = await createApiKey(world.db(), world.company().companyId, { scopes: ["plan", "read"] });
  });
  const ask = async (call: string, json: object, headers: Record<string, string> = {}) => {
    const { status, body } = await askApi(key, call, { json, headers });
    return { status, body: body as Json };
  };
  const jobsLeft = () => world.db()("routing_queries").where({ company_id: world.company().companyId });

  /** What is read, solved and written in the other format is between two statements that other tests ask of both. */
  const onOne = it.runIf(kind === "sqlite");

  describe("POST vroom", () => {
    const solved = Object.keys(VROOM_DOCUMENTS).filter((name) => !name.startsWith("plan mode"));
    it.each(kind === "sqlite" ? solved : solved.slice(0, 1))("solves %s", async (name) => {
      world.start();
      const problem = vroom(name);
      const { status, body } = await ask("vroom", problem);
      expect([status, body.code, body.error]).toEqual([200, 0, undefined]);
      walkVroom(problem as unknown as VroomProblem, body as unknown as VroomSolution);
      expect(await jobsLeft()).toEqual([]);
    });

    onOne("serves who comes first by priority, and says why the others are left out", async () => {
      world.start();
      const { body } = await ask("vroom", vroom("a cost matrix, and more than fits: priorities decide"));
      const { unassigned, summary } = body as unknown as VroomSolution;
      expect(unassigned.map(({ id }) => id).sort()).toEqual([1, 4]);
      expect(summary.priority).toBe(150);
      expect(unassigned[0]).toMatchObject({
        type: "job",
        location_index: expect.any(Number),
        reasons: expect.any(Array),
      });
    });

    onOne("draws lines, and tells where times come from that the problem did not bring", async () => {
      world.start();
      const { body } = await ask("vroom", vroom("the body of the README of vroom-express"));
      const [route] = (body as unknown as VroomSolution).routes;
      const points = decodePolyline(route!.geometry!);
      const stops = route!.steps.map(({ location }) => location);
      expect(points).toEqual(stops.map((stop) => stop!.map((degrees) => expect.closeTo(degrees, 5))));
      expect(body.travel).toEqual({ engine: "straight", label: "estimates along straight lines", note: null });
      expect(route!.steps[0]).not.toHaveProperty("location_index");
      expect((body.summary as Json).computing_times).toMatchObject({ routing: expect.any(Number) });
    });

    onOne("times given steps in plan mode, and tells what they break", async () => {
      world.start();
      const { body } = await ask("vroom", vroom("plan mode: times for given steps (the third example of the docs)"));
      const [route] = (body as unknown as VroomSolution).routes;
      expect(route!.steps.map(({ type, id, arrival }) => [type, id, arrival])).toEqual([
        ["start", undefined, 300],
        ["job", 3, 1500],
        ["job", 1, 2340],
        ["end", undefined, 3000],
      ]);
      expect(route).toMatchObject({ violations: [{ cause: "delay", duration: 1340 }] });
    });

    onOne.each<[string, Json, number, number, string]>([
      ["no vehicles at all", { jobs: [] }, 400, 2, "vehicles"],
      ["a field that nobody knows", { ...vroom(MATRIX), depots: [] }, 400, 2, "depots"],
      [
        "a job's unknown field",
        { ...vroom(MATRIX), jobs: [{ id: 1, location_index: 1, zone: 4 }] },
        400,
        2,
        "jobs[0].zone",
      ],
      ["an option of another program", { ...vroom(MATRIX), options: { router: "ors" } }, 400, 2, "options.router"],
      [
        "a profile without roads",
        { vehicles: [{ id: 1, profile: "foot", start: [9.5, 47.1] }], jobs: [{ id: 1, location: [9.5, 47.2] }] },
        400,
        2,
        'vehicles[0].profile: There are no roads for the profile "foot"',
      ],
      [
        "lines through unknown places",
        { ...vroom(MATRIX), options: { g: true } },
        400,
        2,
        "options.g: The place 0 has no coordinates",
      ],
      [
        "an index without a matrix",
        { vehicles: [{ id: 1, start: [9.5, 47.1], start_index: 0 }], jobs: [{ id: 1, location: [9.5, 47.2] }] },
        400,
        2,
        "vehicles[0].start_index",
      ],
      [
        "a place off the map",
        { vehicles: [{ id: 1, start: [47.1, 95] }], jobs: [{ id: 1, location: [9.5, 47.2] }] },
        400,
        2,
        "[47.1, 95] is no place",
      ],
      [
        "more stops than the call takes",
        { vehicles: [], jobs: Array.from({ length: 10_001 }, (_, id) => ({ id })) },
        413,
        4,
        "10,001 stops are too many here: 10,000 are the limit.",
      ],
      [
        "more vehicles than the call takes",
        { vehicles: Array.from({ length: 501 }, (_, id) => ({ id })), jobs: [] },
        413,
        4,
        "501 vehicles are too many",
      ],
    ])("refuses %s by name", async (_what, json, status, code, sentence) => {
      world.start();
      const answer = await ask("vroom", json);
      expect(answer).toEqual({ status, body: { code, error: expect.stringContaining(sentence) } });
      expect(await jobsLeft()).toEqual([]);
    });

    it("tells in the same shape that the right or the key is missing", async () => {
      const reader = await createApiKey(world.db(), world.company().companyId, { scopes: ["read"] });
      const refused = await askApi(reader, "vroom", { json: vroom(MATRIX) });
      expect([refused.status, refused.body]).toEqual([403, { code: 2, error: expect.any(String) }]);
      const unknown = await askApi(null, "vroom", { json: vroom(MATRIX) });
      expect([unknown.status, unknown.body]).toEqual([401, { code: 2, error: "You are not authorized" }]);
      expect(unknown.headers.get("WWW-Authenticate")).toBe("Bearer");
    });

    it("takes a few at a time of a company, and of another one besides", async () => {
      const gone = new AbortController();
      const waiting = Array.from({ length: 4 }, () =>
        askApi(key, "vroom", { json: vroom(MATRIX), signal: gone.signal }),
      );
      await until(async () => (await jobsLeft()).length === 4);
      const fifth = await askApi(key, "vrp", { json: routific(TUTORIAL) });
      expect([fifth.status, fifth.headers.get("Retry-After")]).toEqual([429, "5"]);
      expect(fifth.body).toEqual({ error: expect.stringContaining("4 of these calculations") });
      gone.abort();
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([408, 408, 408, 408]);
      expect(await jobsLeft()).toEqual([]);
    });

    it("takes no more of a company when they come at once", async () => {
      const long = { ...routific(TUTORIAL) };
      const answers = await Promise.all(Array.from({ length: 30 }, () => ask("vrp-long", long)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array<number>(20).fill(202), ...Array<number>(10).fill(429)]);
      expect(await jobsLeft()).toHaveLength(20);
    });

    it("ends the calculation when the caller goes away", async () => {
      const said: string[] = [];
      // A search that goes on until it is stopped.
      const solveFormat = (): RunningSolve<string> => {
        let end = (_answer: string | null): void => undefined;
        const result = new Promise<string | null>((resolve) => (end = resolve));
        return { result, stop: () => (said.push("stop"), end("{}")), release: () => end(null) };
      };
      const dispatcher = world.start({ solver: { ...world.services().solver, solveFormat } });
      const gone = new AbortController();
      const asked = askApi(key, "vroom", { json: vroom(MATRIX), signal: gone.signal });
      await until(async () => (await jobsLeft())[0]?.status === "running");
      gone.abort();
      expect((await asked).status).toBe(408);
      expect(await jobsLeft()).toEqual([]);
      await until(async () => said.length > 0);
      expect(said).toEqual(["stop"]);
      await dispatcher.stop();
    });

    onOne("solves a city day from the benchmark", async ({ skip }) => {
      const file = path.resolve("../shared/bench/city/liechtenstein-150.json");
      skip(!existsSync(file), `${file} is not there.`);
      world.start();
      const problem = JSON.parse(readFileSync(file, "utf8")) as Json;
      const { status, body } = await ask("vroom", { ...problem, options: { x: 1 } });
      expect([status, body.error]).toEqual([200, undefined]);
      walkVroom(problem as unknown as VroomProblem, body as unknown as VroomSolution);
      expect((body.summary as Json).unassigned).toBe(0);
    });
  });

  describe("POST vrp", () => {
    const documents = Object.keys(ROUTIFIC_DOCUMENTS);
    it.each(kind === "sqlite" ? documents : documents.slice(0, 1))("solves %s", async (name) => {
      world.start();
      const { status, body } = await ask("vrp", routific(name));
      expect([status, body.error]).toEqual([200, undefined]);
      walkRoutific(routific(name) as unknown as Vrp, body as unknown as VrpSolution);
      expect(await jobsLeft()).toEqual([]);
    });

    onOne("answers the tutorial with its stops in order, and names them as they were named", async () => {
      world.start();
      const { body } = await ask("vrp", routific(TUTORIAL));
      const stops = (body as unknown as VrpSolution).solution.vehicle_1!;
      expect(stops.map((stop) => "location_id" in stop && stop.location_id)).toEqual(
        expect.arrayContaining(["depot", "order_1", "order_2", "order_3"]),
      );
      expect(stops[0]).toMatchObject({ location_id: "depot", location_name: "Depot" });
      expect(stops[1]).toMatchObject({ location_id: "order_3", location_name: "order_3" });
      expect(body).toMatchObject({
        num_unserved: 0,
        unserved: null,
        total_overtime: 0,
        vehicle_overtime: { vehicle_1: 0 },
      });
    });

    onOne("leaves out what can't be served, each with its reason", async () => {
      world.start();
      const { body: heavy } = await ask("vrp", routific("loads and capacities, one number and by kind"));
      // Only three of the four fit by weight, and the fourth by volume nowhere but where volume doesn't count.
      expect((heavy as unknown as VrpSolution).num_unserved).toBeLessThanOrEqual(1);
      const night = "an evening over midnight, the shortest way and a visit that is too long";
      const { body } = await ask("vrp", routific(night));
      expect(body.unserved).toEqual({ long: "it takes longer than its time window" });
      const cool = {
        visits: { a: { location: { lat: 47.1, lng: 9.5 }, type: "cool" } },
        fleet: { v: { start_location: { lat: 47.1, lng: 9.51 } } },
      };
      const { body: unserved } = await ask("vrp", cool);
      expect(unserved).toMatchObject({ unserved: { a: "no vehicle of its type can serve it" }, solution: { v: [] } });
    });

    onOne("works overtime, and comes late, only for what is left out otherwise", async () => {
      world.start();
      const at = (lat: number) => ({ location: { lat, lng: 9.5 }, duration: 30 });
      const day = (options: Json, end: string) => ({
        visits: { a: at(47.1), b: at(47.11), c: { ...at(47.12), end: "9:15" } },
        fleet: { v: { start_location: { lat: 47.1, lng: 9.51 }, shift_start: "8:00", shift_end: end } },
        options,
      });
      const short = day({}, "9:20");
      expect((await ask("vrp", short)).body).toMatchObject({ num_unserved: 1 });
      const longer = day({ max_vehicle_overtime: 60 }, "9:20");
      const { body } = await ask("vrp", longer);
      walkRoutific(longer as unknown as Vrp, body as unknown as VrpSolution);
      expect(body).toMatchObject({ num_unserved: 0, total_overtime: expect.any(Number) });
      expect(body.total_overtime).toBeGreaterThan(0);
      const enough = await ask("vrp", day({ max_vehicle_overtime: 60 }, "12:00"));
      expect(enough.body).toMatchObject({ num_unserved: 0, total_overtime: 0 });

      const two = { a: { ...at(47.1), end: "8:40" }, b: { ...at(47.1), end: "8:40" } };
      const fleet = { v: { start_location: { lat: 47.1, lng: 9.5 }, shift_start: "8:00", shift_end: "12:00" } };
      const late = { visits: two, fleet, options: { max_visit_lateness: 30 } };
      const { body: lateBody } = await ask("vrp", late);
      walkRoutific(late as unknown as Vrp, lateBody as unknown as VrpSolution);
      expect(lateBody).toMatchObject({ num_unserved: 0, num_late_visits: 1, total_visit_lateness: 20 });
      expect((await ask("vrp", { visits: two, fleet })).body).toMatchObject({ num_unserved: 1, num_late_visits: 0 });
    });

    it("refuses by name and stores nothing", async () => {
      const { body, status } = await ask("vrp", { ...routific(TUTORIAL), options: { min_visits_per_vehicle: 2 } });
      expect([status, body]).toEqual([
        400,
        { error: expect.stringContaining("options.min_visits_per_vehicle: A least number of visits") },
      ]);
      expect(await jobsLeft()).toEqual([]);
    });
  });

  describe("POST vrp-long", () => {
    const start = async (headers: Record<string, string> = {}): Promise<string> => {
      const { status, body } = await ask("vrp-long", routific(TUTORIAL), headers);
      expect(status).toBe(202);
      return String(body.job_id);
    };
    const job = async (id: string) => (await get(key, "jobs", { id })).body as Json;

    it("names a job, which goes from pending to finished and outlives the process", async () => {
      const id = await start();
      expect(await job(id)).toMatchObject({ id, status: "pending", input: routific(TUTORIAL), started_at: null });
      // A process that died in the middle of it.
      await world
        .db()("routing_queries")
        .where({ id: Number(id) })
        .update({
          status: "running",
          locked_by: "a process that died",
          locked_until: addSeconds(NOW, -60),
          started_at: NOW,
          attempts: 1,
        });
      expect(await job(id)).toMatchObject({ status: "processing" });
      world.start();
      if (kind !== "sqlite")
        await world
          .db()("routing_queries")
          .where({ id: Number(id) })
          .update({ status: "queued" });
      await world.ended(Number(id));
      const { output, ...rest } = await job(id);
      expect(rest).toMatchObject({ id, status: "finished", finished_at: expect.stringMatching(/Z$/) });
      walkRoutific(routific(TUTORIAL) as unknown as Vrp, output as VrpSolution);
    });

    it("starts one job for a key of idempotency", async () => {
      const [first, second] = [await start({ "Idempotency-Key": "a" }), await start({ "Idempotency-Key": "a" })];
      expect(second).toBe(first);
      expect(await jobsLeft()).toHaveLength(1);
      expect(await world.db()("audit_log").where({ company_id: world.company().companyId })).toMatchObject([
        { action: "vrp-long", model: "Calculation", ids: `[${first}]` },
      ]);
    });

    it("is no other company's, and no calculation of a plan", async () => {
      const id = await start();
      const other = await createCompany(world.db());
      const stranger = await createApiKey(world.db(), other.companyId);
      const seen = await get(stranger, "jobs", { id });
      expect([seen.status, seen.body]).toEqual([404, { error: "Job not found" }]);
      expect((await get(key, "jobs", { id: Number(id) + 1000 })).body).toEqual(seen.body);
      const list = await get(key, "routing-query/list");
      expect(list.body.data).toEqual([]);
      expect((await get(key, "routing-query", { id })).status).toBe(404);
      expect((await askApi(key, "routing-query/cancel", { json: { id: Number(id) } })).status).toBe(404);
    });

    it("tells of an error as text", async () => {
      const id = await start();
      const failed = {
        status: "failed" as const,
        error_code: "calculation.crashed",
        error_message: "It was given up.",
      };
      await world
        .db()("routing_queries")
        .where({ id: Number(id) })
        .update(failed);
      expect(await job(id)).toMatchObject({ status: "error", output: "It was given up." });
    });

    it("is kept for seven days", async () => {
      const id = await start();
      const days = (count: number) => addSeconds(NOW, count * 24 * 3600);
      await runHousekeeping(world.db(), days(6.9));
      expect(await job(id)).toMatchObject({ status: "pending" });
      await runHousekeeping(world.db(), days(7.1));
      expect(await job(id)).toEqual({ error: "Job not found" });
    });
  });

  afterEach(() => setLimits(undefined));
});

async function until(ready: () => Promise<boolean>): Promise<void> {
  while (!(await ready())) await pause(10);
}
