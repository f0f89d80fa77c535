import { randomUUID } from "node:crypto";
import { MAX_IMAGE_BYTES } from "~/domain/constants";
import { AttachmentType, ATTACHMENTS_PER_VISIT, tooManyAttachments } from "~/domain/visit/confirmation";
import { imageBytesError, imageError, imagePixelsError } from "~/domain/validation/files";
import { imageTypeOf } from "~/domain/validation/image-type";
import { storedImageSize } from "~/services/images/stored-image.server";
import { services } from "~/services/container.server";
import { receiveForm } from "~/http/receive-form.server";
import type { FilePlace, ReceivedForm } from "~/http/receive-form.server";

/** A stored picture that is not attached to its visit yet. */
export interface ProofFile {
  type: AttachmentType;
  key: string;
}

const isProof = (field: string): field is AttachmentType =>
  field === AttachmentType.Photo || field === AttachmentType.Signature;

/** The pictures among the files of an action. */
export const proofOf = (files: readonly { field: string; key: string }[]): ProofFile[] =>
  files.flatMap(({ field, key }) => (isProof(field) ? [{ type: field, key }] : []));

/**
 * Reads a form with pictures in its fields `photo` and `signature`.
 * @throws AppError 422 for a file that is no picture, or too many of one kind
 */
export async function receiveProof(request: Request, companyId: number): Promise<ReceivedForm> {
  const count: Record<AttachmentType, number> = { photo: 0, signature: 0 };
  const place = ({ field, name, head }: { field: string; name: string; head: Uint8Array }): FilePlace => {
    if (!isProof(field)) return null;
    const type = imageTypeOf(head);
    const fault = type === null ? (imageError(name) ?? imageError("")) : null;
    if (type === null) return { fault: `The file "${name}" ${fault}.` };
    count[field] += 1;
    if (count[field] > ATTACHMENTS_PER_VISIT[field]) return { fault: tooManyAttachments(field) };
    return { key: `companies/${companyId}/visits/${randomUUID()}.${type}` };
  };
  return receiveForm(request, {
    code: "attachment",
    field: "photo",
    place,
    maxBytes: MAX_IMAGE_BYTES,
    check: pictureFault,
  });
}

/** Pixels count as well as bytes: a small file may hold a picture that no phone can show. */
async function pictureFault({
  name,
  key,
  bytes,
}: {
  name: string;
  key: string;
  bytes: number;
}): Promise<string | null> {
  const fault = imageBytesError({ name, size: bytes });
  if (fault !== null) return fault;
  const size = await storedImageSize(services().storage, key);
  return size === undefined ? null : imagePixelsError(name, size);
}
