import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { CompanySession } from "./session.server";
import { noteRefusedAtDoor } from "~/audit/note-refusal.server";
import { db } from "~/db/database.server";
import {
  findApiKeyAcrossCompanies,
  findRevokedKeyAcrossCompanies,
  noteApiKeyUse,
} from "~/db/repositories/api-keys.server";
import { ANONYMOUS } from "~/domain/access/actor";
import { METRIC } from "~/domain/units";
import { readScopes } from "~/domain/access/scopes";
import { isUseToNote } from "~/domain/access/session-life";
import { notAuthorized } from "~/lib/errors";
import type { AppError } from "~/lib/errors";
import { noteSender } from "~/lib/request-context.server";
import { nowText } from "~/services/now.server";
import { openText, sealText } from "~/services/secret.server";

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const KEY_LENGTH = 32;
const IS_KEY = new RegExp(`^[A-Za-z0-9]{${KEY_LENGTH}}$`);

/** 32 random characters, which are 190 random bits. */
export const newApiKey = (): string =>
  Array.from({ length: KEY_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");

export const hashOfApiKey = (key: string): string => createHash("sha256").update(key).digest("hex");

const PURPOSE = "company api keys";

/** For the one key that administrators may look at: with the database alone, nobody reads it. */
export const encryptApiKey = (key: string): string => sealText(PURPOSE, key);

/** Null when it was encrypted with another secret: the key works, and can't be shown. */
export const decryptApiKey = (value: string): string | null => openText(PURPOSE, value);

/** What the headers give as a key; null without such a header. */
export function givenKey(headers: Headers): string | null {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get("Authorization") ?? "")?.[1];
  return (bearer ?? headers.get("X-Api-Key")?.trim()) || null;
}

const nameOfKey = (name: string): string => `API: ${name}`;

/** The refusal, once it is in the log of the company whose key it was: whoever has it still tries. */
async function notedRevoked(hash: string, refusal: AppError): Promise<AppError> {
  const key = await findRevokedKeyAcrossCompanies(db(), hash);
  if (key !== undefined) {
    const by = { userId: null, apiKeyId: key.id, name: nameOfKey(key.name), byPlatform: false };
    await noteRefusedAtDoor(refusal, { by, companyId: key.company_id, action: "api_key.use" });
  }
  return refusal;
}

/**
 * The session of a program with an API key; null when the request has none.
 * @throws AppError 401 for a key that is wrong or revoked, or whose company is not active
 */
export async function sessionOfKey(request: Pick<Request, "headers">): Promise<CompanySession | null> {
  const given = givenKey(request.headers);
  if (given === null) return null;
  if (!IS_KEY.test(given)) throw notAuthorized();
  const hash = hashOfApiKey(given);
  const found = await findApiKeyAcrossCompanies(db(), hash);
  // MariaDB and SQLite compare in their own ways; this decides.
  if (!found || !timingSafeEqual(Buffer.from(found.key.hash), Buffer.from(hash)))
    throw await notedRevoked(hash, notAuthorized());
  const { key, company } = found;
  noteSender({ userId: null, companyId: company.id, keyId: key.id });
  const now = nowText();
  if (key.last_used_at === null || isUseToNote(key.last_used_at, now))
    await noteApiKeyUse(db(), company.id, key.id, now);
  const access = { id: company.id, title: company.title };
  return {
    id: null,
    user: { id: null, name: nameOfKey(key.name), email: "", settings: {} },
    key: { id: key.id, name: key.name },
    company: access,
    companies: [access],
    memberId: null,
    actor: { ...ANONYMOUS, kind: "api", companyId: company.id, scopes: readScopes(key.scopes) },
    countryCode: null,
    units: METRIC,
    clock: null,
  };
}
