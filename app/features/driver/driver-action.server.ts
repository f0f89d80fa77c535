import { json, redirect } from "@remix-run/node";
import { ZodError } from "zod";
import { requireCompany } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import type { Confirmation } from "~/domain/decision";
import { toRefusal, unknownIntent } from "~/http/action.server";
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
  const session = await requireCompany(request);
  let values: Record<string, string> = {};
  let files: readonly ProofFile[] = [];
  try {
    const routeId = routeIdOf(params);
    const given = await received(request, session.company.id);
    files = given.files;
    values = formValues(given.form);
    const result = await carryOutIntent(session, routeId, values, files);
    if (result.status === "applied") return redirect(paths.driverRoute(routeId), 303);
    return json<DriverAnswer>({ message: null, confirm: result.confirm, values }, { status: 409 });
  } catch (error) {
    // A form that can't be read never came to its command, which would have seen to its pictures.
    if (error instanceof ZodError) await removeFiles(files);
    const [refusal, status] = toRefusal(error, values);
    return json<DriverAnswer>({ message: refusal.message, confirm: null, values }, { status });
  }
}

/** Photos and signatures come in forms of their own kind; every other report is small. */
async function received(request: Request, companyId: number): Promise<{ form: FormData; files: readonly ProofFile[] }> {
  const isMultipart = (request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data");
  return isMultipart ? receiveProof(request, companyId) : { form: await request.formData(), files: [] };
}
