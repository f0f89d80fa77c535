import { beforeEach, describe, expect, it } from "vitest";
import { setLimits } from "~/services/limits/limits.server";
import { createApiKey } from "../../factories/api-keys";
import type { TestKey } from "../../factories/api-keys";
import { useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { askApi } from "./api-world";

const many = (count: number, one: (nth: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join();
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const LONG = "x".repeat(100_000);

const VAN = '{"id":1,"start":[9.5,47.1]}';
const JOB = '{"id":1,"location":[9.51,47.12]}';
const vroom = (jobs: string, vehicle = VAN, more = ""): string => `{"vehicles":[${vehicle}],"jobs":${jobs}${more}}`;
/** A job with a field more. */
const job = (field: string): string => vroom(`[{"id":1,"location":[9.51,47.12],${field}}]`);
const van = (field: string): string => vroom(`[${JOB}]`, `{"id":1,"start":[9.5,47.1],${field}}`);
const BY_INDEX = '"vehicles":[{"id":1,"start_index":0}],"jobs":[{"id":1,"location_index":1}]';
const durations = (rows: string, profile = "car"): string =>
  `{${BY_INDEX},"matrices":{"${profile}":{"durations":${rows}}}}`;

const VROOM: [what: string, text: string, sentence: string][] = [
  ["10,000 levels", vroom(nested(10_000)), "100 levels"],
  ["many fields", vroom(`[{${many(100_000, (n) => `"k${n}":1`)}}]`), "jobs[0].k0: This field is unknown"],
  ["__proto__ as a field", job('"__proto__":{"id":2}'), "__proto__ can't be a name"],
  ["constructor as a field", job('"constructor":1'), "jobs[0].constructor: This field is unknown"],
  ["constructor as a profile", van('"profile":"constructor"'), "vehicles[0].profile: There are no roads"],
  [
    "more types than vehicles",
    job(`"service_per_type":{${many(100_000, (n) => `"t${n}":1`)}}`),
    "service_per_type: Has 1",
  ],
  ["no number", vroom('[{"id":1,"location":[NaN,47.1]}]'), "no JSON object"],
  [
    "a place beyond all maps",
    vroom('[{"id":1,"location":[1e308,47.1]}]'),
    "jobs[0].location: [1e+308, 47.1] is no place",
  ],
  ["more than any number", job('"service":1e400'), "jobs[0].service"],
  ["a negative time", job('"service":-5'), "jobs[0].service: -5 is negative"],
  ["a huge amount", job('"delivery":[1e15]'), "jobs[0].delivery[0]"],
  [
    "a million dimensions",
    job(`"delivery":[${many(1_000_000, () => "1")}]`),
    "jobs[0].delivery: Has 1000000 dimensions",
  ],
  ["a thousand breaks", van(`"breaks":[${many(1_000, (n) => `{"id":${n}}`)}]`), "vehicles[0].breaks: Has 1000 breaks"],
  ["an id twice", vroom(`[${JOB},${JOB}]`), "jobs[1].id: The id 1 is already that of jobs[0]"],
  ["an id as a text", vroom('[{"id":"1","location":[9.51,47.12]}]'), "jobs[0].id"],
  ["a step of no job", van('"steps":[{"type":"job","id":9}]'), "vehicles[0].steps[0].id: There is no job 9"],
  ["a list as a job", vroom("[[]]"), "jobs[0]: A list of 0 is not an object"],
  ["nothing as a job", vroom("[null]"), "jobs[0]: null is not an object"],
  ["no job", vroom("[]"), "jobs: There is no job"],
  ["no vehicle", vroom(`[${JOB}]`, ""), "vehicles: There is no vehicle"],
  ["100,001 short rows", durations(`[${many(100_001, () => "[0]")}]`), "durations[0]: Has 1 values instead of 100001"],
  ["a long name", job(`"${LONG}":1`), "jobs[0].xxx"],
  ["a long profile", durations("[[1],2]", LONG), "matrices.xxx"],
];

const PLACE = '{"lat":47.1,"lng":9.5}';
const DEPOT = `"v":{"start_location":${PLACE}}`;
const vrp = (visits: string, fleet = `{${DEPOT}}`): string => `{"visits":${visits},"fleet":${fleet}}`;
const visit = (field: string): string => vrp(`{"a":{"location":${PLACE},${field}}}`);

const ROUTIFIC: [what: string, text: string, sentence: string][] = [
  ["10,000 levels", vrp(nested(10_000)), "100 levels"],
  [
    "50,000 visits",
    vrp(`{${many(50_000, (n) => `"k${n}":{"location":${PLACE}}`)}}`),
    "visits: 50000 visits are too many",
  ],
  ["__proto__ as a visit", vrp(`{"__proto__":{"location":${PLACE}},"b":{"location":${PLACE}}}`), "__proto__ can't be"],
  ["__proto__ as a vehicle", vrp(`{"b":{"location":${PLACE}}}`, `{"__proto__":{},${DEPOT}}`), "__proto__ can't be"],
  ["__proto__ as a kind of load", visit('"load":{"__proto__":5}'), "__proto__ can't be"],
  ["101 kinds of load", visit(`"load":{${many(101, (n) => `"k${n}":1`)}}`), "visits: 101 kinds of load are too many"],
  [
    "more than a vehicle can carry",
    vrp(`{${many(2, (n) => `"a${n}":{"location":${PLACE},"load":1000000}`)}}`),
    "visits: The loads",
  ],
  ["a place beyond all maps", vrp('{"a":{"location":{"lat":1e308,"lng":1}}}'), "visits.a.location.lat"],
  ["a negative duration", visit('"duration":-1'), "visits.a.duration"],
  ["a list of visits", vrp(`[{"location":${PLACE}}]`), "visits: "],
  ["a list as a visit", vrp('{"a":[]}'), "visits.a: "],
  ["no visit", vrp("{}"), "visits: There is no visit"],
  ["no vehicle", vrp(`{"b":{"location":${PLACE}}}`, "{}"), "fleet: There is no vehicle"],
  ["a long id", vrp(`{"${LONG}":{"location":${PLACE}}}`), "visits.xxx"],
];

describe.each(databases())("what no program should send, on %s", (kind) => {
  const world = useCalculations(kind);
  let key: TestKey;
  beforeEach(async () => {
    setLimits(undefined);
    key = await createApiKey(world.db(), world.company().companyId, { scopes: ["plan", "read"] });
    world.start();
  });

  const asked = async (call: string, text: string) => {
    const { status, body } = await askApi(key, call, { text });
    return { status, body: body as Record<string, unknown> };
  };
  const refused = async (call: string, text: string, sentence: string): Promise<void> => {
    const { status, body } = await asked(call, text);
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence)]);
    expect(String(body.error).length).toBeLessThan(600);
    expect(await world.db()("routing_queries").where({ company_id: world.company().companyId })).toEqual([]);
  };

  // Refused before anything is stored or asked of it but the key: one database is enough.
  const onOne = it.runIf(kind === "sqlite");
  onOne.each(VROOM)("vroom refuses %s", (_what, text, sentence) => refused("vroom", text, sentence));
  onOne.each(ROUTIFIC)("vrp refuses %s", (_what, text, sentence) => refused("vrp", text, sentence));
  onOne.each(ROUTIFIC.filter(([what]) => !what.startsWith("50,000")))("vrp-long refuses %s", (_what, text, sentence) =>
    refused("vrp-long", text, sentence),
  );

  it("takes names that every object has for what they are: other texts", async () => {
    const type = `[{"id":1,"location":[9.51,47.12],"service_per_type":{"a":5}}]`;
    const typed = await asked("vroom", vroom(type, '{"id":1,"start":[9.5,47.1],"type":"constructor"}'));
    expect(typed).toMatchObject({ status: 200, body: { summary: { service: 0, unassigned: 0 } } });
    const visits = `{"constructor":{"location":${PLACE},"load":{"toString":5}}}`;
    const fleet = `{"valueOf":{"start_location":${PLACE},"capacity":{"constructor":5}}}`;
    const served = await asked("vrp", vrp(visits, fleet));
    expect(served).toMatchObject({ status: 200, body: { num_unserved: 0, vehicle_overtime: { valueOf: 0 } } });
  });

  it("halves of characters are texts, too", async () => {
    const { status, body } = await asked("vrp", vrp(`{"\\ud800":{"location":${PLACE}}}`));
    expect([status, body.num_unserved]).toEqual([200, 0]);
  });
});
