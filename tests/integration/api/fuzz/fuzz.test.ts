/**
 * Bad requests to every operation of the document: none ends in a fault of the server, every answer is as the document
 * says, and a refused one leaves nothing behind.
 *
 * FUZZ_RUNS requests for each operation, made of FUZZ_SEED; FUZZ_ONLY names one operation. What fails is printed as a
 * command, with its seed.
 */
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Db } from "~/db/client.server";
import { CalculationRun } from "~/features/calculations/run/calculation-run.server";
import { services, setServices } from "~/services/container.server";
import { fileMaker } from "~/services/export/file-maker.server";
import type { FileMaker } from "~/services/export/file-maker.server";
import { miniatureMaker } from "~/services/images/miniatures.server";
import type { Miniatures } from "~/services/images/miniatures.server";
import { setJobRunner } from "~/services/jobs.server";
import { createSolverPool } from "~/services/solver/solver-pool.server";
import type { SolverPool } from "~/services/solver/solver-pool.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import { setLimits } from "~/services/limits/limits.server";
import { createApiKey } from "../../../factories/api-keys";
import { answerDocumented } from "../../../helpers/documented";
import { SOLVER_POOL } from "../../../helpers/calculations";
import { databases, useTestDatabase } from "../../../helpers/databases";
import { testRouting } from "../../../helpers/routing";
import { testServices } from "../../../helpers/services";
import { uploadWorld } from "../../../helpers/workbooks";
import type { UploadWorld } from "../../../helpers/workbooks";
import { hasRight, headersOfPeople, keyHasRight, ROLES } from "../../access/people";
import { forgetWorld, setWorld } from "../../planning/desk";
import { asCurl, badRequest } from "./bad-requests";
import type { BadRequest } from "./bad-requests";
import { randomOf } from "./random";
import { changedTables, putBack, rowsOf, writes } from "./rows";
import type { Rows } from "./rows";
import { fuzzWorld, OPERATIONS } from "./takes";
import type { FuzzWorld, Operation } from "./takes";

const RUNS = Number(process.env.FUZZ_RUNS ?? 50);
const SEED = process.env.FUZZ_SEED ?? "1";
const ONLY = process.env.FUZZ_ONLY;
/** It has no fields, and waits for a calculation, which nobody makes here. */
const LEFT_OUT = "POST action/sample_day.load";
const TRIED = OPERATIONS.filter(({ name }) => name !== LEFT_OUT && (ONLY === undefined || name.includes(ONLY)));
/** Both databases in the long run; the short one is part of `npm test`. */
const KINDS = process.env.FUZZ_RUNS === undefined ? (["sqlite"] as const) : databases();

const WHO = ["the owner", "a sudo admin", "a key"] as const;
type Who = (typeof WHO)[number];

/** Who may do it at all; everybody where nobody may. */
function askers({ call }: Operation): readonly Who[] {
  if (!("permission" in call)) return WHO;
  const may = WHO.filter((who) =>
    who === "a key" ? keyHasRight(["read", "plan", "drive"], call.permission) : hasRight(ROLES[who], call.permission),
  );
  return may.length === 0 ? WHO : may;
}

/** Solves what a caller waits for. Everything else that is started stays in the queue. */
async function solveWaiting(db: Db): Promise<void> {
  const [row] = await db("routing_queries").where({ status: "queued" }).whereIn("format", ["vroom", "vrp"]);
  if (row === undefined) return;
  const claim = { id: row.id, companyId: row.company_id, lockedBy: "the fuzz" };
  await db("routing_queries").where({ id: row.id }).update({ status: "running", locked_by: claim.lockedBy });
  await new CalculationRun(row, claim, db, services()).run();
}

describe.each(KINDS)(`${RUNS} bad requests each, made of the seed ${SEED}, on %s`, (kind) => {
  const database = useTestDatabase(kind);
  const statuses = new Map<number, number>();
  let world: FuzzWorld;
  let pool: SolverPool;
  let uploads: UploadWorld;
  let files: FileMaker;
  let miniatures: Miniatures;
  let headers: Record<Who, Record<string, string>>;
  let before: Rows;
  let nowMs = 0;

  beforeAll(async () => {
    const { db } = database();
    setWorld(db);
    pool = createSolverPool(SOLVER_POOL);
    setJobRunner({ wake: () => void solveWaiting(db), cancel: () => undefined });
    uploads = await uploadWorld();
    const { storage, spreadsheets } = uploads;
    files = fileMaker(path.resolve("build/make-file.worker.js"));
    miniatures = miniatureMaker(path.resolve("build/make-miniature.worker.js"), storage);
    setServices(
      testServices({
        clock: { nowMs: () => nowMs },
        geocoder: embeddedGeocoder(),
        routing: testRouting(),
        storage,
        spreadsheets,
        files,
        miniatures,
        solver: pool,
      }),
    );
    // why: one sender asks more often here than anybody may.
    setLimits({ take: () => Promise.resolve(0), forget: () => Promise.resolve() });
    nowMs = Date.parse("2026-11-23T06:00:00Z");
    world = await fuzzWorld(db);
    const { "the owner": owner = {}, "a sudo admin": admin = {} } = await headersOfPeople(db, world.desk);
    const { headers: key } = await createApiKey(db, world.desk.companyId);
    headers = { "the owner": owner, "a sudo admin": admin, "a key": key };
    before = await rowsOf(db);
  });
  afterAll(async () => {
    console.info(
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(", "),
    );
    setLimits(undefined);
    forgetWorld();
    setJobRunner(undefined);
    await Promise.all([uploads.remove(), files.close(), miniatures.close(), pool.close()]);
  });

  const requestOf = ({ method, query, type, body, once }: BadRequest, call: string, who: Who): Request =>
    new Request(`http://localhost/platform/api/${call}${query === "" ? "" : `?${query}`}`, {
      method,
      headers: {
        ...headers[who],
        ...(type === null ? {} : { "Content-Type": type }),
        ...(once === null ? {} : { "Idempotency-Key": once }),
      },
      ...(body === null ? {} : { body: body as BodyInit }),
    });

  /** What is wrong with the answer to it; null: nothing. */
  async function faultOf(bad: BadRequest, { path: call }: Operation, who: Who): Promise<string | null> {
    const { db } = database();
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
      const changed = changedTables(before, await rowsOf(db));
      if (status >= 400 && changed.length > 0) wrong.push(`${status}, and ${changed.join(", ")} changed`);
      await putBack(db, before, changed);
    }
    return wrong.length === 0 ? null : wrong.join("\n  ");
  }

  it.each(TRIED)("$name", { timeout: 30_000 + RUNS * 1_000 }, async (operation) => {
    const takes = world.takes(operation);
    const who = askers(operation);
    const faults: string[] = [];
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    vi.spyOn(console, "info").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const startMs = nowMs;
    for (let nth = 0; nth < RUNS && faults.length < 3; nth += 1) {
      // So that what is limited by the minute is not limited here.
      nowMs += 1_000;
      const bad = badRequest(takes, nth, randomOf(`${SEED} ${operation.name} ${nth}`));
      const by = who[nth % who.length]!;
      const fault = await faultOf(bad, operation, by);
      if (fault !== null)
        faults.push(`${bad.kind}, case ${nth} of seed ${SEED}:\n  ${fault}\n  ${asCurl(bad, operation.path, by)}`);
    }
    nowMs = startMs;
    expect(faults.join("\n\n")).toBe("");
  });
});
