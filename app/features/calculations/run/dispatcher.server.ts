import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Db } from "~/db/client.server";
import { isSqlite } from "~/db/dialect.server";
import {
  claimNextAcrossCompanies,
  requeueAllAcrossCompanies,
  requeueLapsedAcrossCompanies,
} from "~/db/repositories/calculation-queue.server";
import type { Requeued } from "~/db/repositories/calculation-queue.server";
import { utcText } from "~/domain/time/utc-text";
import { publishChange } from "~/realtime/publisher.server";
import type { Services } from "~/services/container.server";
import type { JobRunner } from "~/services/jobs.server";
import { CalculationRun } from "./calculation-run.server";

/** Rows that other processes put into the queue are found within this time. */
const LOOK_MS = 2000;

export interface Dispatcher extends JobRunner {
  /** Gives everything under way back to the queue. */
  stop(): Promise<void>;
}

/** Feeds the solver's workers from the durable queue: never more calculations at a time than there are workers. */
export function startDispatcher(db: Db, services: Services): Dispatcher {
  // A run that lost its claim, because it was away for long, isn't mistaken for the next one of the same row.
  const newName = () => `${hostname()}:${process.pid}:${randomUUID()}`.slice(-64);
  const running = new Map<CalculationRun, Promise<void>>();
  let stopped = false;
  let pumping: Promise<void> | null = null;
  let again = false;
  const now = () => utcText(Math.floor(services.clock.nowMs() / 1000));

  async function fillWorkers(): Promise<void> {
    while (!stopped && running.size < services.solver.size) {
      const lockedBy = newName();
      const row = await claimNextAcrossCompanies(db, lockedBy, now());
      if (!row) return;
      const run = new CalculationRun(row, { id: row.id, companyId: row.company_id, lockedBy }, db, services);
      const done = run.run().finally(() => {
        running.delete(run);
        wake();
      });
      running.set(run, done);
    }
  }

  /** One look at a time; a wake-up during a look causes exactly one more. */
  function wake(): void {
    if (stopped) return;
    if (pumping) {
      again = true;
      return;
    }
    pumping = fillWorkers()
      .catch((error: unknown) => console.error("The queue of calculations could not be read:", error))
      .finally(() => {
        pumping = null;
        if (again) {
          again = false;
          wake();
        }
      });
  }

  function publishFailed({ failed }: Requeued): void {
    for (const row of failed.filter(({ format }) => format === null))
      publishChange(row.company_id, {
        model: "RoutingQuery",
        action: "update",
        ids: [row.id],
        planId: row.plan_id ?? undefined,
      });
  }

  async function look(): Promise<void> {
    publishFailed(await requeueLapsedAcrossCompanies(db, now()));
    wake();
  }

  const timer = setInterval(
    () => void look().catch((error: unknown) => console.error("The queue of calculations could not be read:", error)),
    LOOK_MS,
  );

  // Only one process uses an SQLite file: what was running belonged to a process that has ended.
  // Where that fails, their claims lapse.
  const freed = (isSqlite(db) ? requeueAllAcrossCompanies(db, now()).then(publishFailed) : Promise.resolve()).catch(
    (error: unknown) => console.error("Calculations of the process before could not be put back:", error),
  );
  void freed.then(wake);

  return {
    wake,
    cancel(queryId) {
      for (const run of running.keys()) if (run.queryId === queryId) run.cancel();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await freed;
      await pumping;
      for (const run of running.keys()) run.release();
      await Promise.all(running.values());
    },
  };
}
