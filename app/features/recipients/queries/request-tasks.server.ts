import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import type { RoadTask } from "~/db/repositories/road-tasks.server";
import { whenWords } from "~/domain/time/day-words";
import { windowInWords } from "~/domain/time/time-window";
import { epochSec } from "~/domain/time/utc-text";
import type { RequestEffect } from "~/domain/tracking/request-effect";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { AppError } from "~/lib/errors";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowSecOf } from "~/services/now.server";
import { effectOfRequest } from "./request-effect.server";

const MOST_SHOWN = 50;
/** Of those that are listed: each is worked out on its plan. */
const MOST_WORKED_OUT = 8;

/** A recipient's wish for another window, as the list of what needs attention shows it. */
export interface RequestTaskItem {
  id: number;
  /** 'Bakery Frick asks for 16:00–17:00' */
  title: string;
  when: string;
  /** epoch seconds */
  madeSec: number;
  /** the window before: '08:00–12:00' */
  before: string;
  routeId: number | null;
  visitId: number | null;
  /** what accepting it does now; null: it can't be accepted, or is worked out later */
  effect: RequestEffect | null;
  /** why it can't be accepted now; null: it can */
  cannotAccept: string | null;
}

/** What recipients ask for, newest first, each with what accepting it does. */
export async function loadRequestTasks(session: CompanySession): Promise<RequestTaskItem[]> {
  const companyId = session.company.id;
  authorize(session, "task.settle", { companyId });
  const tasks = await listOpenRoadTasks(db(), companyId, { limit: MOST_SHOWN, kind: RoadTaskKind.Request });
  if (tasks.length === 0) return [];
  const [now, zone] = [nowSecOf(session), await zoneOfUser(session)];
  const items: RequestTaskItem[] = [];
  for (const [index, task] of tasks.entries()) {
    const { from, to, before, visitName } = task.details;
    const madeSec = epochSec(task.created_at);
    items.push({
      id: task.id,
      title: `${visitName} asks for ${windowInWords(from, to)}`,
      when: whenWords(madeSec, now, zone),
      madeSec,
      before,
      routeId: task.route_id,
      visitId: task.visit_id,
      ...(index < MOST_WORKED_OUT ? await worked(session, task) : LATER),
    });
  }
  return items;
}

const LATER = { effect: null, cannotAccept: "What it does is shown once those above are answered." };

async function worked(
  session: CompanySession,
  task: RoadTask<"request">,
): Promise<Pick<RequestTaskItem, "effect" | "cannotAccept">> {
  try {
    return { effect: await effectOfRequest(session, task), cannotAccept: null };
  } catch (error) {
    if (error instanceof AppError) return { effect: null, cannotAccept: error.message };
    throw error;
  }
}
