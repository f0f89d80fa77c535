/**
 * Files of a record as their bytes, for browsers whose database keeps no files: Safari's private windows refuse them,
 * and keep bytes. Elsewhere files stay files, which the browser reads from the disk when they are wanted.
 */

interface FileBytes {
  fileBytes: ArrayBuffer;
  type: string;
  /** null: it had none */
  name: string | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isFileBytes = (value: object): value is FileBytes => "fileBytes" in value;

/** @throws when the browser can't read a file of it any more */
export async function withBytes(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    const name = value instanceof File ? value.name : null;
    return { fileBytes: await value.arrayBuffer(), type: value.type, name } satisfies FileBytes;
  }
  if (Array.isArray(value)) return Promise.all(value.map(withBytes));
  if (!isRecord(value)) return value;
  const parts = Object.entries(value).map(async ([key, part]) => [key, await withBytes(part)] as const);
  return Object.fromEntries(await Promise.all(parts));
}

/** The same with its files again; what never was bytes stays as it is. */
export function withFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFiles);
  if (!isRecord(value)) return value;
  if (isFileBytes(value)) {
    const { fileBytes, type, name } = value;
    return name === null ? new Blob([fileBytes], { type }) : new File([fileBytes], name, { type });
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withFiles(part)]));
}
