/** The door of the API: who asks, how often, for what, and once. */
import { json } from "@remix-run/node";
import { logAuthorOf } from "~/audit/note-in-log.server";
import { noteRefusedAtDoor } from "~/audit/note-refusal.server";
import { inCompany, senderOf } from "~/auth/session.server";
import type { CompanySession, Session } from "~/auth/session.server";
import { refusalError } from "~/domain/decision";
import { mayEver } from "~/domain/access/permissions";
import { tabOf } from "~/http/action.server";
import { removeFiles, removeFilesOfFailed } from "~/http/receive-form.server";
import { AppError, notAuthorized, notFound } from "~/lib/errors";
import { COMPANY_HEADER, SOCKET_HEADER } from "~/lib/page-stamp";
import { limits, waitError } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";
import { ListAnswer } from "./api-call.server";
import type { ApiCall, AskedCall, CallOptions, CompanyCall, OpenCall, PersonCall } from "./api-call.server";
import { fingerprints } from "./api-files.server";
import { refusalInShape, refusalOf, unknownRoute, wrongMethod } from "./envelope.server";
import { idempotencyKey, onceForKey, onceForOpenKey } from "./idempotency.server";
import { envelopeOf, readPayload, withPathFields } from "./payload.server";
import type { PathFields, Payload } from "./payload.server";
import { sessionOfCall } from "./session-of-call.server";

/** Of one key, or of one user, in a minute. */
export const SENDER_LIMIT: Limit = { name: "api-sender", uses: 600, windowSec: 60 };
/** Of all who work for a company, in a minute. */
export const COMPANY_LIMIT: Limit = { name: "api-company", uses: 1200, windowSec: 60 };

export type ApiCalls = ReadonlyMap<string, ApiCall>;

/** The calls by their paths. @throws Error for two with the same */
export function callsByPath(calls: readonly ApiCall[]): ApiCalls {
  const byPath = new Map<string, ApiCall>();
  for (const one of calls) {
    if (byPath.has(one.path)) throw new Error(`Two calls of the API are named ${one.path}.`);
    byPath.set(one.path, one);
  }
  return byPath;
}

/**
 * 'vehicle.list' and 'vehicle/list' are the same call. A path may end with fields of its call: those that it names, or
 * an id, which is for reading alone.
 */
export function findCall(calls: ApiCalls, path: string): { found: ApiCall; given: PathFields | null } | null {
  const name = path.replace(/\/+$/, "");
  const found = calls.get(name) ?? calls.get(name.replace(/^([\w-]+)\.([\w-]+)$/, "$1/$2"));
  if (found !== undefined) return { found, given: null };
  const [, before = "", id = ""] = /^(.+)\/(\d{1,15})$/.exec(name) ?? [];
  const withId = calls.get(before);
  if (withId !== undefined && withId.inPath === undefined) return { found: withId, given: { id } };
  return callWithFields(calls, name.split("/"));
}

function callWithFields(calls: ApiCalls, parts: readonly string[]) {
  for (let length = parts.length - 1; length > 0; length--) {
    const found = calls.get(parts.slice(0, length).join("/"));
    if (found?.inPath === undefined || found.inPath.length !== parts.length - length) continue;
    return { found, given: Object.fromEntries(found.inPath.map((field, nth) => [field, parts[length + nth]!])) };
  }
  return null;
}

async function companySession(session: Session): Promise<CompanySession> {
  await countCall(session);
  return inCompany(session);
}

/** @throws AppError 429 */
async function countCall(session: Session): Promise<void> {
  const companyId = session.company?.id ?? 0;
  const waitSec =
    (await limits().take(SENDER_LIMIT, `${companyId} ${senderOf(session)}`)) ||
    (companyId === 0 ? 0 : await limits().take(COMPANY_LIMIT, String(companyId)));
  if (waitSec > 0) throw waitError("api.busy", `Too many requests. Please wait ${waitSec} seconds.`, waitSec);
}

/** Another company than the one that the session or the key works for is not there. */
function refuseOtherCompany({ company }: Session, request: Request, named: number): void {
  const page = request.headers.get(COMPANY_HEADER);
  if ((named !== 0 && named !== company?.id) || (page !== null && page !== String(company?.id)))
    throw notFound("Company");
}

const answered = ({ shape }: ApiCall, result: unknown, headers: HeadersInit = {}): Response => {
  if (result instanceof Response) return result;
  if (shape !== undefined) return json(result, { status: shape.status, headers });
  if (result instanceof ListAnswer)
    return json({ status: "success", data: result.rows, next_cursor: result.nextCursor }, { headers });
  return json({ status: "success", data: result ?? null }, { headers });
};

/** @param path below /platform/api/ */
export async function answerApi(calls: ApiCalls, request: Request, path: string, ip: string): Promise<Response> {
  const asked = findCall(calls, path);
  if (asked === null) return unknownRoute(path);
  const { found, given } = asked;
  if (given !== null && found.inPath === undefined && request.method === "POST") return unknownRoute(path);
  const method = request.method === "HEAD" ? "GET" : request.method;
  if (!found.methods.some((one) => one === method)) return wrongMethod(found.path, found.methods);
  const read: { payload?: Payload } = {};
  try {
    return await answerCall(found, { request, ip, given: given ?? {} }, read);
  } catch (error) {
    // What a page says by a thrown answer.
    const refusal = error instanceof Response && error.status >= 400 ? await asRefusal(error) : error;
    if (refusal instanceof Response) return refusal;
    if (found.shape !== undefined) return refusalInShape(found.shape, refusal);
    const { payload } = read;
    if (refusal !== error) return refusalOf(refusal, null);
    return refusalOf(error, payload?.kind === "json" ? payload.value : payload && Object.fromEntries(payload.fields));
  }
}

const asRefusal = async (answer: Response): Promise<AppError> =>
  new AppError("api.refused", await answer.text(), { status: answer.status });

const changesBy = ({ changes }: ApiCall, { method }: Request): boolean =>
  changes === true || (changes === "by POST" && method === "POST");

interface Asked extends Pick<CallOptions, "request" | "ip"> {
  given: PathFields;
}

const isOpen = (found: ApiCall): found is OpenCall => found.access === "user" || found.access === "anyone";

async function answerCall(
  found: ApiCall,
  { request, ip, given }: Asked,
  read: { payload?: Payload },
): Promise<Response> {
  const session = await sessionOfCall(request, ip);
  try {
    return await answerSession(session, found, { request, ip, given }, read);
  } catch (error) {
    if (session !== null) {
      const companyId = session.company?.id ?? null;
      await noteRefusedAtDoor(error, { by: logAuthorOf(session), companyId, action: `api ${found.path}` });
    }
    throw error;
  }
}

async function answerSession(
  session: Session | null,
  found: ApiCall,
  { request, ip, given }: Asked,
  read: { payload?: Payload },
): Promise<Response> {
  if (session?.held === "password" && !(isOpen(found) && found.whileHeld))
    throw new AppError("password.due", "Choose a password of your own first.", { status: 403 });
  if (isOpen(found)) {
    if (found.access === "user" && session === null) throw notAuthorized();
    const payload = withPathFields(await readPayload(request), given);
    read.payload = payload;
    return answerOpen(session, found, { request, ip }, found.ask(payload));
  }
  if (session === null) throw notAuthorized();
  if (found.access === "person" && session.company === null && session.held === undefined) {
    await countCall(session);
    authorizeCall(session, found);
    return answerAlone(session, found, { request, ip, given }, read);
  }
  const company = await companySession(session);
  authorizeCall(company, found);
  return answerForCompany(company, found, { request, ip, given }, read);
}

/** The right first: others don't learn what is wrong with the payload. @throws AppError 401, 403 */
function authorizeCall({ actor }: Session, { permission }: CompanyCall | PersonCall): void {
  const answer = mayEver(actor, permission);
  if (!answer.ok) throw refusalError(answer.error);
}

/** Somebody who is in no company: their account is theirs all the same. */
async function answerAlone(
  session: Session,
  found: PersonCall,
  { request, ip, given }: Asked,
  read: { payload?: Payload },
): Promise<Response> {
  const payload = withPathFields(await readPayload(request), given);
  read.payload = payload;
  refuseOtherCompany(session, request, envelopeOf(payload).companyId);
  return answerOpen(session, found, { request, ip }, found.ask(payload));
}

async function answerOpen<By extends Session | null>(
  session: By,
  found: OpenCall | PersonCall,
  { request, ip }: Omit<Asked, "given">,
  { content, run }: AskedCall<By>,
): Promise<Response> {
  const work = async () => answered(found, await run(session, { request, ip }));
  const key = changesBy(found, request) ? idempotencyKey(request.headers) : null;
  if (key === null) return work();
  const sender = { session, ip, cookies: request.headers.get("Cookie") ?? "" };
  const again = isOpen(found) && found.again === true;
  return onceForOpenKey(sender, key, { path: found.path, content, again }, work);
}

async function answerForCompany(
  session: CompanySession,
  found: CompanyCall | PersonCall,
  { request, ip, given }: Asked,
  read: { payload?: Payload },
): Promise<Response> {
  const isMultipart = /^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "");
  const received = isMultipart && found.receive ? await found.receive(request, session.company.id, session) : null;
  try {
    const sent: Payload = received ? { kind: "texts", fields: received.form } : await readPayload(request);
    const payload = withPathFields(sent, given);
    read.payload = payload;
    const { tab, companyId } = envelopeOf(payload);
    refuseOtherCompany(session, request, "toAnyCompany" in found && found.toAnyCompany === true ? 0 : companyId);
    const asked = found.ask(payload);
    const files = received?.files ?? [];
    const sender = tab || (request.headers.get(SOCKET_HEADER) ?? "").slice(0, 100);
    const headers = new Headers();
    const options: CallOptions = { request, ip, files, headers, tab: tabOf(session, { tab: sender }) };
    const work = () => asked.run(session, options);
    if (!changesBy(found, request)) return answered(found, await work());
    const key = idempotencyKey(request.headers);
    const content = key === null ? null : [asked.content, await fingerprints(files)];
    const once = await onceForKey(session, key, { path: found.path, content, headers }, async () => {
      const result = await work();
      if (result instanceof ListAnswer || (result instanceof Response && key !== null))
        throw new Error(`${found.path} changes something, so that it answers with data.`);
      return result;
    });
    if (once.isRepeated && received) await removeFiles(received.files);
    const told = new Headers(once.headers);
    if (once.isRepeated) told.set("Idempotent-Replayed", "true");
    return answered(found, once.answer, told);
  } catch (error) {
    if (received) await removeFilesOfFailed(received.files, error);
    throw error;
  }
}
