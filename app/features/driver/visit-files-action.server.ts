import { redirect } from "@remix-run/node";
import type { CompanySession } from "~/auth/session.server";
import { lastValues } from "~/domain/validation/form-fields";
import { answerForm, unknownIntent } from "~/http/action.server";
import type { ActionContext, ActionOutcome } from "~/http/action.server";
import { flashHeader } from "~/http/flash.server";
import { readForm } from "~/http/request/read-form.server";
import { removeFiles } from "~/http/receive-form.server";
import { AppError } from "~/lib/errors";
import { deletedMessage } from "~/lib/action-result";
import { paths } from "~/paths";
import { addAttachments, removeAttachment } from "./commands/attachments.server";
import { markVisitDoneWith } from "./commands/mark-visit-done.server";
import { receiveProof } from "./proof-files.server";
import type { ProofFile } from "./proof-files.server";
import { DoneForm, RemoveAttachment } from "./schemas";

/** The answer when there is a question first: the screen asks it and posts the same again with the answer. */
export const QUESTION_CODE = "question";

/** Intents that other actions of the same address carry out. Null: not one of them. */
export type OtherIntents = (context: ActionContext, visitId: number) => Promise<ActionOutcome | null>;

/** Where a plain form returns to: one of our pages, or the list of plans. */
function backTo(request: Request): string {
  const to = new URL(request.url).searchParams.get("returnTo") ?? "";
  return /^\/planning\/[\w/]+(?:\?[\w=&%.-]*)?$/.test(to) ? to : paths.planning();
}

/**
 * The dispatcher's forms about the pictures of a visit, from its panel. A script reads the answer itself; a plain form
 * is redirected back (`?returnTo=`) with the message, whether it was done or refused.
 */
export async function visitFilesAction(request: Request, visitIdOf: () => number, others: OtherIntents) {
  const plain = (request.headers.get("Accept") ?? "").includes("text/html");
  let files: readonly ProofFile[] = [];
  let taken = false;
  const read = async (session: CompanySession): Promise<FormData> => {
    if (!(request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data")) return readForm(request);
    const received = await receiveProof(request, session.company.id);
    files = received.files;
    return received.form;
  };
  const answered = answerForm(
    request,
    async (context) => {
      taken = true;
      try {
        const outcome = (await others(context, visitIdOf())) ?? (await runIntent(context, visitIdOf(), files));
        return plain ? { ...outcome, redirectTo: backTo(request) } : outcome;
      } catch (error) {
        // A form that is refused here has attached nothing.
        await removeFiles(files);
        throw error;
      }
    },
    read,
  );
  const answer = await answered.finally(() => {
    // Of a form that was refused before its work, or that was sent twice.
    if (!taken) return removeFiles(files);
  });
  const result = plain ? await answer.json() : null;
  if (result === null || result.ok) return answer;
  return redirect(backTo(request), { status: 303, headers: { "Set-Cookie": await flashHeader(result, "error") } });
}

async function runIntent(
  { session, form, intent, tab }: ActionContext,
  visitId: number,
  files: readonly ProofFile[],
): Promise<ActionOutcome> {
  const fields = { ...lastValues(form), visitId: String(visitId), tab };
  switch (intent) {
    case "add-attachments":
      await addAttachments(session, { visitId, files, tab });
      return { message: "Your file has been successfully uploaded!" };
    case "remove-attachment": {
      const { type } = await removeAttachment(session, RemoveAttachment.parse(fields));
      return { message: deletedMessage(type === "photo" ? "Photo" : "Signature") };
    }
    case "mark-done": {
      const answer = await markVisitDoneWith(session, files, DoneForm.parse(fields));
      if (answer.status === "confirm")
        throw new AppError(QUESTION_CODE, answer.confirm.text, { status: 409, field: QUESTION_CODE });
      return {};
    }
    default:
      throw unknownIntent(intent);
  }
}
