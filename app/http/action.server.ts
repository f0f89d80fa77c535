import { json, redirect } from "@remix-run/node";
import type { TypedResponse } from "@remix-run/node";
import { ZodError } from "zod";
import { nameFieldsInFaults } from "./field-faults.server";
import { isPlainForm, saidHeaders } from "./flash.server";
import { requireCompany } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { formValues, refused } from "~/lib/action-result";
import type { ActionRefusal, ActionResult } from "~/lib/action-result";
import { AppError } from "~/lib/errors";
import { tellAgain } from "~/realtime/publisher.server";
import { noteMissing } from "./page.server";
import { DIALOG_PARAM } from "~/lib/dialog-param";
import { BASE_PATH } from "~/paths";

nameFieldsInFaults();

export interface ActionContext {
  session: CompanySession;
  form: FormData;
  /** Which case of the page's action: the form's field `intent`. */
  intent: string;
  /** The form's text fields, the first of each name. */
  values: Record<string, string>;
  /** The sender's socket, to be left out of the news about the change. */
  tab: string | undefined;
}

export interface ActionOutcome<Data = undefined> {
  /** Shown as a toast. */
  message?: string;
  /** Where to go afterwards; without it the page stays. */
  redirectTo?: string;
  data?: Data;
}

/**
 * The one way in which a page's action answers. A script gets JSON. A plain form gets a redirect with the message in a
 * cookie, so that a reload does not send it twice. A refusal keeps everything that was typed.
 */
export async function runAction<Data = undefined>(
  request: Request,
  handle: (context: ActionContext) => Promise<ActionOutcome<Data> | void>,
  /** reads the form; forms with files have a reader of their own */
  read: (session: CompanySession) => Promise<FormData> = () => request.formData(),
): Promise<TypedResponse<ActionResult<Data>>> {
  const session = await requireCompany(request);
  const startedAtMs = Date.now();
  let values: Record<string, string> = {};
  try {
    const form = await read(session);
    values = formValues(form);
    const outcome = (await handle({ session, form, values, intent: values.intent ?? "", tab: values.tab || undefined })) ?? {};
    const plainForm = isPlainForm(request);
    if (outcome.redirectTo || plainForm) {
      // A page that loads again shows nothing of what was done, unless it is said.
      const said = outcome.message ?? (outcome.redirectTo ? undefined : ACTION_DONE);
      throw redirect(outcome.redirectTo ?? samePageWithoutDialog(request), { status: 303, headers: said ? await saidHeaders(request, said) : {} });
    }
    return json({ ok: true, message: outcome.message, data: outcome.data } as ActionResult<Data>);
  } catch (error) {
    if (error instanceof Response) throw error;
    const [refusal, status] = toRefusal(error, values);
    return json(refusal, { status });
  } finally {
    // Whoever sent it has gone on meanwhile: his page learns of the change as all others do.
    if (request.signal.aborted && values.tab) tellAgain(session.company.id, values.tab, startedAtMs);
  }
}

/** For an intent that the page does not know: a fault of the page or a forged form. */
export const unknownIntent = (intent: string): AppError => new AppError("action.unknown", `This page cannot do "${intent}".`);

/** What the specification says where nothing more is known. */
export const ACTION_DONE = "Action was successful";
export const ACTION_FAILED = "Action failed";

/**
 * A refusal with its HTTP status. A fault of the program is logged whole and answered in general words, so that the form
 * and what was typed into it stay.
 * @param failed what to say of a fault
 */
export function toRefusal(error: unknown, values: Record<string, string> = {}, failed = ACTION_FAILED): [ActionRefusal, number] {
  if (error instanceof AppError) {
    noteMissing(error);
    const fieldErrors = error.field ? { [error.field]: error.message } : undefined;
    return [refused(error.message, { fieldErrors, values }), error.status];
  }
  if (error instanceof ZodError) {
    const fieldErrors: Record<string, string> = {};
    for (const issue of error.issues) fieldErrors[issue.path.join(".")] ??= issue.message;
    return [refused(error.issues[0]?.message ?? "Please check the form.", { fieldErrors, values }), 422];
  }
  console.error(error);
  return [refused(`${failed}. Something goes wrong. Please try later`, { values }), 500];
}

function samePageWithoutDialog(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete(DIALOG_PARAM);
  const path = url.pathname.startsWith(BASE_PATH) ? url.pathname.slice(BASE_PATH.length) || "/" : url.pathname;
  return `${path}${url.search}`;
}
