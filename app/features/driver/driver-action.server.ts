import { json, redirect } from "@remix-run/node";
import { ZodError } from "zod";
import { requireCompany } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import type { Confirmation } from "~/domain/decision";
import { answerRefusal, unknownIntent } from "~/http/action.server";
import { checkPageCompany, CompanySwitched } from "~/http/page-stamp.server";
import { readForm } from "~/http/request/read-form.server";
import { removeFiles } from "~/http/receive-form.server";
import { formValues } from "~/lib/action-result";
import { paths } from "~/paths";
import { finishRoute } from "./commands/finish-route.server";
import { markVisitDoneWith } from "./commands/mark-visit-done.server";
import { markVisitFailed } from "./commands/mark-visit-failed.server";
import { setVisitOnRoute } from "./commands/set-visit-on-route.server";
import { startRoute } from "./commands/start-route.server";
import type { ReportResult } from "./commands/carry-out.server";
import { receiveProof } from "./proof-files.server";
import type { ProofFile } from "./proof-files.server";
import { DoneForm, FailedForm, RouteForm, routeIdOf, VisitForm } from "./schemas";

export interface DriverAnswer {
  /** why nothing was changed */
  message: string | null;
  /** a question that the page did not know of: it was out of date */
  confirm: Confirmation | null;
  /** what was sent, to send it again with the answer */
  values: Record<string, string>;
}

function carryOutIntent(session: CompanySession, routeId: number, values: Record<string, string>, files: readonly ProofFile[]): Promise<ReportResult> {
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
 * The driver's forms. The page has no script of the framework, so both ways of sending get the same: a redirect to the
 * fresh page when it is done, the page with the question or the reason when it is not.
 */
export async function driverAction(request: Request, params: { routeId?: string | undefined }) {
  let values: Record<string, string> = {};
  let form = new FormData();
  let files: readonly ProofFile[] = [];
  try {
    const session = await requireCompany(request);
    const routeId = routeIdOf(params);
    const given = await received(request, session.company.id);
    ({ form, files } = given);
    values = formValues(form);
    checkPageCompany(request, session, form);
    const result = await carryOutIntent(session, routeId, values, files);
    if (result.status === "applied") return redirect(paths.driverRoute(routeId), 303);
    return json<DriverAnswer>({ message: null, confirm: result.confirm, values }, { status: 409 });
  } catch (error) {
    if (error instanceof Response) throw error;
    // A form that can't be read never came to its command, which would have seen to its pictures.
    if (error instanceof ZodError || error instanceof CompanySwitched) await removeFiles(files);
    const answer = answerRefusal(request, form, error, values);
    const { message, detail } = await answer.json();
    return json<DriverAnswer>({ message: [message, detail].filter(Boolean).join(". "), confirm: null, values }, { status: answer.status });
  }
}

/** Photos and signatures come in forms of their own kind; every other report is small. */
async function received(request: Request, companyId: number): Promise<{ form: FormData; files: readonly ProofFile[] }> {
  const isMultipart = (request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data");
  return isMultipart ? receiveProof(request, companyId) : { form: await readForm(request), files: [] };
}
