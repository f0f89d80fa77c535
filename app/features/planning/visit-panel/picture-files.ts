import { imageBytesError, imageError } from "~/domain/validation/files";

/** The types that a field for pictures offers. */
export const PICTURES = "image/jpeg,image/png,image/gif,image/bmp,image/svg+xml";

/** The first fault of a chosen picture, in the server's words; or null. */
export function pictureFault(file: { name: string; size: number }): string | null {
  const fault = imageError(file.name);
  return imageBytesError(file) ?? (fault === null ? null : `The file "${file.name}" ${fault}.`);
}
