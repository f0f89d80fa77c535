import { MAX_UPLOAD_BYTES } from "~/domain/constants";
import { fileError, imageError } from "~/domain/validation/files";

/** What a field for pictures offers to choose. */
export const PICTURES = "image/jpeg,image/png,image/gif,image/bmp,image/svg+xml";

/** The first thing that is wrong with a chosen picture, as the server says it too; or null. */
export function pictureFault(file: { name: string; size: number }): string | null {
  if (file.size > MAX_UPLOAD_BYTES) return fileError(file);
  const fault = imageError(file.name);
  return fault === null ? null : `The file "${file.name}" ${fault}.`;
}
