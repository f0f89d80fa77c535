import { json, redirect } from "@remix-run/node";
import { requireCompany } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import type { Confirmation } from "~/domain/decision";
import { isPassing, reportAgeSec } from "~/domain/route/late-report";
import type { PressedTime } from "~/domain/route/late-report";
import { answerRefusal, toRefusal } from "~/http/action.server";
import { readInput } from "~/http/actions/page-action.server";
import { prepareAction, unknownAction } from "~/http/actions/perform-action.server";
import { checkPageCompany, CompanySwitched } from "~/http/page-stamp.server";
import { removeFiles, removeFilesOfFailed } from "~/http/receive-form.server";
import type { ReceivedFile } from "~/http/receive-form.server";
import { readForm } from "~/http/request/read-form.server";
import { formValues } from "~/lib/action-result";
import type { ActionRefusal } from "~/lib/action-result";
import { AppError } from "~/lib/errors";
import type { ReportAnswer } from "~/lib/report-answer";
import { paths } from "~/paths";
import { nowSec } from "~/services/now.server";
import { DRIVER_REPORTS } from "./actions.server";
import { attachAlone } from "./commands/attachments.server";
import { keepRefused } from "./commands/keep-refused.server";
import type { ReportResult } from "./commands/report.server";
import { proofOf, receiveProof } from "./proof-files.server";
import { routeIdOf } from "./schemas";

export interface DriverAnswer {
  /** why nothing was changed */
  message: string | null;
  /** a question that the page did not know, because it was out of date */
  confirm: Confirmation | null;
  /** what was posted, to post again with the answer */
  values: Record<string, string>;
}

type Params = { routeId?: string | undefined };

/** A form that was read and may be carried out. */
interface ReceivedReport {
  session: CompanySession;
  definition: (typeof DRIVER_REPORTS)[string];
  routeId: number;
  input: ReportInput;
  files: readonly ReceivedFile[];
}

/** What all reports may say; the rest is the action's own. */
interface ReportInput extends PressedTime {
  visitId?: number;
  commandId?: string | undefined;
}

/**
 * Reads a driver's form.
 * @param given filled while the form is read, so that a refusal can return what was posted
 * @throws Response to the sign-in; ZodError, AppError: no picture is kept then
 */
async function receiveReport(request: Request, params: Params, given: { form: FormData }): Promise<ReceivedReport> {
  const session = await requireCompany(request);
  const routeId = routeIdOf(params);
  const { form, files } = await readReport(request, session.company.id, given.form);
  given.form = form;
  try {
    checkPageCompany(request, session, form);
    const word = formValues(form).intent ?? "";
    const definition = Object.hasOwn(DRIVER_REPORTS, word) ? DRIVER_REPORTS[word] : undefined;
    if (definition === undefined) throw unknownAction(word);
    const input = await prepareAction(session, definition, () => readInput(definition, form, { routeId }));
    return { session, definition, routeId, input: input as ReportInput, files };
  } catch (error) {
    await removeFiles(files);
    throw error;
  }
}

/**
 * Photos and signatures come in forms of a kind of their own; every other report is small.
 * @param texts takes the text fields of such a form, also when a picture is refused
 */
async function readReport(
  request: Request,
  companyId: number,
  texts: FormData,
): Promise<{ form: FormData; files: readonly ReceivedFile[] }> {
  const isMultipart = (request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data");
  return isMultipart
    ? receiveProof(request, companyId, { isPhone: true, form: texts })
    : { form: await readForm(request), files: [] };
}

/** The page of the route; whoever removed a photo goes on with the same stop's proof. */
const pageAfter = ({ definition, routeId, input: { visitId } }: ReceivedReport): string =>
  paths.driverRoute(routeId) + (definition === DRIVER_REPORTS["remove-photo"] ? `#proof-${visitId}` : "");

const carryOut = ({ session, definition, input, files }: ReceivedReport): Promise<ReportResult> =>
  definition.run(session, input, { files, leavesFiles: true });

const sentenceOf = ({ message, detail }: ActionRefusal, more?: string): string =>
  [message, detail, more].flatMap((part) => part || []).reduce((text, part) => `${text.replace(/\.$/, "")}. ${part}`);

/**
 * For plain forms: a redirect to the fresh page when it is done, otherwise the page with the question or the reason.
 */
export async function driverAction(request: Request, params: Params) {
  const given = { form: new FormData() };
  let received: ReceivedReport | null = null;
  try {
    received = await receiveReport(request, params, given);
    const result = await carryOut(received);
    if (result.status === "applied") return redirect(pageAfter(received), 303);
    const message = (await keepPictures(received)) ?? null;
    const values = formValues(given.form);
    return json<DriverAnswer>({ message, confirm: result.confirm, values }, { status: 409 });
  } catch (error) {
    if (error instanceof Response) throw error;
    let notStored: string | undefined;
    if (received !== null && error instanceof AppError) notStored = await keepPictures(received);
    else if (received !== null) await removeFilesOfFailed(received.files, error);
    const values = formValues(given.form);
    const refusal = answerRefusal(request, given.form, error, values);
    const message = sentenceOf(await refusal.json(), notStored);
    return json<DriverAnswer>({ message, confirm: null, values }, { status: refusal.status });
  }
}

/** A plain form forgets its pictures when it is sent. Nobody takes a photo twice: they are attached all the same. */
async function keepPictures({ session, input, files }: ReceivedReport): Promise<string | undefined> {
  const { visitId, commandId } = input;
  if (files.length > 0 && visitId !== undefined)
    return attachAlone(session, { visitId, files: proofOf(files), commandId });
  await removeFiles(files);
  return undefined;
}

/** The same for the page's script, which keeps what it sends until it is carried out or refused for good. */
export async function driverReport(request: Request, params: Params) {
  const answer = (body: ReportAnswer, status: number) => json<ReportAnswer>(body, { status });
  let received: ReceivedReport | null = null;
  try {
    received = await receiveReport(request, params, { form: new FormData() });
    const result = await carryOut(received);
    if (result.status === "applied") return answer({ kind: "accepted", at: Date.now() }, 200);
    await removeFiles(received.files);
    const { title, text, danger } = result.confirm;
    return answer({ kind: "question", question: { title, text, danger } }, 409);
  } catch (error) {
    if (error instanceof Response) return answer({ kind: "signed-out" }, 401);
    if (error instanceof CompanySwitched) return answer({ kind: "switched" }, error.status);
    const [refusal, status] = toRefusal(received === null ? error : await keepRefusal(received, error));
    const message = sentenceOf(refusal);
    return answer({ kind: "refused", message }, error instanceof AppError && isPassing(error) ? 503 : status);
  }
}

async function keepRefusal(received: ReceivedReport, error: unknown): Promise<unknown> {
  const { session, definition, routeId, input, files } = received;
  const { visitId = null, commandId, ageSec, pressedSec, pageMadeSec, ...says } = input;
  // What is no report of the registry leaves nothing to decide for a dispatcher.
  if (!(error instanceof AppError) || !commandId || definition.name === undefined) {
    await removeFilesOfFailed(files, error);
    return error;
  }
  return keepRefused(session, {
    action: definition.name,
    permission: definition.permission,
    routeId,
    visitId,
    commandId,
    ageSec: reportAgeSec({ ageSec, pressedSec, pageMadeSec }, nowSec()),
    says,
    error,
    files: proofOf(files),
  });
}
