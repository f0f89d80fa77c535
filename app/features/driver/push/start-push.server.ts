import { db } from "~/db/database.server";
import { companiesWithSubscriptionsAcrossCompanies } from "~/db/repositories/push.server";
import { eachApart } from "~/lib/each-apart";
import { AppError } from "~/lib/errors";
import { startRounds } from "~/lib/rounds.server";
import type { Rounds } from "~/lib/rounds.server";
import { listenToLive } from "~/realtime/publisher.server";
import { tellNews } from "./tell-news.server";

/** Dispatchers change one stop after the other; they are done when nothing has changed for this long. */
const QUIET_MS = 10_000;
/** A burst that goes on is told after this long: drivers would wait too long. */
const LONGEST_MS = 60_000;
/** For what another process was told, what could not be sent, and what happened while no server ran. */
const ALL_EVERY_MS = 60_000;
const ROUND_MS = 1_000;
const FAILED = "Drivers' browsers could not be told of their routes:";

/** Companies in which something has changed, and since when: milliseconds of `performance.now()`. */
export class Bursts {
  readonly #open = new Map<number, { first: number; last: number }>();

  note(companyId: number, now: number): void {
    this.#open.set(companyId, { first: this.#open.get(companyId)?.first ?? now, last: now });
  }

  has(companyId: number): boolean {
    return this.#open.has(companyId);
  }

  /** Those whose burst is over, each once. */
  take(now: number): number[] {
    const over = [...this.#open].filter(([, { first, last }]) => now - last >= QUIET_MS || now - first >= LONGEST_MS);
    for (const [companyId] of over) this.#open.delete(companyId);
    return over.map(([companyId]) => companyId);
  }
}

/** Tells drivers' browsers of new and changed routes as long as the server runs. */
export function startPush(): Rounds {
  const bursts = new Bursts();
  const stopListening = listenToLive((message) => {
    if (message.kind === "change") bursts.note(message.companyId, performance.now());
  });
  let allAt = 0;
  const rounds = startRounds(
    async (isStopped) => {
      const now = performance.now();
      const isTimeForAll = now >= allAt;
      if (isTimeForAll) allAt = now + ALL_EVERY_MS;
      const over = bursts.take(now);
      // A burst that goes on is told when it is over.
      const companies = isTimeForAll
        ? (await companiesWithSubscriptionsAcrossCompanies(db())).filter((id) => over.includes(id) || !bursts.has(id))
        : over;
      const tell = async (companyId: number) => {
        if (!isStopped()) await tellNews(db(), companyId);
      };
      // What could not be told is tried again with all; the bursts of others don't wait for it.
      await eachApart(companies, tell).catch((error: unknown) => {
        // A database that is away or busy is no news.
        if (!(error instanceof AppError && error.status === 503)) console.error(FAILED, error);
      });
      return false;
    },
    { everyMs: ROUND_MS, laterMs: 30_000, failed: FAILED },
  );
  return {
    async stop() {
      stopListening();
      await rounds.stop();
    },
  };
}
