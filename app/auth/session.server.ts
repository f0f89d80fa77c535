import { redirect, redirectDocument } from "@remix-run/node";
import { publishAccessChange } from "./access-changes.server";
import { actorOf, authorize } from "./actor.server";
import { inactiveAccesses } from "./no-company.server";
import { openedAccess } from "./opened-company.server";
import { clearedCookie, cookieOfToken, hashOfToken, newSessionToken, tokenFromCookie } from "./session-cookie.server";
import { logAuthorOf, authorOfAccount, noteInLog } from "~/audit/note-in-log.server";
import { noteRefusedAtDoor } from "~/audit/note-refusal.server";
import { pageDoor } from "~/audit/page-door";
import type { UserSettings } from "~/domain/access/user-settings";
import { clockOf } from "~/domain/time/person-clock";
import type { PersonClock } from "~/domain/time/person-clock";
import { parseJson } from "~/db/codecs.server";
import { imageTag } from "~/lib/image-tag";
import { fullName } from "~/domain/access/person-name";
import { ANONYMOUS, isDevTeam } from "~/domain/access/actor";
import type { Actor } from "~/domain/access/actor";
import { whyNoCompany } from "~/domain/access/no-company";
import { can } from "~/domain/access/permissions";
import { refusalError } from "~/domain/decision";
import { isUseToNote, sessionEnd } from "~/domain/access/session-life";
import { unitsOf } from "~/domain/units";
import type { Units } from "~/domain/units";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { findOpenableAcrossCompanies } from "~/db/repositories/companies.server";
import { listAccessesOfUserAcrossCompanies } from "~/db/repositories/members.server";
import type { UserAccess } from "~/db/repositories/members.server";
import {
  endSessionByHash,
  endSessions,
  findSession,
  insertSession,
  noteSessionUse,
  setOpenedCompany,
  setSessionCompany,
} from "~/db/repositories/sessions.server";
import { findUserAcrossCompanies, lockUser, noteActive, setCurrentCompany } from "~/db/repositories/users.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { UserRow } from "~/db/tables";
import { AppError, notFound } from "~/lib/errors";
import { LAST_PAGE_COOKIE } from "~/lib/last-page";
import { noteSender } from "~/lib/request-context.server";
import { OWNER_HEADER } from "~/lib/report-answer";
import { BASE_PATH, paths } from "~/paths";
import { nowText } from "~/services/now.server";
import { publicVariantOf } from "./public-variant";

interface CompanyAccess {
  id: number;
  title: string;
}

/** Who asks, and for which company. Loaded anew for every request, so that a ban or a changed role counts at once. */
export interface Session {
  /** `sessions.id`; null for a program */
  id: number | null;
  /** `id` is null for a program, which is named by its key; `imageTag` is left out without a picture */
  user: { id: number | null; name: string; email: string; settings: UserSettings; imageTag?: string };
  /** the API key that a program came with */
  key: { id: number; name: string } | null;
  company: CompanyAccess | null;
  companies: CompanyAccess[];
  /** the company is another's, which a super admin has opened */
  opened?: true;
  /** `company_members.id` in the current company; a vehicle's driver is named by it */
  memberId: number | null;
  actor: Actor;
  /** ISO 3166 alpha-2 of the person, else of the company; null: not known */
  countryCode: string | null;
  /** in which units pages show and take distances and weights */
  units: Units;
  /** the product's time for this person, where it is another than the time (`nowSecOf`) */
  clock: PersonClock | null;
  /** what has to be done first: until then there is no company and no right */
  held?: Hold;
  /** the profile isn't complete: the planning page asks for the rest */
  mustComplete?: true;
}

/** To verify the e-mail; to choose a password, because somebody else has set the account's. */
type Hold = "email" | "password";

export interface CompanySession extends Session {
  company: CompanyAccess;
}

function holdOf(user: UserRow): Hold | null {
  if (user.email_verified_at === null) return "email";
  return user.is_password_due === 1 ? "password" : null;
}

const companyOf = (access: UserAccess | undefined): CompanyAccess | null =>
  access === undefined ? null : { id: access.company_id, title: access.company_title };

const currentAccess = (accesses: readonly UserAccess[], companyId: number | null): UserAccess | undefined =>
  accesses.find((access) => access.company_id === companyId) ?? accesses[0];

/**
 * The session of the cookie, unless it has ended.
 * @param cookieHeader the Cookie header of an HTTP request or a socket's handshake
 * @param isUse false for background requests, which don't keep a session alive
 */
export async function sessionFromCookie(
  cookieHeader: string | null | undefined,
  isUse = true,
): Promise<Session | null> {
  const token = await tokenFromCookie(cookieHeader);
  if (token === null) return null;
  const now = nowText();
  const row = await findSession(db(), hashOfToken(token), now);
  if (!row) return null;
  const user = await findUserAcrossCompanies(db(), row.user_id);
  if (!user || user.status !== "active" || user.session_version !== row.session_version) return null;
  const held = holdOf(user);
  const accesses = held === null ? await listAccessesOfUserAcrossCompanies(db(), user.id) : [];
  const current = currentAccess(accesses, row.company_id);
  const opened = held === null ? await openedAccess(user, row, accesses) : undefined;
  const actor = held === null ? actorOf(user, opened ?? current) : ANONYMOUS;
  noteSender({ userId: user.id, companyId: (opened ?? current)?.company_id ?? null, keyId: null });
  const settings = parseJson<UserSettings>(user.settings, {});
  const countryCode = current?.country_code ?? opened?.country_code ?? null;
  // The company was left: from now on the session is counted to the one that took its place.
  if (current && current.company_id !== row.company_id) await setSessionCompany(db(), row.id, current.company_id);
  if (isUse && isUseToNote(row.last_used_at, now))
    await noteSessionUse(db(), row.id, now, sessionEnd(row.created_at, now));
  return {
    id: row.id,
    user: {
      id: user.id,
      name: fullName(user) || user.email,
      email: user.email,
      settings,
      ...(user.image === null ? {} : { imageTag: imageTag(user.image) }),
    },
    key: null,
    company: companyOf(opened ?? current),
    companies: accesses.map((access) => ({ id: access.company_id, title: access.company_title })),
    ...(opened === undefined ? {} : { opened: true as const }),
    memberId: actor.memberId,
    actor,
    countryCode,
    units: unitsOf(settings.unit_system_id, countryCode),
    clock: isDevTeam(actor) ? clockOf(settings) : null,
    ...(held === null ? {} : { held }),
    ...(held === null && user.is_completed === 0 ? { mustComplete: true as const } : {}),
  };
}

export const currentSession = (request: Request): Promise<Session | null> =>
  sessionFromCookie(request.headers.get("Cookie"));

/**
 * Whether a script says that its page was made for another user: somebody else may have signed in in the browser since.
 * Plain forms and pages of older builds say nothing.
 */
function isPageOfAnother(request: Request, { user }: Session): boolean {
  const named = request.headers.get(OWNER_HEADER);
  return named !== null && named.split(".")[1] !== String(user.id);
}

/**
 * Redirects visitors without a session to the sign-in page, and back afterwards; from tracking pages to what everybody
 * may see; others to what holds them. The open page of another user is nobody's: what it loads and sends is not theirs
 * who have signed in since, and waits until its owner signs in again.
 */
export async function requireSession(request: Request): Promise<Session> {
  const found = await currentSession(request);
  const session = found !== null && isPageOfAnother(request, found) ? null : found;
  if (session && session.held === undefined) return session;
  if (session?.held === "email") throw redirectDocument(paths.emailVerify());
  const url = new URL(request.url);
  const pathname = url.pathname.startsWith(BASE_PATH) ? url.pathname.slice(BASE_PATH.length) : url.pathname;
  const from = `${pathname}${url.search}`;
  const backTo = request.method === "GET" && from !== "/" ? from : undefined;
  // Pages without scripts come as documents of their own.
  if (session !== null) throw redirectDocument(paths.newPassword(backTo));
  // An open page asks for the sign-in where it stands, and stays.
  const isOpenPage = request.headers.has(OWNER_HEADER);
  const shown = isOpenPage ? null : publicVariantOf(pathname, url.searchParams.get("hash"));
  throw redirect(shown ?? paths.login(backTo));
}

/** What really is the matter: an unverified e-mail, a company or membership that is switched off, or none. */
async function noCompany({ held, user }: Session): Promise<AppError> {
  const isHeld = held === "email";
  return refusalError(whyNoCompany(isHeld, isHeld || user.id === null ? [] : await inactiveAccesses(db(), user.id)));
}

/** @throws AppError 403 that says why there is no company */
export async function inCompany(session: Session): Promise<CompanySession> {
  if (session.company) return { ...session, company: session.company };
  throw await noCompany(session);
}

export async function requireCompany(request: Request): Promise<CompanySession> {
  const session = await requireSession(request);
  if (session.company) return { ...session, company: session.company };
  const refusal = await noCompany(session);
  await noteRefusedAtDoor(refusal, { by: logAuthorOf(session), companyId: null, action: pageDoor(request) });
  throw refusal;
}

export const signInExpired = (): AppError =>
  new AppError("auth.expired", "Your sign-in has expired. Please sign in again.", { status: 410 });

/**
 * Opens a new session; the one that the browser had before has ended.
 * @param user as they were when the sign-in was looked at: it ends here when they were blocked since, or their password
 *   was changed
 * @param headers of the request that signs in
 * @param isStillEnough asked last, while nothing of the account changes: whether what was shown still lets somebody in
 * @returns the cookie
 * @throws AppError 410
 */
export async function openSession(
  user: Pick<UserRow, "id" | "session_version" | "current_company_id" | "name" | "surname" | "email">,
  headers: Headers,
  isStillEnough: (trx: Db) => Promise<boolean> = async () => true,
): Promise<string> {
  const now = nowText();
  const before = await tokenFromCookie(headers.get("Cookie"));
  const token = newSessionToken();
  const company = currentAccess(await listAccessesOfUserAcrossCompanies(db(), user.id), user.current_company_id);
  await withTransaction(db(), async (trx) => {
    const { status, session_version: version } = await lockUser(trx, user.id);
    if (status !== "active" || version !== user.session_version || !(await isStillEnough(trx))) throw signInExpired();
    if (before !== null) await endSession(trx, before);
    const userAgent = (headers.get("User-Agent") ?? "").slice(0, 255);
    await insertSession(
      trx,
      {
        hash: hashOfToken(token),
        user_id: user.id,
        company_id: company?.company_id ?? null,
        session_version: user.session_version,
        user_agent: userAgent,
        expires_at: sessionEnd(now, now),
      },
      now,
    );
    // The session may be gone when somebody asks when its holder was here last.
    await noteActive(trx, user.id, now, now);
    const companyId = company?.company_id ?? null;
    await noteInLog(trx, { by: authorOfAccount(user), companyId, action: "session.sign_in" });
  });
  return cookieOfToken(token);
}

async function endSession(trx: Db, token: string): Promise<void> {
  const ended = await endSessionByHash(trx, hashOfToken(token));
  if (ended) afterCommit(trx, () => publishAccessChange(ended.user_id));
}

/** Ends the session of the request's cookie. @returns the headers of the answer */
export async function endSessionOf(request: Request): Promise<Headers> {
  const token = await tokenFromCookie(request.headers.get("Cookie"));
  const session = token === null ? null : await currentSession(request);
  await withTransaction(db(), async (trx) => {
    if (token !== null) await endSession(trx, token);
    if (session !== null) {
      const companyId = session.company?.id ?? null;
      await noteInLog(trx, { by: logAuthorOf(session), companyId, action: "session.sign_out" });
    }
  });
  // Pictures are kept for a day. The storage is not cleared here: reports of drivers may wait in it.
  const headers = new Headers({ "Set-Cookie": await clearedCookie(), "Clear-Site-Data": '"cache"' });
  // Whoever signs in next is not led to the plan that this person had open.
  headers.append("Set-Cookie", `${LAST_PAGE_COOKIE}=; Path=${BASE_PATH}; Max-Age=0; SameSite=Lax`);
  return headers;
}

export const signOut = async (request: Request): Promise<Response> =>
  redirectDocument(paths.signedOut(), { headers: await endSessionOf(request) });

/**
 * Ends the sessions of a user whose rights or password have changed, from the commit on. The session that made the
 * change is kept.
 * @param which left out: all
 */
export async function endSessionsOf(
  trx: Db,
  by: Session,
  userId: number,
  which: { companyId?: number } = {},
): Promise<void> {
  await endSessions(trx, userId, { ...which, ...(by.id === null ? {} : { exceptId: by.id }) });
  afterCommit(trx, () => publishAccessChange(userId));
}

/** What only a person has. @throws AppError 403 for a program */
export function ofPerson({ id, user }: Session): { sessionId: number; userId: number } {
  if (id === null || user.id === null)
    throw new AppError("person.only", "This needs somebody who is signed in.", { status: 403 });
  return { sessionId: id, userId: user.id };
}

/** What names the sender of a request among those of its company: their own limits and repeated forms. */
export const senderOf = ({ user, key }: Pick<Session, "user" | "key">): string =>
  key === null ? `user:${user.id}` : `key:${key.id}`;

/**
 * To another one of their own companies; a super admin's header also leads back to one that they had opened.
 * @throws AppError 403, or 404 when the user has no access to that company
 */
export async function switchCompany(session: Session, companyId: number): Promise<void> {
  const { sessionId, userId } = ofPerson(session);
  const isOwn = session.companies.some((company) => company.id === companyId);
  if (!isOwn && !can(session.actor, "companies.open")) throw notFound("Company");
  await withTransaction(db(), async (trx) => {
    if (isOwn) await switchOwn(trx, { sessionId, userId, companyId });
    else await openOthers(trx, sessionId, companyId);
    const subject = { model: "User", ids: [userId] };
    const action = isOwn ? "session.switch_company" : "company.open";
    await noteInLog(trx, { by: { ...logAuthorOf(session), byPlatform: !isOwn }, companyId, action, subject });
    afterCommit(trx, () => publishAccessChange(userId));
  });
}

async function switchOwn(
  trx: Db,
  { sessionId, userId, companyId }: { sessionId: number; userId: number; companyId: number },
): Promise<void> {
  await setSessionCompany(trx, sessionId, companyId);
  await setOpenedCompany(trx, sessionId, null);
  // The next sign-in begins where this one was.
  await setCurrentCompany(trx, userId, companyId);
}

/** @throws AppError 404 */
async function openOthers(trx: Db, sessionId: number, companyId: number): Promise<void> {
  if ((await findOpenableAcrossCompanies(trx, companyId)) === undefined) throw notFound("Company");
  await setOpenedCompany(trx, sessionId, companyId);
}

/**
 * A super admin works for this company from now on, until they leave it or the session ends; in one of their own as
 * its member. Their other sessions stay where they are, and so does the company that the next sign-in begins with.
 * @throws AppError 403, 404
 */
export async function openCompany(session: Session, companyId: number): Promise<void> {
  authorize(session, "companies.open");
  const { sessionId, userId } = ofPerson(session);
  const isOwn = session.companies.some((company) => company.id === companyId);
  await withTransaction(db(), async (trx) => {
    if (isOwn) await switchOwn(trx, { sessionId, userId, companyId });
    else await openOthers(trx, sessionId, companyId);
    afterCommit(trx, () => publishAccessChange(userId));
  });
}

/** Back to the session's own company. Nothing happens where none is open. @throws AppError 403 */
export async function leaveCompany(session: Session): Promise<void> {
  authorize(session, "companies.open");
  const { sessionId, userId } = ofPerson(session);
  await withTransaction(db(), async (trx) => {
    await setOpenedCompany(trx, sessionId, null);
    afterCommit(trx, () => publishAccessChange(userId));
  });
}
