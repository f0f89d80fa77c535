import { redirect } from "@remix-run/node";
import type { ActionFunctionArgs } from "@remix-run/node";
import type { CompanySession } from "~/auth/session.server";
import { answerForm } from "~/http/action.server";
import type { Actions } from "~/http/actions/define-actions.server";
import { answerAction } from "~/http/actions/page-action.server";
import type { PageOfActions } from "~/http/actions/page-action.server";
import { flashHeader } from "~/http/flash.server";
import { readForm } from "~/http/request/read-form.server";
import { removeFiles, removeFilesOfFailed } from "~/http/receive-form.server";
import type { ReceivedFile } from "~/http/receive-form.server";
import { paths } from "~/paths";
import { receiveProof } from "./proof-files.server";

/** Where a plain form returns to: one of our pages, or the list of plans. */
function backTo(request: Request): string {
  const to = new URL(request.url).searchParams.get("returnTo") ?? "";
  return /^\/planning\/[\w/]+(?:\?[\w=&%.-]*)?$/.test(to) ? to : paths.planning();
}

/**
 * The dispatcher's forms about the pictures of a visit, from its panel. A script reads the answer itself; a plain form
 * is redirected back (`?returnTo=`) with the message, whether it was done or refused.
 */
export async function visitFilesAction(
  args: Pick<ActionFunctionArgs, "request" | "params">,
  actions: Actions,
  rules: PageOfActions,
) {
  const { request } = args;
  const plain = (request.headers.get("Accept") ?? "").includes("text/html");
  let files: readonly ReceivedFile[] = [];
  let taken = false;
  const read = async (session: CompanySession): Promise<FormData> => {
    if (!(request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data")) return readForm(request);
    const received = await receiveProof(request, session.company.id);
    files = received.files;
    return received.form;
  };
  const answered = answerForm<unknown>(
    request,
    async (context) => {
      taken = true;
      try {
        const outcome = await answerAction(context, args, actions, rules, files);
        return plain ? { ...outcome, redirectTo: backTo(request) } : outcome;
      } catch (error) {
        // A form that is refused here has attached nothing.
        await removeFilesOfFailed(files, error);
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
