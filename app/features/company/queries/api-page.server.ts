import { authorize } from "~/auth/actor.server";
import { decryptApiKey } from "~/auth/api-key.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findMainKey, findNewKey, listApiKeys } from "~/db/repositories/api-keys.server";
import { readScopes, SCOPE_WORDS } from "~/domain/access/scopes";
import { formatDayTime } from "~/domain/time/day-words";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { dialogOf } from "~/http/list-request.server";
import { nowText } from "~/services/now.server";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { KEY_SHOWN_SEC } from "../api-key-life";

export const NEW_KEY_DIALOG = "api-key-made";

/** A key that this person has made within the last ten minutes; null for any other. */
export async function madeJustNow(
  session: CompanySession,
  id: number,
): Promise<{ name: string; value: string } | null> {
  const companyId = session.company.id;
  authorize(session, "company.api", { companyId });
  if (session.user.id === null) return null;
  const since = addSeconds(nowText(), -KEY_SHOWN_SEC);
  const key = await findNewKey(db(), companyId, id, { by: session.user.id, since });
  const value = key?.value == null ? null : decryptApiKey(key.value);
  return key === undefined || value === null ? null : { name: key.name, value };
}

/**
 * The value of the company's first key, for its own administrators. A super admin who has opened the company could go
 * on with it after leaving, as nobody in its log: they make a key of their own there, which the log tells.
 * @returns null for them, and where the key can't be opened with the present secret
 */
export const shownMainKey = (session: CompanySession, key: { value: string | null } | undefined): string | null =>
  session.opened === true || key?.value == null ? null : decryptApiKey(key.value);

/** The company's keys. Values: of the first one, and of one that its maker has made just now. */
export async function loadApiPage(session: CompanySession, request: Request) {
  const companyId = session.company.id;
  authorize(session, "company.api", { companyId });
  const zone = await zoneOfUser(session);
  const shownTime = (time: string | null): string => (time === null ? "never" : formatDayTime(epochSec(time), zone));
  const main = await findMainKey(db(), companyId);
  const { name, id } = dialogOf(request);
  const made = name === NEW_KEY_DIALOG && id !== null ? await madeJustNow(session, id) : null;
  const keys = (await listApiKeys(db(), companyId)).filter((key) => key.main_of === null);
  return {
    main:
      main === undefined
        ? null
        : {
            value: shownMainKey(session, main),
            isForOthers: session.opened === true,
            lastUse: shownTime(main.last_used_at),
          },
    keys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      hint: key.hint,
      scopes: readScopes(key.scopes).map((scope) => SCOPE_WORDS[scope].split(":")[0] ?? scope),
      lastUse: shownTime(key.last_used_at),
      made: shownTime(key.created_at),
    })),
    made,
    chosen: keys.find((key) => key.id === id)?.name ?? null,
    chosenId: id,
  };
}
export type ApiPage = Awaited<ReturnType<typeof loadApiPage>>;
