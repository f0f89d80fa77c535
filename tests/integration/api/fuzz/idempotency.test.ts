import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { addSeconds } from "~/domain/time/utc-text";
import { nowText } from "~/services/now.server";
import { askDocumented, document } from "../../../helpers/documented";
import { useTestDatabase } from "../../../helpers/databases";
import { MISSING } from "../../access/ids";
import { changedTables, putBack, sumsOf } from "./rows";
import { OPERATIONS } from "./takes";
import type { Operation } from "./takes";
import { askers, fuzzDatabases, wholeWorld } from "./whole-world";
import type { WholeWorld } from "./whole-world";

type Json = Record<string, unknown>;

/** It waits for a calculation, which nobody makes here. */
const LEFT_OUT = "action/sample_day.load";

/** Every operation that takes a key, as the document says. */
const WITH_KEY = OPERATIONS.filter(({ path, method }) =>
  document.paths[`/${path}`]![method.toLowerCase()]!.parameters?.some(({ name }) => name === "Idempotency-Key"),
).filter(({ path }) => path !== LEFT_OUT);

/** What asks and changes nothing: a key would keep an answer that may be another one by then. */
const ASKS = [
  // Solves, measures and answers; each question of a passkey is a new one.
  ...["company-billing/invoices", "company/billing/payment-method", "company/billing/portal"],
  ...["api_key/value", "download", "passkey/question", "password/confirm", "route-matrix", "vroom", "vrp"],
  ...[
    "map-service/get-address",
    "map-service/get-location",
    "map-service/suggest",
    "map-service/details",
    "webhook/secret",
  ],
];

/** Whoever sent it is nobody then, or has not the right any more: they are told so. */
const SENDER_GOES = ["logout", "action/company.deactivate", "action/company.hand_over"];

const other = (value: unknown): unknown[] => {
  if (typeof value === "number") return [MISSING, value === 0 ? 1 : 0];
  if (typeof value === "boolean") return [!value];
  if (typeof value === "string") return [`${value}x`, "2026-11-27"];
  return Array.isArray(value) ? [[MISSING], []] : [];
};

/** Another payload that the call takes too; null: it takes no other. */
function otherPayload({ call }: Operation, payload: Json): Json | null {
  const tried = Object.entries(payload).flatMap(([name, value]) =>
    // Which company it is for is looked at before.
    (name === "company_id" ? [] : other(value)).map((one) => ({ ...payload, [name]: one })),
  );
  return tried.find((one) => call.input.safeParse(one).success) ?? null;
}

describe("the document", () => {
  it("has a key of idempotency for every POST that changes something", () => {
    const without = OPERATIONS.filter(
      ({ name, method }) => method === "POST" && !WITH_KEY.some((one) => one.name === name),
    )
      .map(({ path }) => path)
      .filter((path) => path !== LEFT_OUT && !/\/(?:list|item)$/.test(path));
    expect(without.sort()).toEqual([...ASKS].sort());
  });
});

describe.each(fuzzDatabases())("Idempotency-Key of each call on %s", (kind) => {
  const database = useTestDatabase(kind);
  const outcomes = { done: 0, refused: 0 };
  let world: WholeWorld;

  beforeAll(async () => {
    world = await wholeWorld(database().db);
  });
  afterEach(async () => {
    const { db } = database();
    await putBack(db, world.before, changedTables(world.sums, await sumsOf(db)));
  });
  afterAll(async () => {
    console.info(`Idempotency-Key on ${kind}: ${outcomes.done} calls answered twice, ${outcomes.refused} refused`);
    await world.stop();
  });

  const rows = async () => [
    ...(await database().db("applied_commands").select("id")),
    ...(await database().db("open_calls").select("id")),
  ];

  it.each(WITH_KEY)("$name", async (operation) => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    const { path, call } = operation;
    const by = askers(operation)[0]!;
    const payload = Object.fromEntries(
      Object.entries(world.takes(operation).good).map(([name, json]) => [name, JSON.parse(json) as unknown]),
    );
    const ask = async (json: Json, at = path) => {
      const headers = { ...world.headers[by], "Content-Type": "application/json", "Idempotency-Key": "sweep" };
      const url = `http://localhost/platform/api/${at}`;
      const request = new Request(url, { method: "POST", headers, body: JSON.stringify(json) });
      const answer = await askDocumented(request, at, "192.0.2.1");
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    };
    const first = await ask(payload);
    if (first.status >= 300) {
      // Without an effect it leaves its key free.
      expect([first.status, await rows()]).toEqual([expect.toBeOneOf([400, 401, 403, 404, 409, 410, 422]), []]);
      outcomes.refused += 1;
      return;
    }
    outcomes.done += 1;
    if (SENDER_GOES.includes(path)) return;
    const again = "again" in call && call.again === true;
    const another = otherPayload(operation, payload);
    // After a restart, and in another process: all that is known comes from the database.
    const restarted = createDatabase(database().config);
    setDatabase(restarted);
    try {
      if (!again) {
        const { status, text, headers } = await ask(payload);
        expect([status, text, headers.get("Idempotent-Replayed")]).toEqual([first.status, first.text, "true"]);
        expect(headers.getSetCookie()).toEqual([]);
      }
      const refused = another === null ? await ask({ title: "x" }, "warehouse/store") : await ask(another);
      expect(refused.text).toMatch(another === null ? /./ : /This Idempotency-Key was used for another request/);
      if (another !== null) expect(refused.status).toBe(422);
      await restarted("applied_commands").update({
        result: null,
        done_at: null,
        claimed_by: "x",
        claimed_at: nowText(),
      });
      await restarted("open_calls").update({ answer: null, claimed_by: "x", claimed_at: addSeconds(nowText(), 0) });
      expect((await ask(payload)).status).toBe(409);
    } finally {
      setDatabase(database().db);
      await restarted.destroy();
    }
  });
});
