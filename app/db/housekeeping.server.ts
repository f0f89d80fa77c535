import type { Db } from "./client.server";
import { forgetCommandsAcrossCompanies } from "./repositories/applied-commands.server";
import { removeOldSessions } from "./repositories/sessions.server";
import { trimTravelTimes } from "./repositories/travel-times.server";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";

/** After this time a command that is sent again counts as new. */
const COMMANDS_KEPT_SEC = 14 * 24 * 3600;

/** Removes the rows that have expired. */
export async function runHousekeeping(db: Db, now: UtcText): Promise<void> {
  await removeOldSessions(db, now);
  await trimTravelTimes(db);
  await forgetCommandsAcrossCompanies(db, addSeconds(now, -COMMANDS_KEPT_SEC));
}
