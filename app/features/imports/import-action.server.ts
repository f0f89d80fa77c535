import { json, redirect } from "@remix-run/node";
import { requireCompany } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { noteRefusedPage } from "~/http/refused-page.server";
import { authorize } from "~/auth/actor.server";
import { answerRefusal, submissionOf, tabOf } from "~/http/action.server";
import { postedFields } from "~/http/actions/decode-form";
import { readInput } from "~/http/actions/page-action.server";
import { prepareAction } from "~/http/actions/perform-action.server";
import { messageHeaders } from "~/http/flash.server";
import { executeOnce } from "~/http/execute-once.server";
import { checkPageCompany } from "~/http/page-stamp.server";
import { removeFiles } from "~/http/receive-form.server";
import { refused } from "~/lib/action-result";
import { paths } from "~/paths";
import { IMPORT_ACTIONS } from "./actions.server";
import { receiveUpload } from "./receive-upload.server";
import type { ReceivedUpload } from "./receive-upload.server";
import type { ImportTargetInput } from "./schemas";

const definition = IMPORT_ACTIONS["routing-sheet.upload"];

/**
 * The upload's action: a plain multipart POST, with or without a script. It leads to the sheet's page. A refusal
 * answers with the reason, and nothing is stored.
 */
export async function importAction(request: Request) {
  const form = new FormData();
  let upload: ReceivedUpload | null = null;
  let taken = false;
  let sender: CompanySession | undefined;
  try {
    const session = await requireCompany(request);
    sender = session;
    authorize(session, "import.run", { companyId: session.company.id });
    const received = (upload = await receiveUpload(request, session.company.id, form));
    checkPageCompany(request, session, received.form);
    const file: [string, string] = [received.fileName, String(received.bytes)];
    const { item } = await executeOnce(session, submissionOf(request, received.form, [file]), async () => {
      const input = await prepareAction(session, definition, () => readInput(definition, received.form, {}));
      taken = true;
      const files = [{ field: "file", name: received.fileName, key: received.key }];
      return definition.run(session, input as ImportTargetInput, {
        files,
        tab: tabOf(session, received.fields, request.headers),
      });
    });
    return redirect(paths.sheet(item.id), {
      status: 303,
      headers: await messageHeaders(request, { message: "Your file has been successfully uploaded!" }),
    });
  } catch (error) {
    if (sender !== undefined) await noteRefusedPage(request, sender, error);
    if (error instanceof Response) throw error;
    const answer = answerRefusal(request, form, error, { ...postedFields(form).values }, "Uploading was failed");
    // There is one file field: its fault is the form's fault and may have several lines.
    const { message, detail, values } = await answer.json();
    return json(refused(message, { detail, values }), { status: answer.status, headers: answer.headers });
  } finally {
    // Of a form that was refused before its import, or that was sent twice.
    if (upload !== null && !taken) await removeFiles([upload]);
  }
}
