import { hashOfApiKey, newApiKey } from "~/auth/api-key.server";
import type { Db } from "~/db/client.server";
import { insertApiKey } from "~/db/repositories/api-keys.server";
import { SCOPES } from "~/domain/access/scopes";
import type { Scope } from "~/domain/access/scopes";
import { NOW } from "./company";

export interface TestKey {
  id: number;
  value: string;
  /** of a request that comes with the key */
  headers: Record<string, string>;
}

/** A key of the company that may do everything, or only what is named. */
export async function createApiKey(
  db: Db,
  companyId: number,
  { name = "Web shop", scopes = SCOPES }: { name?: string; scopes?: readonly Scope[] } = {},
): Promise<TestKey> {
  const value = newApiKey();
  const key = {
    name,
    hash: hashOfApiKey(value),
    value: null,
    hint: value.slice(-4),
    scopes: scopes.join(","),
    created_by: null,
  };
  const id = await insertApiKey(db, companyId, key, false, NOW);
  return { id, value, headers: { Authorization: `Bearer ${value}` } };
}
