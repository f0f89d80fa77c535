import { createHash } from "node:crypto";
import { ImportEntity } from "~/domain/import/import-fields";
import type { ReadRow } from "./read-row";

/** No external id has a second line. */
const OF_CELLS = "\n";

/** By what a row is known again; visits without an external id are compared by all of their cells. */
export function keyOfRow({ entity, item, key }: ReadRow, sheet: number, cells: string): string | null {
  if (key !== null || item === null || entity !== ImportEntity.Visit) return key;
  return `${OF_CELLS}${createHash("sha256").update(`${sheet} ${cells}`).digest("base64")}`;
}

export const isCellsKey = (key: string | null): key is string => key?.startsWith(OF_CELLS) === true;

/** The external id or the plate by which a row is known again. */
export const ownKey = (key: string | null): string | null => (isCellsKey(key) ? null : key);
