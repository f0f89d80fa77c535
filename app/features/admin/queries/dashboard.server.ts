import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { countAcrossCompanies } from "~/db/repositories/platform-figures.server";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds } from "~/domain/time/utc-text";
import { env } from "~/env.server";
import { billingIsOn } from "~/planner/company-package.server";
import { nowText } from "~/services/now.server";
import { freeBytesIn } from "~/services/storage/local-disk.server";

/** The figures of the whole platform. @throws AppError 403 */
export async function loadCards(session: CompanySession) {
  authorize(session, "admin.view");
  const { storage, orders, ...figures } = await countAcrossCompanies(db(), addSeconds(nowText(), -DAY_SEC));
  return {
    ...figures,
    orders: billingIsOn() ? orders : null,
    storage: { ...storage, free_bytes: await freeBytesIn(env().dataDir) },
  };
}
export type Cards = Awaited<ReturnType<typeof loadCards>>;
