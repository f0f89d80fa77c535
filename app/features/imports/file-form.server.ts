import type { ActionFunctionArgs } from "@remix-run/node";
import { answerForm } from "~/http/action.server";
import type { ActionOutcome } from "~/http/action.server";
import type { Actions } from "~/http/actions/define-actions.server";
import { answerAction } from "~/http/actions/page-action.server";
import type { PageOfActions } from "~/http/actions/page-action.server";
import { removeFiles } from "~/http/receive-form.server";
import { readForm } from "~/http/request/read-form.server";
import { receiveUpload } from "./receive-upload.server";
import type { ReceivedUpload } from "./receive-upload.server";

/** The action of a page one of whose forms brings a spreadsheet along, which is read and not kept. */
export async function fileFormAction<Data = undefined>(
  args: Pick<ActionFunctionArgs, "request" | "params">,
  actions: Actions,
  rules: PageOfActions,
) {
  const { request } = args;
  const isUpload = (request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data");
  const uploads: ReceivedUpload[] = [];
  const files = () => uploads.map(({ fileName, key }) => ({ field: "file", name: fileName, key }));
  return answerForm<Data>(
    request,
    (context) => answerAction(context, args, actions, rules, { files: files() }) as Promise<ActionOutcome<Data>>,
    async ({ company }) => {
      if (!isUpload) return readForm(request);
      const upload = await receiveUpload(request, company.id);
      uploads.push(upload);
      return upload.form;
    },
  ).finally(() => removeFiles(uploads));
}
