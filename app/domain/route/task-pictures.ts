import { visitPictures } from "../company/company-files";
import type { AttachmentType } from "../visit/confirmation";

/** A stored picture that is not attached to its visit yet, or can't be: it has no room for it, or was removed. */
export interface ProofFile {
  type: AttachmentType;
  /** in the storage */
  key: string;
}

const hasKey = (value: unknown): value is ProofFile =>
  typeof value === "object" && value !== null && "key" in value && typeof value.key === "string";

/**
 * The pictures of a task of this company, in their order. Only its list of pictures counts: all other details may be
 * text that somebody typed, and a key in there may be of a file of another company.
 * @param details as the task holds them
 */
export function picturesOfTask(companyId: number, details: unknown): ProofFile[] {
  if (typeof details !== "object" || details === null || !("pictures" in details)) return [];
  const pictures: readonly unknown[] = Array.isArray(details.pictures) ? details.pictures : [];
  return pictures.filter(hasKey).filter(({ key }) => key.startsWith(visitPictures(companyId)));
}
