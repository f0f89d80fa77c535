import { createCookieSessionStorage, redirect } from "@remix-run/node";
import { actorOf } from "./actor.server";
import type { Actor } from "~/domain/access/actor";
import { db } from "~/db/database.server";
import { listAccessesOfUserAcrossCompanies } from "~/db/repositories/members.server";
import { findUserAcrossCompanies, setCurrentCompany } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { env } from "~/env.server";
import { AppError } from "~/lib/errors";
import { secretFromFile } from "~/lib/secret-file.server";
import { BASE_PATH, paths } from "~/paths";

interface SessionData {
  userId: number;
  /** `users.session_version` at sign-in: raising it there ends every session of the user. */
  sessionVersion: number;
}

const DAYS_30_SEC = 30 * 24 * 3600;

let storage: ReturnType<typeof createCookieSessionStorage<SessionData>> | undefined;

function sessions() {
  storage ??= createCookieSessionStorage<SessionData>({
    cookie: {
      name: "platform_session",
      path: BASE_PATH,
      httpOnly: true,
      sameSite: "lax",
      secure: env().SECURE_COOKIES === "1",
      maxAge: DAYS_30_SEC,
      secrets: [env().SESSION_SECRET ?? secretFromFile(env().dataDir, "session-secret")],
    },
  });
  return storage;
}

export interface CompanyAccess {
  id: number;
  title: string;
}

/** Who asks, and for which company. Loaded anew for every request, so that a ban or a changed role counts at once. */
export interface Session {
  user: { id: number; name: string; email: string };
  company: CompanyAccess | null;
  companies: CompanyAccess[];
  /** `company_members.id` in the current company; a vehicle's driver is named by it */
  memberId: number | null;
  actor: Actor;
}

export interface CompanySession extends Session {
  company: CompanyAccess;
}

/** @param cookieHeader the Cookie header of an HTTP request or a socket's handshake */
export async function sessionFromCookie(cookieHeader: string | null | undefined): Promise<Session | null> {
  const cookie = await sessions().getSession(cookieHeader);
  const userId = cookie.get("userId");
  if (!userId) return null;
  const user = await findUserAcrossCompanies(db(), userId);
  if (!user || user.status !== "active" || user.session_version !== cookie.get("sessionVersion")) return null;
  const accesses = await listAccessesOfUserAcrossCompanies(db(), user.id);
  const current = accesses.find((access) => access.company_id === user.current_company_id) ?? accesses[0];
  return {
    user: { id: user.id, name: [user.name, user.surname].filter(Boolean).join(" ") || user.email, email: user.email },
    company: current ? { id: current.company_id, title: current.company_title } : null,
    companies: accesses.map((access) => ({ id: access.company_id, title: access.company_title })),
    memberId: current?.member_id ?? null,
    actor: actorOf(user, current),
  };
}

export const currentSession = (request: Request): Promise<Session | null> => sessionFromCookie(request.headers.get("Cookie"));

/** Sends whoever is not signed in to the sign-in page, and back afterwards. */
export async function requireSession(request: Request): Promise<Session> {
  const session = await currentSession(request);
  if (session) return session;
  const url = new URL(request.url);
  const from = `${url.pathname.startsWith(BASE_PATH) ? url.pathname.slice(BASE_PATH.length) : url.pathname}${url.search}`;
  throw redirect(paths.login(request.method === "GET" && from !== "/" ? from : undefined));
}

export async function requireCompany(request: Request): Promise<CompanySession> {
  const session = await requireSession(request);
  if (!session.company) throw new AppError("company.none", "Your account belongs to no company yet. Ask the administrator of your company to add you.", { status: 403 });
  return { ...session, company: session.company };
}

/** The cookie of a new session. */
export async function openSession(user: Pick<UserRow, "id" | "session_version">): Promise<string> {
  const session = await sessions().getSession();
  session.set("userId", user.id);
  session.set("sessionVersion", user.session_version);
  return sessions().commitSession(session);
}

export async function signOut(request: Request): Promise<Response> {
  const session = await sessions().getSession(request.headers.get("Cookie"));
  return redirect(paths.login(), { headers: { "Set-Cookie": await sessions().destroySession(session) } });
}

/** @throws AppError 404 when the user has no access to that company */
export async function switchCompany(session: Session, companyId: number): Promise<void> {
  if (!session.companies.some((company) => company.id === companyId)) throw new AppError("not_found", "Company not found", { status: 404 });
  await setCurrentCompany(db(), session.user.id, companyId);
}
