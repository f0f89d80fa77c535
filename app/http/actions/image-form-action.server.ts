import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import type { CompanySession } from "~/auth/session.server";
import { MAX_IMAGE_BYTES } from "~/domain/constants";
import { imageError } from "~/domain/validation/files";
import { IMAGE_TYPES, imageTypeOf } from "~/domain/validation/image-type";
import { answerForm } from "~/http/action.server";
import { AppError } from "~/lib/errors";
import type { ActionFile, Actions } from "./define-actions.server";
import { answerAction } from "./page-action.server";
import type { PageOfActions } from "./page-action.server";
import { receiveForm, removeFiles, removeFilesOfFailed } from "~/http/receive-form.server";
import type { ReceivedFile, ReceivedForm } from "~/http/receive-form.server";
import { readForm } from "~/http/request/read-form.server";
import { storedImageFault } from "~/services/images/stored-image.server";
import { services } from "~/services/container.server";

/** The picture that came along. @throws AppError 422 for none */
export function onePicture([file]: readonly ActionFile[]): ActionFile {
  if (file === undefined) throw new AppError("image.none", "Choose a picture", { status: 422, field: "image" });
  return file;
}

/** Reads a form with one picture in its field `image`. @throws AppError 422 for anything that no page may show */
export function receiveImage(request: Request, folder: string): Promise<ReceivedForm> {
  let count = 0;
  return receiveForm(request, {
    code: "image",
    field: "image",
    maxBytes: MAX_IMAGE_BYTES,
    place({ field, name, head }) {
      if (field !== "image") return null;
      const type = imageTypeOf(head);
      count += 1;
      if (type === null || !IMAGE_TYPES[type].shown) {
        return { fault: `The file "${name}" ${imageError(name) ?? "has wrong format"}.` };
      }
      if (count > 1) return { fault: "Choose one picture" };
      return { key: `${folder}/${randomUUID()}.${type}` };
    },
    check: (file) => storedImageFault(services().storage, file),
  });
}

/** The action of a page whose forms may bring a picture along. @param folderOf where the session's pictures are kept */
export async function imageFormAction(
  args: Pick<ActionFunctionArgs, "request" | "params">,
  actions: Actions,
  folderOf: (session: CompanySession) => string,
  rules: PageOfActions = {},
) {
  const { request } = args;
  let files: readonly ReceivedFile[] = [];
  let taken = false;
  const read = async (session: CompanySession): Promise<FormData> => {
    if (!(request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data")) return readForm(request);
    const received = await receiveImage(request, folderOf(session));
    files = received.files;
    return received.form;
  };
  const answered = answerForm(
    request,
    async (context) => {
      taken = true;
      try {
        return await answerAction(context, args, actions, rules, { files });
      } catch (error) {
        await removeFilesOfFailed(files, error);
        throw error;
      }
    },
    read,
  );
  return answered.finally(() => {
    // Of a form that was refused before its work, or that was sent twice.
    if (!taken) return removeFiles(files);
  });
}
