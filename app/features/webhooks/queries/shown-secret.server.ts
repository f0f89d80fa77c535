import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listEndpoints } from "~/db/repositories/webhook-endpoints.server";
import type { WebhookEndpointRow } from "~/db/tables";
import { addSeconds } from "~/domain/time/utc-text";
import { nowText } from "~/services/now.server";
import { openSecret } from "../webhook-secrets.server";

/** For that long its maker may look at a secret. */
const SECRET_SHOWN_SEC = 600;

/** A secret that this person has made within the last ten minutes; null for any other. */
export function shownSecret(session: CompanySession, endpoint: WebhookEndpointRow | undefined): string | null {
  if (endpoint === undefined || session.user.id === null || endpoint.secret_by !== session.user.id) return null;
  return endpoint.secret_at < addSeconds(nowText(), -SECRET_SHOWN_SEC) ? null : openSecret(endpoint.secret);
}

/** The same, by the webhook's id. @throws AppError 403 */
export async function secretMadeJustNow(session: CompanySession, id: number): Promise<string | null> {
  const companyId = session.company.id;
  authorize(session, "company.api", { companyId });
  return shownSecret(
    session,
    (await listEndpoints(db(), companyId)).find((one) => one.id === id),
  );
}
