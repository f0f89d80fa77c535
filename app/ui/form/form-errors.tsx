import { Link } from "@remix-run/react";
import { Icon } from "~/ui/icons";
import { fieldId, useFormState } from "./form-context";
import styles from "./form.module.css";

/** Why the form was refused, with a link to each field at fault. AppForm shows it by itself. */
export function FormErrors() {
  const { formId, refusal } = useFormState();
  if (refusal === null || refusal.message === "") return null;
  const errors = Object.entries(refusal.fieldErrors ?? {});
  // The refusal's own sentence is often that of its field: it is shown once.
  const repeated = errors.some(([, message]) => message === refusal.message);
  return (
    <div className={styles.errors} role="alert" tabIndex={-1} data-form-errors>
      <Icon name="alert" size={18} />
      <div>
        {!repeated && <p className={styles.errorsTitle}>{refusal.message}</p>}
        {refusal.detail !== undefined && <p className={styles.errorsDetail}>{refusal.detail}</p>}
        {refusal.link !== undefined && (
          <p className={styles.errorsDetail}>
            <Link to={refusal.link.to}>{refusal.link.label}</Link>
          </p>
        )}
        {repeated && errors.length > 1 && (
          <p className={styles.errorsTitle}>{`${errors.length} fields need another look`}</p>
        )}
        {errors.length > 0 && (
          <ul className={styles.errorsList}>
            {errors.map(([name, message]) => (
              <li key={name}>
                <a
                  href={`#${fieldId(formId, name)}`}
                  onClick={(event) => {
                    const field = document.getElementById(fieldId(formId, name));
                    if (!field) return;
                    event.preventDefault();
                    field.focus();
                  }}
                >
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
