import { Link, useSearchParams } from "@remix-run/react";
import styles from "./table.module.css";

/** The parameter of the address: '1' active, '0' inactive, none for both. */
export const STATUS_PARAM = "status";

const CHOICES = [
  { value: null, label: "All" },
  { value: "1", label: "Active" },
  { value: "0", label: "Inactive" },
] as const;

/** Which records a list shows by their status. Links, so that it works without JavaScript and is kept in the address. */
export function StatusFilter({ label = "Status" }: { label?: string }) {
  const [params] = useSearchParams();
  const current = params.get(STATUS_PARAM);
  const href = (value: string | null) => {
    const next = new URLSearchParams(params);
    next.delete("page");
    next.delete("highlight");
    if (value === null) next.delete(STATUS_PARAM);
    else next.set(STATUS_PARAM, value);
    const text = next.toString();
    return text === "" ? "." : `?${text}`;
  };
  return (
    <nav className={styles.choices} aria-label={label}>
      {CHOICES.map(({ value, label: name }) => (
        <Link key={name} to={href(value)} className={styles.choice} aria-current={(value === current || (value === null && current !== "1" && current !== "0")) ? "true" : undefined} preventScrollReset prefetch="intent">{name}</Link>
      ))}
    </nav>
  );
}
