import { randomUUID } from "node:crypto";
import { visitPictures } from "~/domain/company/company-files";
import { MAX_IMAGE_BYTES } from "~/domain/constants";
import type { ProofFile } from "~/domain/route/task-pictures";
import { AttachmentType, ATTACHMENTS_PER_VISIT, tooManyAttachments } from "~/domain/visit/confirmation";
import { imageError, wrongFormat } from "~/domain/validation/files";
import { imageTypeOf, isShownImage } from "~/domain/validation/image-type";
import { storedImageFault } from "~/services/images/stored-image.server";
import { services } from "~/services/container.server";
import { receiveForm } from "~/http/receive-form.server";
import type { FilePlace, ReceivedForm } from "~/http/receive-form.server";

const isProof = (field: string): field is AttachmentType =>
  field === AttachmentType.Photo || field === AttachmentType.Signature;

/** The pictures among the files of an action. */
export const proofOf = (files: readonly { field: string; key: string }[]): ProofFile[] =>
  files.flatMap(({ field, key }) => (isProof(field) ? [{ type: field, key }] : []));

/** Where a picture goes: the key with the ending of what it is; a fault for what is none. */
export function picturePlace(
  { name, head }: { name: string; head: Uint8Array },
  key: string,
): { key: string } | { fault: string } {
  const type = imageTypeOf(head);
  if (type !== null) return { key: `${key}.${type}` };
  return { fault: `The file "${name}" ${imageError(name) ?? imageError("")}.` };
}

/**
 * Reads a form with pictures in its fields `photo` and `signature`.
 * @throws AppError 422 for a file that is no picture, or too many of one kind
 */
export async function receiveProof(
  request: Request,
  companyId: number,
  /**
   * `isPhone`: from a driver's camera: drawings that may hold scripts are none of its photos. `form`: takes the text
   * fields, also of a form that is refused
   */
  { isPhone = false, form }: { isPhone?: boolean; form?: FormData } = {},
): Promise<ReceivedForm> {
  const count: Record<AttachmentType, number> = { photo: 0, signature: 0 };
  const place = ({ field, name, head }: { field: string; name: string; head: Uint8Array }): FilePlace => {
    if (!isProof(field)) return null;
    const place = picturePlace({ name, head }, `${visitPictures(companyId)}${randomUUID()}`);
    if ("fault" in place) return place;
    if (isPhone && !isShownImage(place.key)) return { fault: wrongFormat(name) };
    count[field] += 1;
    return count[field] > ATTACHMENTS_PER_VISIT[field] ? { fault: tooManyAttachments(field) } : place;
  };
  const rules = { code: "attachment", field: "photo", place, maxBytes: MAX_IMAGE_BYTES, check: pictureFault };
  return receiveForm(request, rules, form);
}

export const pictureFault = (file: { name: string; key: string; bytes: number }): Promise<string | null> =>
  storedImageFault(services().storage, file);
