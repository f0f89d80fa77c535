/** Entries of the audit log: who did what to what, and what was refused. */
import type { Db } from "~/db/client.server";
import { insertLogEntryAcrossCompanies } from "~/db/repositories/audit-log.server";
import { isSuperAdmin } from "~/domain/access/actor";
import { fullName } from "~/domain/access/person-name";
import type { Actor } from "~/domain/access/actor";
import { requestContext } from "~/lib/request-context.server";
import { nowText } from "~/services/now.server";

/** Who did it, as the log keeps it. */
export interface LogAuthor {
  userId: number | null;
  apiKeyId: number | null;
  name: string;
  /** with the rights of the platform, and no member of the company */
  byPlatform: boolean;
}

/** Somebody who is not signed in. */
const NOBODY: LogAuthor = { userId: null, apiKeyId: null, name: "", byPlatform: false };

/** The part of a session that the log needs. */
export interface Signed {
  user: { id: number | null; name: string };
  key: { id: number } | null;
  actor: Actor;
}

export const logAuthorOf = ({ user, key, actor }: Signed): LogAuthor => ({
  userId: user.id,
  apiKeyId: key?.id ?? null,
  name: user.name,
  byPlatform: isSuperAdmin(actor) && actor.memberId === null && !actor.isOwner,
});

/** Somebody without a session yet: who signs in, or uses a link. */
export const authorOfAccount = (user: { id: number; name: string; surname: string; email: string }): LogAuthor => ({
  userId: user.id,
  apiKeyId: null,
  name: fullName(user) || user.email,
  byPlatform: false,
});

/** A record's columns that changed: [before, after]; null before for a new one, null after for one that is gone. */
export interface LoggedChange {
  model: string;
  id: number;
  fields: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

export interface LogNote {
  /** null: somebody who is not signed in */
  by: LogAuthor | null;
  /** whose administrators read it; null: of no company */
  companyId: number | null;
  /** 'route.approve', 'session.sign_in' */
  action: string;
  /** the code of a refusal; left out: done */
  refusal?: string | undefined;
  /** how often; left out: once */
  times?: number | undefined;
  /** the records that it is about */
  subject?: { model: string; ids: readonly number[] } | undefined;
  /** Never a password, a token or a key. */
  changes?: readonly LoggedChange[] | undefined;
}

/** Records that one entry names. Something done to more of them has several entries; a refusal names the first ones. */
export const IDS_OF_ENTRY = 50;

/**
 * Adds an entry to the audit log, in the transaction of what it tells of. Where the request comes from is added here.
 */
export async function noteInLog(trx: Db, note: LogNote): Promise<void> {
  const { by, companyId, action, refusal, times = 1, subject, changes } = note;
  const { userId, apiKeyId, name, byPlatform } = by ?? NOBODY;
  const from = requestContext();
  await insertLogEntryAcrossCompanies(trx, {
    company_id: companyId,
    user_id: userId,
    api_key_id: apiKeyId,
    who: name.slice(0, 255),
    by_platform: byPlatform ? 1 : 0,
    action: action.slice(0, 100),
    outcome: (refusal ?? "done").slice(0, 100),
    times,
    model: subject?.model ?? null,
    ids: subject === undefined ? null : JSON.stringify(subject.ids.slice(0, IDS_OF_ENTRY)),
    changes: changes === undefined || changes.length === 0 ? null : JSON.stringify(changes),
    ip: from?.ip.slice(0, 45) ?? null,
    user_agent: from?.userAgent.slice(0, 255) ?? null,
    request_id: from?.id ?? null,
    created_at: nowText(),
  });
}
