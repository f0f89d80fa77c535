import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson, toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { nowText } from "~/services/now.server";
import type { UserSettings } from "~/domain/access/user-settings";

/** The user needs no leading: in no company. */
export const hideFirstSteps = (session: CompanySession): Promise<void> =>
  withTransaction(db(), async (trx) => {
    const { userId } = ofPerson(session);
    const settings = parseJson<UserSettings>((await getUserAcrossCompanies(trx, userId)).settings, {});
    await updateUser(trx, userId, { settings: toJson({ ...settings, firstStepsHidden: true }) }, nowText());
  });
