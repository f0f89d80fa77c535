import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { companiesWithMessagesAcrossCompanies, routesChangedSince } from "~/db/repositories/recipient-messages.server";
import { earliestToday } from "~/domain/time/time-zone";
import { addDays, DAY_SEC } from "~/domain/time/calendar";
import { utcText } from "~/domain/time/utc-text";
import { eachApart } from "~/lib/each-apart";
import { AppError } from "~/lib/errors";
import { startRounds } from "~/lib/rounds.server";
import type { Rounds } from "~/lib/rounds.server";
import type { ChangeEvent } from "~/realtime/events";
import { listenToLive } from "~/realtime/publisher.server";
import { nowSec } from "~/services/now.server";
import { findDueMessages } from "./find-due.server";
import { sendNextMessage } from "./send-due.server";

/** How often all companies are looked at: other processes' changes are heard of by that alone. */
const LOOK_SEC = 30;
/** An arrival that moves, and what was told already. */
const TELLS_NOTHING: readonly ChangeEvent["model"][] = ["LiveEta", "RecipientMessage"];
/** A change is dated before its transaction ends. */
const OVERLAP_SEC = 60;

/**
 * Puts into the queue what is due by the changes since an instant.
 * @param since epoch seconds
 * @returns how many messages are new
 * @throws the first failure, once all routes have been tried
 */
export async function lookAtCompany(db: Db, companyId: number, since: number): Promise<number> {
  const now = nowSec();
  // A service date is a day of some zone, and a route's day lasts into the next one.
  const days = { from: addDays(earliestToday(now), -1), to: addDays(earliestToday(now), 2) };
  let added = 0;
  await eachApart(await routesChangedSince(db, companyId, { since: utcText(since), ...days }), async (routeId) => {
    added += await findDueMessages(db, companyId, routeId);
  });
  return added;
}

/** company -> since when, epoch seconds */
type Since = Map<number, number>;

const noteSince = (all: Since, companyId: number, since: number): unknown =>
  all.set(companyId, Math.min(since, all.get(companyId) ?? since));

/** Finds and sends messages as long as the server runs: woken by changes, and by itself. */
export function startRecipientMessages(): Rounds {
  const changed: Since = new Map();
  /** Looked at again with all others: a fault that stays is logged with every look, and not every second. */
  const failed: Since = new Map();
  let lookedAt = nowSec() - DAY_SEC;
  let nextLook = 0;
  const stopListening = listenToLive((message) => {
    if (message.kind !== "change" || TELLS_NOTHING.includes(message.event.model)) return;
    const { companyId, event } = message;
    // What was switched on, or is told in another way now, counts for the whole day.
    noteSince(changed, companyId, nowSec() - (event.model === "Company" ? DAY_SEC : OVERLAP_SEC));
  });

  async function look(): Promise<void> {
    const now = nowSec();
    const isTime = now >= nextLook;
    if (!isTime && changed.size === 0) return;
    const asked = new Map(changed);
    changed.clear();
    if (isTime) {
      nextLook = now + LOOK_SEC;
      for (const [companyId, since] of failed) noteSince(asked, companyId, since);
      failed.clear();
    }
    try {
      const companies = await companiesWithMessagesAcrossCompanies(db());
      if (isTime) {
        for (const companyId of companies) noteSince(asked, companyId, lookedAt);
        lookedAt = now - OVERLAP_SEC;
      }
      await eachApart(companies, async (companyId) => {
        const since = asked.get(companyId);
        if (since !== undefined) await lookAtCompany(db(), companyId, since);
        asked.delete(companyId);
      });
    } catch (error) {
      for (const [companyId, since] of asked) noteSince(failed, companyId, since);
      throw error;
    }
  }

  const rounds = startRounds(
    async (isStopped) => {
      // What is in the queue already goes out all the same.
      await look().catch((error: unknown) => {
        // A database that is away or busy is no news.
        if (!(error instanceof AppError && error.status === 503))
          console.error("Messages to recipients could not be found:", error);
      });
      return !isStopped() && (await sendNextMessage(db()));
    },
    { everyMs: 1_000, laterMs: 30_000, failed: "Messages to recipients could not be sent:" },
  );
  return {
    async stop() {
      stopListening();
      await rounds.stop();
    },
  };
}
