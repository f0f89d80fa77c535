import { json, redirect } from "@remix-run/node";
import { requireCompany } from "~/auth/session.server";
import type { Confirmation } from "~/domain/decision";
import { answerRefusal, toRefusal } from "~/http/action.server";
import { readInput } from "~/http/actions/page-action.server";
import { prepareAction, unknownAction } from "~/http/actions/perform-action.server";
import { checkPageCompany, CompanySwitched } from "~/http/page-stamp.server";
import { removeFiles } from "~/http/receive-form.server";
import type { ReceivedFile } from "~/http/receive-form.server";
import { readForm } from "~/http/request/read-form.server";
import { formValues } from "~/lib/action-result";
import type { ActionRefusal } from "~/lib/action-result";
import type { ReportAnswer } from "~/lib/report-answer";
import { paths } from "~/paths";
import { DRIVER_REPORTS } from "./actions.server";
import type { ReportResult } from "./commands/report.server";
import { receiveProof } from "./proof-files.server";
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

/**
 * Reads a driver's form and carries it out.
 * @param given filled while the form is read, so that a refusal can return what was posted
 * @throws Response to the sign-in; ZodError, AppError
 */
async function runReportForm(
  request: Request,
  params: Params,
  given: { form: FormData },
): Promise<{ routeId: number; result: ReportResult }> {
  let files: readonly ReceivedFile[] = [];
  let taken = false;
  try {
    const session = await requireCompany(request);
    const routeId = routeIdOf(params);
    const received = await readReport(request, session.company.id);
    ({ files } = received);
    const { form } = received;
    given.form = form;
    checkPageCompany(request, session, form);
    const word = formValues(form).intent ?? "";
    const definition = Object.hasOwn(DRIVER_REPORTS, word) ? DRIVER_REPORTS[word] : undefined;
    if (definition === undefined) throw unknownAction(word);
    const input = await prepareAction(session, definition, () => readInput(definition, form, { routeId }));
    taken = true;
    return { routeId, result: await definition.run(session, input, { files, keepsFiles: true }) };
  } catch (error) {
    // A form that can't be read never came to its command, which would have seen to its pictures.
    if (!taken) await removeFiles(files);
    throw error;
  }
}

/** Photos and signatures come in forms of a kind of their own; every other report is small. */
async function readReport(
  request: Request,
  companyId: number,
): Promise<{ form: FormData; files: readonly ReceivedFile[] }> {
  const isMultipart = (request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data");
  return isMultipart ? receiveProof(request, companyId) : { form: await readForm(request), files: [] };
}

const sentenceOf = ({ message, detail }: ActionRefusal): string => [message, detail].filter(Boolean).join(". ");

/**
 * For plain forms: a redirect to the fresh page when it is done, otherwise the page with the question or the reason.
 */
export async function driverAction(request: Request, params: Params) {
  const given = { form: new FormData() };
  try {
    const { routeId, result } = await runReportForm(request, params, given);
    if (result.status === "applied") return redirect(paths.driverRoute(routeId), 303);
    const values = formValues(given.form);
    return json<DriverAnswer>({ message: null, confirm: result.confirm, values }, { status: 409 });
  } catch (error) {
    if (error instanceof Response) throw error;
    const values = formValues(given.form);
    const refusal = answerRefusal(request, given.form, error, values);
    const message = sentenceOf(await refusal.json());
    return json<DriverAnswer>({ message, confirm: null, values }, { status: refusal.status });
  }
}

/** The same for the page's script, which fetches the fresh page itself. */
export async function driverReport(request: Request, params: Params) {
  const answer = (body: ReportAnswer, status: number) => json<ReportAnswer>(body, { status });
  try {
    const { result } = await runReportForm(request, params, { form: new FormData() });
    if (result.status === "applied") return answer({ kind: "accepted" }, 200);
    const { title, text, danger } = result.confirm;
    return answer({ kind: "question", question: { title, text, danger } }, 409);
  } catch (error) {
    if (error instanceof Response) return answer({ kind: "signed-out" }, 401);
    if (error instanceof CompanySwitched) return answer({ kind: "switched" }, error.status);
    const [refusal, status] = toRefusal(error);
    return answer({ kind: "refused", message: sentenceOf(refusal) }, status);
  }
}
