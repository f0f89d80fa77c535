import { ofPerson } from "./session.server";
import type { Session } from "./session.server";
import { db } from "~/db/database.server";
import { noteActive } from "~/db/repositories/users.server";
import { NOTED_EVERY_SEC } from "~/domain/access/activity";
import { addSeconds } from "~/domain/time/utc-text";
import { nowText } from "~/services/now.server";

/** Somebody has clicked, touched or typed. Noted once a minute at most. @throws AppError 403 for a program */
export async function noteActivity(session: Session): Promise<void> {
  const now = nowText();
  await noteActive(db(), ofPerson(session).userId, now, addSeconds(now, -NOTED_EVERY_SEC));
}
