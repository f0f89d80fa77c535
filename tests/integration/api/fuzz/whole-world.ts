/** Everything that any call of the API may need. */
import path from "node:path";
import type { Db } from "~/db/client.server";
import { unpackTexts } from "~/db/packed-texts.server";
import { CalculationRun } from "~/features/calculations/run/calculation-run.server";
import { services, setServices } from "~/services/container.server";
import { fileMaker } from "~/services/export/file-maker.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import { miniatureMaker } from "~/services/images/miniatures.server";
import { setLimits } from "~/services/limits/limits.server";
import { setJobRunner } from "~/services/jobs.server";
import { createSolverPool } from "~/services/solver/solver-pool.server";
import { createApiKey } from "../../../factories/api-keys";
import { databases } from "../../../helpers/databases";
import type { DatabaseKind } from "../../../helpers/databases";
import { SOLVER_POOL } from "../../../helpers/calculations";
import { testRouting } from "../../../helpers/routing";
import { testServices } from "../../../helpers/services";
import { uploadWorld } from "../../../helpers/workbooks";
import { hasRight, headersOfPeople, keyHasRight, ROLES } from "../../access/people";
import { forgetWorld, setWorld } from "../../planning/desk";
import { rowsOf, sumsOf } from "./rows";
import type { Rows, Sums } from "./rows";
import { fuzzWorld } from "./takes";
import type { FuzzWorld, Operation } from "./takes";

/** Both in the long run (`npm run fuzz`); the short one is a part of `npm test`, which has no minutes for both. */
export const fuzzDatabases = (): DatabaseKind[] => (process.env.FUZZ_RUNS === undefined ? ["sqlite"] : databases());

const WHO = ["the owner", "a sudo admin", "a key"] as const;
export type Who = (typeof WHO)[number];

/** Who may do it at all; everybody where nobody may. */
export function askers({ call }: Operation): readonly Who[] {
  if (!("permission" in call)) return WHO;
  const may = WHO.filter((who) =>
    who === "a key" ? keyHasRight(["read", "plan", "drive"], call.permission) : hasRight(ROLES[who], call.permission),
  );
  return may.length === 0 ? WHO : may;
}

export interface WholeWorld extends FuzzWorld {
  headers: Record<Who, Record<string, string>>;
  /** all rows, before any call */
  before: Rows;
  sums: Sums;
  clock: { ms: number };
  stop(): Promise<void>;
}

/** Solves what a caller waits for. Everything else that is started stays in the queue. */
async function solveWaiting(db: Db): Promise<void> {
  const [row] = await db("routing_queries").where({ status: "queued" }).whereIn("format", ["vroom", "vrp"]);
  if (row === undefined) return;
  const claim = { id: row.id, companyId: row.company_id, lockedBy: "the fuzz" };
  await db("routing_queries").where({ id: row.id }).update({ status: "running", locked_by: claim.lockedBy });
  await new CalculationRun(await unpackTexts("routing_queries", row), claim, db, services()).run();
}

export async function wholeWorld(db: Db): Promise<WholeWorld> {
  setWorld(db);
  const pool = createSolverPool(SOLVER_POOL);
  setJobRunner({ wake: () => void solveWaiting(db), cancel: () => undefined });
  const { storage, spreadsheets, remove } = uploadWorld();
  const files = fileMaker(path.resolve("build/make-file.worker.js"));
  const miniatures = miniatureMaker(path.resolve("build/make-miniature.worker.js"), storage);
  const clock = { ms: Date.parse("2026-11-23T06:00:00Z") };
  setServices(
    testServices({
      clock: { nowMs: () => clock.ms },
      geocoder: embeddedGeocoder(),
      routing: testRouting(),
      storage,
      spreadsheets,
      files,
      miniatures,
      solver: pool,
      // why: what a test message says is not looked at here.
      mailer: { send: () => Promise.resolve(), close: () => undefined },
      sms: { send: () => Promise.resolve() },
    }),
  );
  // why: one sender asks more often here than anybody may.
  const room = () => Promise.resolve(0);
  setLimits({
    take: room,
    giveBack: () => Promise.resolve(),
    look: room,
    room: ({ uses, windowSec }) => Promise.resolve({ left: uses, waitSec: windowSec }),
    forget: () => Promise.resolve(),
  });
  const world = await fuzzWorld(db);
  const { "the owner": owner = {}, "a sudo admin": admin = {} } = await headersOfPeople(db, world.desk);
  const { headers: key } = await createApiKey(db, world.desk.companyId);
  return {
    ...world,
    headers: { "the owner": owner, "a sudo admin": admin, "a key": key },
    before: await rowsOf(db),
    sums: await sumsOf(db),
    clock,
    async stop() {
      setLimits(undefined);
      forgetWorld();
      setJobRunner(undefined);
      await Promise.all([remove(), files.close(), miniatures.close(), pool.close()]);
    },
  };
}
