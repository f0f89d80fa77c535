import { Link } from "@remix-run/react";
import { Icon } from "~/ui/icons";
import { useFormState } from "./form-context";
import styles from "./form.module.css";

interface FormErrorsProps {
  /** undefined for what is hidden: there is no field that a link could lead to */
  fieldIdOf: (name: string) => string | undefined;
}

/** Why the form was refused, with a link to each field at fault. AppForm shows it by itself. */
export function FormErrors({ fieldIdOf }: FormErrorsProps) {
  const { refusal } = useFormState();
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
                <FieldLink id={fieldIdOf(name)}>{message}</FieldLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function FieldLink({ id, children }: { id: string | undefined; children: string }) {
  if (id === undefined) return children;
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        const field = document.getElementById(id);
        if (!field) return;
        event.preventDefault();
        field.focus();
      }}
    >
      {children}
    </a>
  );
}
