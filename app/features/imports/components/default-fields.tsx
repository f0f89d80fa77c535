import { TextInput } from "@mantine/core";
import { IMPORT_FIELDS } from "~/domain/import/import-fields";
import type { ImportEntity } from "~/domain/import/import-fields";
import { useFormState } from "~/ui/form/form-context";
import { defaultField } from "../form-fields";
import styles from "./columns-dialog.module.css";

interface DefaultFieldsProps {
  entity: ImportEntity;
  columns: readonly (string | null)[];
  defaults: Readonly<Record<string, string>>;
}

/** By what no two records are alike. */
const OWN: ReadonlySet<string> = new Set(["lat", "lng", "externalId", "plate"]);

/** What fields get that have no column, the same in every row. */
export function DefaultFields({ entity, columns, defaults }: DefaultFieldsProps) {
  const { refusal } = useFormState();
  const fields = IMPORT_FIELDS[entity].filter(
    ({ key, partOf }) => partOf === undefined && !OWN.has(key) && !columns.includes(key),
  );
  if (fields.length === 0) return null;
  const errors = refusal?.fieldErrors ?? {};
  const isOpen = fields.some(({ key }) => (defaults[key] ?? "") !== "" || errors[defaultField(key)] !== undefined);
  return (
    <details className={styles.more} open={isOpen}>
      <summary>Values for fields without a column</summary>
      <div className={styles.defaults}>
        {fields.map(({ key, label }) => (
          <TextInput
            key={key}
            name={defaultField(key)}
            label={label}
            maxLength={255}
            autoComplete="off"
            error={errors[defaultField(key)]}
            defaultValue={refusal?.values?.[defaultField(key)] ?? defaults[key] ?? ""}
          />
        ))}
      </div>
    </details>
  );
}
