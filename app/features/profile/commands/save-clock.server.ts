import type { DevelopmentClock } from "../schemas";
import { authorize } from "~/auth/actor.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { changeSettings } from "~/auth/user-settings.server";
import { db } from "~/db/database.server";
import type { UserSettings } from "~/domain/access/user-settings";
import { localTimeToUtc } from "~/domain/time/time-zone";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowText } from "~/services/now.server";
import { publishPerson } from "../publish-person.server";

/**
 * Sets the product's time for oneself, or goes back to the time.
 * @throws AppError 403 for all but the dev team and admins of the platform
 */
export async function saveClock(session: CompanySession, input: DevelopmentClock, tab?: string): Promise<void> {
  authorize(session, "debug.time");
  const { userId } = ofPerson(session);
  await changeSettings(userId, await settingsOf(session, input));
  await publishPerson(db(), userId, tab);
}

async function settingsOf(session: CompanySession, input: DevelopmentClock): Promise<Partial<UserSettings>> {
  if (!input.dev_custom_time) return { dev_custom_time: false };
  const [day = "", time = ""] = input.dev_start_time.split("T");
  return {
    dev_custom_time: true,
    dev_start_time: localTimeToUtc(day, time, await zoneOfUser(session)) ?? nowText(),
    dev_current_time: nowText(),
    dev_speed_factor: input.dev_speed_factor,
  };
}
