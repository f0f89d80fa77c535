import { json, redirect } from "@remix-run/node";
import type { TypedResponse } from "@remix-run/node";
import { ZodError } from "zod";
import { nameFieldsInFaults } from "./field-faults.server";
import { isPlainForm, messageHeaders } from "./flash.server";
import { executeOnce } from "./execute-once.server";
import type { Submission } from "./execute-once.server";
import { checkPageCompany, CompanySwitched, pathOf, submitIdOf, switchedPage } from "./page-stamp.server";
import { requireCompany } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { ACTION_DONE, ACTION_FAILED, formValues, refused, TRY_LATER } from "~/lib/action-result";
import type { ActionRefusal, ActionResult } from "~/lib/action-result";
import { AppError } from "~/lib/errors";
import type { StaleFields } from "~/lib/errors";
import { callerGone, logFault, requestContext } from "~/lib/request-context.server";
import { COMPANY_FIELD, SOCKET_HEADER, SUBMIT_FIELD, SWITCHED_HEADER, switchedToHeader } from "~/lib/page-stamp";
import { tabRoom } from "~/realtime/publisher.server";
import { republishOwnChanges } from "~/realtime/recent-changes.server";
import { logNotFound } from "./page.server";
import { noteRefusedPage } from "./refused-page.server";
import { readForm } from "~/http/request/read-form.server";
import { searchInForm, takeChosenPlaces } from "./place-search.server";
import { DIALOG_PARAM } from "~/lib/dialog-param";

nameFieldsInFaults();

export interface ActionContext {
  session: CompanySession;
  form: FormData;
  /** Which case of the page's action: the form's field `intent`. */
  intent: string;
  /** The form's text fields, the first of each name. */
  values: Record<string, string>;
  /** The room of the sender's socket, to be left out of the news about the change. */
  tab: string | undefined;
}

export interface ActionOutcome<Data = undefined> {
  /** Shown as a toast. */
  message?: string;
  /** What exactly was done, as its second line. */
  detail?: string | undefined;
  /** Where to go afterwards; without it the page stays. */
  redirectTo?: string;
  data?: Data;
}

/**
 * Where the sender's tab listens, if it is one of its user's.
 * @param headers of the request: what a script names there counts before the form's field
 */
export function tabOf(
  { user }: Pick<CompanySession, "user">,
  fields: Readonly<Record<string, string>>,
  headers?: Headers,
): string | undefined {
  const tab = headers?.get(SOCKET_HEADER) ?? fields.tab ?? "";
  return tab === "" || user.id === null ? undefined : tabRoom(user.id, tab);
}

/** What the form says beside what it says of itself: with the same content it is the same submission. */
export function submissionOf(request: Request, form: FormData, more: Submission["content"] = []): Submission | null {
  const id = submitIdOf(request, form);
  if (id === null) return null;
  const content = [...form.entries()].flatMap(([name, value]) =>
    typeof value === "string" && ![COMPANY_FIELD, SUBMIT_FIELD, "tab"].includes(name) ? [[name, value] as const] : [],
  );
  return { id, name: `${pathOf(request)}:${String(form.get("intent") ?? "")}`, content: [...content, ...more] };
}

/**
 * The one way in which a page's action answers. A script gets JSON. A plain form gets a redirect with the message in a
 * cookie, so that a reload does not send it twice. A refusal keeps everything that was typed. A form whose page was
 * made for another company is refused; one that comes twice is carried out once, and answered twice.
 */
export async function answerForm<Data = undefined>(
  request: Request,
  handle: (context: ActionContext) => Promise<ActionOutcome<Data> | void>,
  /** reads the form; forms with files have a reader of their own */
  read: (session: CompanySession) => Promise<FormData> = () => readForm(request),
): Promise<TypedResponse<ActionResult<Data>>> {
  const startedAtMs = Date.now();
  let values: Record<string, string> = {};
  let sender: CompanySession | undefined;
  let form = new FormData();
  try {
    const session = await requireCompany(request);
    sender = session;
    form = await read(session);
    takeChosenPlaces(form);
    values = formValues(form);
    checkPageCompany(request, session, form);
    const searched = await searchInForm(session, form, values);
    if (searched !== null) return json(searched);
    const work = async () =>
      (await handle({
        session,
        form,
        values,
        intent: values.intent ?? "",
        tab: tabOf(session, values, request.headers),
      })) ?? {};
    const outcome = await executeOnce(session, submissionOf(request, form), work);
    const plainForm = isPlainForm(request);
    if (outcome.redirectTo || plainForm) {
      // A page that loads again does not show what was done without a message.
      const message = outcome.message ?? (outcome.redirectTo ? undefined : ACTION_DONE);
      throw redirect(outcome.redirectTo ?? samePageWithoutDialog(request), {
        status: 303,
        headers: message ? await messageHeaders(request, { message, detail: outcome.detail }) : {},
      });
    }
    return json({
      ok: true,
      message: outcome.message,
      detail: outcome.detail,
      data: outcome.data,
    });
  } catch (error) {
    if (error instanceof Response) throw error;
    if (sender !== undefined) await noteRefusedPage(request, sender, error);
    return answerRefusal(request, form, error, values);
  } finally {
    // The client may have navigated away: its page learns of the change as all others do.
    const tab = sender && tabOf(sender, values, request.headers);
    if (callerGone().aborted && tab !== undefined && sender !== undefined)
      republishOwnChanges(sender.company.id, tab, startedAtMs);
  }
}

/**
 * The refusal as JSON; a page of its own when a plain form was made for another company, because only a page can ask
 * what to do.
 * @throws Response that page
 */
export function answerRefusal(
  request: Request,
  form: FormData,
  error: unknown,
  values: Record<string, string>,
  failed?: string,
): TypedResponse<ActionRefusal> {
  if (error instanceof CompanySwitched && isPlainForm(request))
    throw json(switchedPage(request, form, error), { status: error.status });
  const [refusal, status] = toRefusal(error, values, failed);
  return json(refusal, {
    status,
    headers: error instanceof CompanySwitched ? { [SWITCHED_HEADER]: switchedToHeader(error.switched) } : {},
  });
}

/**
 * A refusal with its HTTP status. A fault of the program is logged whole and answered in general words, so that the
 * form and what was typed into it stay.
 * @param failed what to say of a fault
 */
export function toRefusal(
  error: unknown,
  values: Record<string, string> = {},
  failed = ACTION_FAILED,
): [ActionRefusal, number] {
  if (error instanceof AppError) {
    logNotFound(error);
    // The second line says what exactly is wrong with the field.
    const fieldErrors = error.field ? { [error.field]: error.detail ?? error.message } : undefined;
    const { detail, link, stale = {} } = error;
    const said = { detail, link, fieldErrors: fieldErrors && { ...messagesOf(stale), ...fieldErrors }, values };
    return [refused(error.message, { ...said, ...(error.stale && { stale: nowOf(stale) }) }), error.status];
  }
  if (error instanceof ZodError) {
    const fieldErrors: Record<string, string> = {};
    for (const issue of error.issues) fieldErrors[issue.path.join(".")] ??= issue.message;
    return [refused(error.issues[0]?.message ?? "Please check the form.", { fieldErrors, values }), 422];
  }
  logFault(error);
  const { id } = requestContext() ?? {};
  const detail = id === undefined ? TRY_LATER : `${TRY_LATER}. Reference ${id}`;
  return [refused(failed, { detail, values }), 500];
}

const nowOf = (stale: StaleFields): Record<string, string> =>
  Object.fromEntries(Object.entries(stale).map(([name, { now }]) => [name, now]));
const messagesOf = (stale: StaleFields): Record<string, string> =>
  Object.fromEntries(Object.entries(stale).flatMap(([name, { message }]) => (message ? [[name, message]] : [])));

function samePageWithoutDialog(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete(DIALOG_PARAM);
  return pathOf({ url: url.href });
}
