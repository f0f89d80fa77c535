/**
 * Bad requests to every operation of the document: none ends in a fault of the server, every answer is as the document
 * says, and a refused one leaves nothing behind.
 *
 * FUZZ_RUNS requests for each operation, made of FUZZ_SEED; FUZZ_ONLY names one operation. What fails is printed as a
 * command, with its seed.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { answerDocumented } from "../../../helpers/documented";
import { useTestDatabase } from "../../../helpers/databases";
import { swept } from "../../../helpers/swept";
import { asCurl, badRequest } from "./bad-requests";
import type { BadRequest } from "./bad-requests";
import { randomOf } from "../../../helpers/random";
import { changedTables, putBack, sumsOf, writes } from "./rows";
import { OPERATIONS } from "./takes";
import type { Operation } from "./takes";
import { askers, fuzzDatabases, wholeWorld } from "./whole-world";
import type { WholeWorld, Who } from "./whole-world";

const RUNS = Number(process.env.FUZZ_RUNS ?? 50);
const SEED = process.env.FUZZ_SEED ?? "1";
const ONLY = process.env.FUZZ_ONLY;
/** It has no fields, and waits for a calculation, which nobody makes here. */
const LEFT_OUT = "POST action/sample_day.load";
const TRIED = OPERATIONS.filter(({ name }) => name !== LEFT_OUT && (ONLY === undefined || name.includes(ONLY)));

describe.each(fuzzDatabases())(`${RUNS} bad requests each, made of the seed ${SEED}, on %s`, (kind) => {
  const database = useTestDatabase(kind);
  const statuses = new Map<number, number>();
  let world: WholeWorld;

  beforeAll(async () => {
    world = await wholeWorld(database().db);
  });
  afterAll(async () => {
    console.info(
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(", "),
    );
    await world.stop();
  });

  const requestOf = ({ method, query, type, body, once }: BadRequest, call: string, who: Who): Request =>
    new Request(`http://localhost/platform/api/${call}${query === "" ? "" : `?${query}`}`, {
      method,
      headers: {
        ...world.headers[who],
        ...(type === null ? {} : { "Content-Type": type }),
        ...(once === null ? {} : { "Idempotency-Key": once }),
      },
      ...(body === null ? {} : { body: body as BodyInit }),
    });

  /** What is wrong with the answer to it; null: nothing. */
  async function faultOf(bad: BadRequest, { path: call }: Operation, who: Who): Promise<string | null> {
    const { db } = database();
    const { before } = world;
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const written = await writes(db, before.keys());
    const { status, fault, text } = await answerDocumented(requestOf(bad, call, who), call, "192.0.2.1");
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const errors = logged.mock.calls.map((words) =>
      words.map((word) => String((word as Error)?.stack ?? word)).join(" "),
    );
    logged.mockRestore();
    const isDuplicate = status === 500 && text.includes("already exists!");
    const wrong = [
      ...(fault === null ? [] : [fault]),
      ...(status >= 500 && !isDuplicate ? [`it answers ${status}: ${text.slice(0, 300)}`] : []),
      ...errors.map((error) => `the log says: ${error.slice(0, 1_500)}`),
    ];
    if ((await writes(db, before.keys())) !== written) {
      const changed = changedTables(world.sums, await sumsOf(db));
      if (status >= 400 && changed.length > 0) wrong.push(`${status}, and ${changed.join(", ")} changed`);
      await putBack(db, before, changed);
    }
    return wrong.length === 0 ? null : wrong.join("\n  ");
  }

  it.each(TRIED)("$name", { timeout: 180_000 + RUNS * 1_000 }, async (operation) => {
    const takes = world.takes(operation);
    const who = askers(operation);
    const faults: string[] = [];
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    vi.spyOn(console, "info").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { clock } = world;
    const startMs = clock.ms;
    for (let nth = 0; nth < RUNS && faults.length < 3; nth += 1) {
      // So that what is limited by the minute is not limited here.
      clock.ms += 1_000;
      const bad = badRequest(takes, nth, randomOf(`${SEED} ${operation.name} ${nth}`));
      const by = who[nth % who.length]!;
      swept("bad requests to the API");
      const fault = await faultOf(bad, operation, by);
      if (fault !== null)
        faults.push(`${bad.kind}, case ${nth} of seed ${SEED}:\n  ${fault}\n  ${asCurl(bad, operation.path, by)}`);
    }
    clock.ms = startMs;
    expect(faults.join("\n\n")).toBe("");
  });
});
