import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { findApiKeyName } from "~/db/repositories/api-keys.server";
import type { ChangeMaker } from "~/db/repositories/plan-changes.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import { fullName } from "~/domain/access/person-name";
import type { PersonClock } from "~/domain/time/person-clock";

/** Who is answerable for a change, and in which company. */
export interface Author extends ChangeMaker {
  companyId: number;
  /** the product's time for whoever asks at the moment; absent: the time */
  clock?: PersonClock | null;
}

export const authorOf = ({ company, user, key, clock }: CompanySession): Author => ({
  companyId: company.id,
  clock,
  userId: user.id,
  apiKeyId: key?.id ?? null,
});

/** The columns in which rows name their author. */
interface AuthorColumns {
  user_id: number | null;
  api_key_id: number | null;
}

/** What was asked for earlier is done for whoever asked. */
export const authorOfRow = (row: AuthorColumns & { company_id: number }): Author => ({
  companyId: row.company_id,
  userId: row.user_id,
  apiKeyId: row.api_key_id,
});

export const isMadeBy = (row: AuthorColumns, { userId, apiKeyId = null }: Author): boolean =>
  row.user_id === userId && row.api_key_id === apiKeyId;

/** What was done without anybody asking for it: addresses found, legs measured, a recipient's words passed on. */
const NOBODY = "The platform";

/** 'Rita Beck', 'API: Web shop', 'The platform' */
export async function authorName(
  db: Db,
  companyId: number,
  { user_id: userId, api_key_id: apiKeyId }: AuthorColumns,
): Promise<string> {
  if (apiKeyId !== null) return `API: ${(await findApiKeyName(db, companyId, apiKeyId)) ?? "a removed key"}`;
  if (userId === null) return NOBODY;
  const user = await findUserAcrossCompanies(db, userId);
  return user ? fullName(user) || user.email : "Somebody else";
}
