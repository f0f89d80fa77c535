import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { countLostEndpoints } from "~/db/repositories/webhook-endpoints.server";
import { can } from "~/domain/access/permissions";

/** How many webhooks are disabled because of failures; 0 for those who can't do anything about it. */
export const countLostWebhooks = async ({ actor, company }: CompanySession): Promise<number> =>
  can(actor, "company.api") ? countLostEndpoints(db(), company.id) : 0;
