import type { Db } from "./client.server";
import { forgetCommandsAcrossCompanies } from "./repositories/applied-commands.server";
import { removeOldSessions } from "./repositories/sessions.server";
import { removeOldTokens } from "./repositories/tokens.server";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";

const EVERY_MS = 3600_000;
/** A phone that was off longer than this starts afresh. */
const COMMANDS_KEPT_SEC = 14 * 24 * 3600;

/** Removes the rows that have had their time. */
export async function tidyUp(db: Db, now: UtcText): Promise<void> {
  await removeOldSessions(db, now);
  await removeOldTokens(db, now);
  await forgetCommandsAcrossCompanies(db, addSeconds(now, -COMMANDS_KEPT_SEC));
}

/** Something to do every hour, and what is said when it failed. */
export type Chore = readonly [failed: string, work: () => Promise<unknown>];

/** Does the chores one after the other, now and every hour; one that fails stops no other. @returns what ends it */
export function startHousekeeping(chores: readonly Chore[]): () => Promise<void> {
  let running: Promise<void> | null = null;
  const all = async () => {
    for (const [failed, work] of chores) await work().catch((error: unknown) => console.error(failed, error));
  };
  const tidy = () => {
    running ??= all().finally(() => {
      running = null;
    });
  };
  tidy();
  const timer = setInterval(tidy, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
