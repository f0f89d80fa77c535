import { imageBytesError, imageError } from "~/domain/validation/files";

/** What a field for pictures offers to choose. */
export const PICTURES = "image/jpeg,image/png,image/gif,image/bmp,image/svg+xml";

/** The first thing that is wrong with a chosen picture, as the server says it too; or null. */
export function pictureFault(file: { name: string; size: number }): string | null {
  const fault = imageError(file.name);
  return imageBytesError(file) ?? (fault === null ? null : `The file "${file.name}" ${fault}.`);
}
