import { IMPORT_FIELDS } from "~/domain/import/import-fields";
import type { ImportEntity } from "~/domain/import/import-fields";

/** The fields that a column may be, as a select offers them. */
export const fieldOptions = (entity: ImportEntity): { value: string; label: string }[] => [
  { value: "", label: "Not imported" },
  ...IMPORT_FIELDS[entity].map(({ key, label, required }) => ({
    value: key,
    label: required === true ? `${label} (required)` : label,
  })),
];
