import { json, redirect } from "@remix-run/node";
import { ZodError } from "zod";
import { requireCompany } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import type { Confirmation } from "~/domain/decision";
import { answerRefusal, toRefusal, unknownIntent } from "~/http/action.server";
import { checkPageCompany, CompanySwitched } from "~/http/page-stamp.server";
import { removeFiles } from "~/http/receive-form.server";
import { readForm } from "~/http/request/read-form.server";
import { formValues } from "~/lib/action-result";
import type { ActionRefusal } from "~/lib/action-result";
import type { ReportAnswer } from "~/lib/report-answer";
import { paths } from "~/paths";
import { finishRoute } from "./commands/report-route.server";
import { markVisitDoneWith } from "./commands/mark-visit-done.server";
import { markVisitFailed } from "./commands/mark-visit-failed.server";
import { setVisitOnRoute } from "./commands/set-visit-on-route.server";
import { startRoute } from "./commands/report-route.server";
import type { ReportResult } from "./commands/report.server";
import { receiveProof } from "./proof-files.server";
import type { ProofFile } from "./proof-files.server";
import { DoneForm, FailedForm, RouteForm, routeIdOf, VisitForm } from "./schemas";

export interface DriverAnswer {
  /** why nothing was changed */
  message: string | null;
  /** a question that the page did not know, because it was out of date */
  confirm: Confirmation | null;
  /** what was posted, to post again with the answer */
  values: Record<string, string>;
}

type Params = { routeId?: string | undefined };

function runIntent(
  session: CompanySession,
  routeId: number,
  values: Record<string, string>,
  files: readonly ProofFile[],
): Promise<ReportResult> {
  switch (values.intent) {
    case "start":
      return startRoute(session, { ...RouteForm.parse(values), routeId });
    case "finish":
      return finishRoute(session, { ...RouteForm.parse(values), routeId });
    case "done":
      return markVisitDoneWith(session, files, { ...DoneForm.parse(values), keepPictures: true });
    case "failed":
      return markVisitFailed(session, FailedForm.parse(values));
    case "on-route":
      return setVisitOnRoute(session, VisitForm.parse(values));
    default:
      throw unknownIntent(values.intent ?? "");
  }
}

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
  let files: readonly ProofFile[] = [];
  try {
    const session = await requireCompany(request);
    const routeId = routeIdOf(params);
    const received = await readReport(request, session.company.id);
    ({ files } = received);
    given.form = received.form;
    checkPageCompany(request, session, received.form);
    return { routeId, result: await runIntent(session, routeId, formValues(received.form), files) };
  } catch (error) {
    // A form that can't be read never reached its command, which would have removed its pictures.
    if (error instanceof ZodError || error instanceof CompanySwitched) await removeFiles(files);
    throw error;
  }
}

/** Photos and signatures come in forms of a kind of their own; every other report is small. */
async function readReport(
  request: Request,
  companyId: number,
): Promise<{ form: FormData; files: readonly ProofFile[] }> {
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
