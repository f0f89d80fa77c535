import { json, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, TypedResponse } from "@remix-run/node";
import { ZodError } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { answerForm } from "~/http/action.server";
import type { ActionContext, ActionOutcome } from "~/http/action.server";
import type { Actions } from "~/http/actions/define-actions.server";
import { answerAction, pageAction } from "~/http/actions/page-action.server";
import type { PageOfActions } from "~/http/actions/page-action.server";
import { flashHeader, isPlainForm } from "~/http/flash.server";
import { submitIdOf } from "~/http/page-stamp.server";
import { readForm } from "~/http/request/read-form.server";
import { removeFiles, removeFilesOfFailed } from "~/http/receive-form.server";
import type { ReceivedFile } from "~/http/receive-form.server";
import type { ActionResult } from "~/lib/action-result";
import { AppError } from "~/lib/errors";
import { paths } from "~/paths";
import { attachAlone } from "./commands/attachments.server";
import { proofOf, receiveProof } from "./proof-files.server";

type Args = Pick<ActionFunctionArgs, "request" | "params">;

const bringsFiles = (request: Request): boolean =>
  (request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data");

/** Where a plain form returns to: one of our pages, or the list of plans. */
function backTo(request: Request): string {
  const to = new URL(request.url).searchParams.get("returnTo") ?? "";
  return /^\/planning\/[\w/]+(?:\?[\w=&%.-]*)?$/.test(to) ? to : paths.planningMain();
}

/**
 * The dispatcher's forms about the pictures of a visit, from its panel. A script reads the answer itself; a plain form
 * is redirected back (`?returnTo=`) with the message, whether it was done or refused.
 */
export async function visitFilesAction(args: Args, actions: Actions, rules: PageOfActions) {
  const { request } = args;
  const plain = isPlainForm(request);
  let files: readonly ReceivedFile[] = [];
  let taken = false;
  const read = async (session: CompanySession): Promise<FormData> => {
    if (!bringsFiles(request)) return readForm(request);
    const received = await receiveProof(request, session.company.id);
    files = received.files;
    return received.form;
  };
  const answered = answerForm<unknown>(
    request,
    async (context) => {
      taken = true;
      try {
        const outcome = await answerAction(context, args, actions, rules, { files });
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

/**
 * The action of a page with visits, one of whose plain forms marks a visit done with its proof. Where that is refused,
 * or has a question first, the page comes again with the form as it was filled in. File fields can't be filled in
 * again, and nobody takes a photo twice: the pictures are attached all the same.
 */
export function proofPageAction(actions: Actions, rules: PageOfActions) {
  const answerOther = pageAction(actions, rules);
  return (args: Args): Promise<TypedResponse<ActionResult>> =>
    bringsFiles(args.request) ? answerProof(args, actions, rules) : answerOther(args);
}

async function answerProof(args: Args, actions: Actions, rules: PageOfActions) {
  const { request } = args;
  // A question is shown in the form, which has an answer to it, and not in a dialog of its own.
  const inForm: PageOfActions = { given: (params, session) => rules.given?.(params, session) ?? {} };
  const form = new FormData();
  let files: readonly ReceivedFile[] = [];
  let wrongFile: AppError | null = null;
  let taken = false;
  let notStored: string | undefined;
  const read = async (session: CompanySession): Promise<FormData> => {
    try {
      files = (await receiveProof(request, session.company.id, { form })).files;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Told once the form is read, so that what was typed beside it comes back.
      wrongFile = error;
    }
    return form;
  };
  const handle = async (context: ActionContext): Promise<ActionOutcome> => {
    if (wrongFile !== null) throw wrongFile;
    taken = true;
    try {
      const outcome = await answerAction(context, args, actions, inForm, { files, leavesFiles: true });
      return outcome as ActionOutcome;
    } catch (error) {
      if (error instanceof AppError || error instanceof ZodError)
        notStored = await keepPictures(request, context, files);
      else await removeFilesOfFailed(files, error);
      throw error;
    }
  };
  const answer = await answerForm(request, handle, read).finally(() => {
    if (!taken) return removeFiles(files);
  });
  if (notStored === undefined) return answer;
  const result = await answer.json();
  const detail = [result.detail, notStored].filter((part) => part).join(" ");
  return json<ActionResult>({ ...result, detail }, { status: answer.status, headers: answer.headers });
}

/** A form that a browser sends once more, as it does when its page is loaded again, attaches nothing once more. */
async function keepPictures(
  request: Request,
  { session, form, values, tab }: ActionContext,
  files: readonly ReceivedFile[],
): Promise<string | undefined> {
  const commandId = submitIdOf(request, form) ?? undefined;
  return attachAlone(session, { visitId: Number(values.visitId), files: proofOf(files), commandId, tab });
}
