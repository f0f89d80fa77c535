import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { epochSec } from "~/domain/time/utc-text";
import { setServices } from "~/services/container.server";
import { createApiKey } from "../../factories/api-keys";
import type { TestKey } from "../../factories/api-keys";
import { NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { askApi } from "./api-world";
import type { ApiAnswer } from "./api-world";

describe.each(databases())("Idempotency-Key on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nowMs = 0;
  let desk: Desk;
  let key: TestKey;

  beforeEach(async () => {
    setWorld(database().db);
    nowMs = epochSec(NOW) * 1000;
    setServices(testServices({ clock: { nowMs: () => nowMs }, routing: testRouting() }));
    desk = await createDesk(database().db);
    key = await createApiKey(desk.db, desk.companyId);
  });
  afterEach(forgetWorld);

  const store = (title: string, once: string, by: TestKey = key): Promise<ApiAnswer> =>
    askApi(by, "vehicle/store", { json: { title }, headers: { "Idempotency-Key": once } });
  const titled = async (title: string) => desk.db("vehicles").where({ company_id: desk.companyId, title });

  it.each(["", " ", "two words", "é", "x".repeat(256)])(
    "refuses the key '%s', which protects from nothing",
    async (once) => {
      const refused = await store("Not stored", once);
      expect([refused.status, refused.body.message]).toEqual([
        400,
        "Idempotency-Key is not correct: 1 to 255 characters without blanks",
      ]);
      expect(await titled("Not stored")).toEqual([]);
    },
  );

  it("carries a call out once and repeats its answer, however it is written", async () => {
    const first = await store("Once", "order-1");
    const again = await askApi(key, "vehicle/store", {
      form: { title: "Once" },
      headers: { "Idempotency-Key": "order-1" },
    });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect([first.headers.get("Idempotent-Replayed"), again.headers.get("Idempotent-Replayed")]).toEqual([
      null,
      "true",
    ]);
    expect(await titled("Once")).toHaveLength(1);
  });

  it("refuses another payload, and another call, under the same key", async () => {
    await store("First", "order-2");
    const other = await store("Another", "order-2");
    expect([other.status, other.body.message]).toEqual([422, "This Idempotency-Key was used for another request."]);
    const elsewhere = await askApi(key, "warehouse/store", {
      json: { title: "First", lat: 47, lng: 9 },
      headers: { "Idempotency-Key": "order-2" },
    });
    expect(elsewhere.status).toBe(422);
    expect(await titled("Another")).toEqual([]);
  });

  it("answers 409 while the first is under way, in whichever process, until its claim has lapsed", async () => {
    await store("Dying", "order-3");
    const [claimed] = (await desk.db("applied_commands").where({ company_id: desk.companyId })) as { id: number }[];
    await desk.db("vehicles").where({ title: "Dying" }).delete();
    const running = { result: null, done_at: null, claimed_by: "another process", claimed_at: NOW };
    await desk.db("applied_commands").where({ id: claimed!.id }).update(running);
    // A call that waited for the first would wait for ever.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const early = await store("Dying", "order-3").finally(() => vi.useRealTimers());
    expect([early.status, early.headers.get("Retry-After")]).toEqual([409, "5"]);
    expect(await titled("Dying")).toEqual([]);
    nowMs += 7000;
    expect((await store("Dying", "order-3")).status).toBe(200);
    expect(await titled("Dying")).toHaveLength(1);
  });

  it("says of a call whose answer is lost that it was done, in a way that a program can tell", async () => {
    await store("Unanswered", "order-8");
    await desk.db("applied_commands").where({ company_id: desk.companyId }).update({ result: null });
    nowMs += 7000;
    const again = await store("Unanswered", "order-8");
    const { headers } = again;
    expect([again.status, headers.get("Idempotent-Replayed"), headers.get("Retry-After")]).toEqual([409, "true", null]);
    expect(await titled("Unanswered")).toHaveLength(1);
  });

  it("carries calls that come at once out once", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => store("At once", "order-4")));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true);
    expect(await titled("At once")).toHaveLength(1);
  });

  it("lets a call that was refused come again", async () => {
    expect((await store("", "order-5")).status).toBe(422);
    expect((await store("Corrected", "order-5")).status).toBe(200);
  });

  it("lets a call come again that looked into the database before it was refused", async () => {
    const remove = () =>
      askApi(key, "vehicle/destroy", { json: { id: desk.vehicleId }, headers: { "Idempotency-Key": "order-7" } });
    expect((await remove()).body.message).toContain("still has routes to drive");
    expect(await desk.db("applied_commands").where({ company_id: desk.companyId })).toEqual([]);
    await desk.db("routing_routes").where({ vehicle_id: desk.vehicleId }).update({ status: 5 });
    expect((await remove()).status).toBe(200);
  });

  it("takes no payload that is nested without an end", async () => {
    const nested = `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`;
    for (const text of [`{"bulk":${nested}}`, JSON.stringify({ bulk: nested })]) {
      const headers = { "Idempotency-Key": "order-8" };
      const { status, body } = await askApi(key, "vehicle/store", { text, headers });
      expect([status, body.message]).toEqual([400, "JSON may be nested 100 levels deep at most."]);
    }
  });

  it("is each sender's own", async () => {
    const other = await createApiKey(desk.db, desk.companyId, { name: "Till" });
    await store("Mine", "order-6");
    expect((await store("Theirs", "order-6", other)).status).toBe(200);
  });

  it("says what a key may look like", async () => {
    for (const once of ["with blank", "x".repeat(256)]) expect((await store("Odd", once)).status).toBe(400);
    expect(await titled("Odd")).toEqual([]);
  });
});
