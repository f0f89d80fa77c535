import type { Db } from "~/db/client.server";
import type { NewCalculation } from "~/db/repositories/calculations.server";
import { insertScoped } from "~/db/repositories/scoped.server";
import { NOW } from "./company";

/** A calculation that is over. @returns its id */
export const createFinishedCalculation = (
  db: Db,
  companyId: number,
  values: NewCalculation,
  now = NOW,
): Promise<number> =>
  insertScoped(
    db,
    "routing_queries",
    companyId,
    { status: "done", progress: 1, started_at: now, finished_at: now, ...values },
    now,
  );
