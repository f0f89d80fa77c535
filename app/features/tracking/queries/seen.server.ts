import { fullName } from "~/domain/access/person-name";
import { db } from "~/db/database.server";
import { listSettledRoadTasks } from "~/db/repositories/road-tasks.server";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { epochSec, utcText } from "~/domain/time/utc-text";
import { localTime } from "~/domain/time/time-zone";
import { nowSec } from "~/services/now.server";
import { SEEN_SEC } from "../seen";

const MOST = 500;

/** 'Seen by Olga Owner, 10:32', by the clock of a zone. */
type SeenWords = (timeZone: string) => string;

/** Who sees to what, by the key of the thing. */
export async function seenThings(companyId: number): Promise<Map<string, SeenWords>> {
  const tasks = await listSettledRoadTasks(db(), companyId, {
    kind: RoadTaskKind.Seen,
    since: utcText(nowSec() - SEEN_SEC),
    limit: MOST,
  });
  return new Map(
    tasks.map(({ details, settled_at, settler_name, settler_surname }) => {
      const by = fullName({ name: settler_name, surname: settler_surname }) || "a colleague";
      const at = epochSec(settled_at ?? "");
      return [details.key, (timeZone) => `Seen by ${by}, ${localTime(at, timeZone)}`];
    }),
  );
}
