import { authorize } from "~/auth/actor.server";
import { encryptApiKey, hashOfApiKey, newApiKey } from "~/auth/api-key.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { findMainKey, insertApiKey, listApiKeys, revokeApiKey } from "~/db/repositories/api-keys.server";
import { lockCompany } from "~/db/repositories/companies.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { SCOPES } from "~/domain/access/scopes";
import type { Scope } from "~/domain/access/scopes";
import { AppError, notFound } from "~/lib/errors";
import type { ChangeEvent } from "~/realtime/events";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";

/** Keys in use that a company may have. */
const MAX_KEYS = 20;

/** The company's first key, with all scopes. */
const MAIN_KEY_NAME = "Company key";

interface Made {
  name: string;
  scopes: readonly Scope[];
  isMain: boolean;
}

function insert(trx: Db, session: CompanySession, { name, scopes, isMain }: Made): Promise<number> {
  const key = newApiKey();
  const row = {
    name,
    hash: hashOfApiKey(key),
    value: encryptApiKey(key),
    hint: key.slice(-4),
    scopes: scopes.join(","),
    created_by: ofPerson(session).userId,
  };
  return insertApiKey(trx, session.company.id, row, isMain, nowText());
}

/** Tells the open pages that list keys; a key itself is never told. */
const publishKey = (companyId: number, action: ChangeEvent["action"], id: number, tab: string | undefined): void =>
  publishChange(companyId, { model: "ApiKey", action, ids: [id] }, tab);

/** Makes the company's first key anew, or for the first time; the one before opens nothing from now on. */
export async function regenerateMainKey(session: CompanySession, tab?: string): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "company.api", { companyId });
  await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    const before = await findMainKey(trx, companyId);
    if (before) await revokeApiKey(trx, companyId, before.id, nowText());
    const id = await insert(trx, session, { name: MAIN_KEY_NAME, scopes: SCOPES, isMain: true });
    afterCommit(trx, () => publishKey(companyId, "create", id, tab));
  });
}

/** @returns its id. @throws AppError 403, 409 when there are too many */
export async function createNamedKey(
  session: CompanySession,
  { name, scopes }: Pick<Made, "name" | "scopes">,
  tab?: string,
): Promise<number> {
  const companyId = session.company.id;
  authorize(session, "company.api", { companyId });
  return withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    if ((await listApiKeys(trx, companyId)).length >= MAX_KEYS)
      throw new AppError("api_key.too_many", `A company may have ${MAX_KEYS} keys. Revoke one that nobody uses.`, {
        status: 409,
      });
    const id = await insert(trx, session, { name, scopes, isMain: false });
    afterCommit(trx, () => publishKey(companyId, "create", id, tab));
    return id;
  });
}

/** @returns its name. @throws AppError 403, 404 */
export async function revokeKey(session: CompanySession, id: number, tab?: string): Promise<string> {
  const companyId = session.company.id;
  authorize(session, "company.api", { companyId });
  return withTransaction(db(), async (trx) => {
    const key = (await listApiKeys(trx, companyId)).find((one) => one.id === id);
    if (key === undefined || !(await revokeApiKey(trx, companyId, id, nowText()))) throw notFound("Api key");
    afterCommit(trx, () => publishKey(companyId, "destroy", id, tab));
    return key.name;
  });
}
