import { pause } from "~/lib/pause";
import { createApiKey } from "../factories/api-keys";
import type { TestKey } from "../factories/api-keys";
import { createCompany } from "../factories/company";
import type { TestCompany } from "../factories/company";
import { there } from "./people";
import type { Answer, Target } from "./target";

/** A company of an attack's own, so that its limits and records are out of the others' way. */
export interface Office extends TestCompany {
  /** of the owner, whose password is the demo accounts' */
  email: string;
  /** of what the owner's pages and calls send */
  owner: Record<string, string>;
  key: TestKey;
  /** of what a program with the key sends */
  program: Record<string, string>;
}

export async function openOffice(target: Target): Promise<Office> {
  const company = await createCompany(target.db);
  const email = await withPassword(target, company.ownerId);
  return {
    ...company,
    email,
    owner: await pageOf(target, company.companyId, email),
    ...(await programOf(target, company.companyId)),
  };
}

/** Gives a user the demo accounts' password. @returns their e-mail */
export async function withPassword({ db }: Target, userId: number): Promise<string> {
  const known = await db("users").where({ email: "dispatcher@demo.example" }).first("password_hash");
  await db("users")
    .where({ id: userId })
    .update({ password_hash: there(known).password_hash });
  return there(await db("users").where({ id: userId }).first("email")).email;
}

/** What the pages of somebody who signs in now send, for that company. */
export const pageOf = async (target: Target, companyId: number, email: string): Promise<Record<string, string>> => ({
  Cookie: await target.signIn(email, target.server.password),
  "X-Page-Company": String(companyId),
});

/** A program with a new key. @param scopes left out: all */
export async function programOf(
  target: Target,
  companyId: number,
  scopes?: Parameters<typeof createApiKey>[2],
): Promise<Pick<Office, "key" | "program">> {
  const key = await createApiKey(target.db, companyId, scopes);
  return { key, program: { ...key.headers, "X-Page-Company": String(companyId) } };
}

/** How often each status came. */
export const counted = (answers: readonly Pick<Answer, "status">[]): string => {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
};

/** The `data` of an answer of the API. */
export const dataOf = <Data>({ text }: Answer): Data => (JSON.parse(text) as { data: Data }).data;

/** A condition that comes true in time; the attack's own limit is the last word. */
export async function until(isTrue: () => Promise<boolean>, timeoutMs = 120_000): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end;) {
    if (await isTrue()) return true;
    await pause(50);
  }
  return false;
}
