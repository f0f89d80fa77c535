import { Link, useSearchParams } from "@remix-run/react";
import { RecordStatus, recordStatusLabel } from "~/domain/record-status";
import { COUNTRY_PARAM, listAddress, STATUS_PARAM } from "~/lib/list-params";
import styles from "./choice-filter.module.css";

interface ChoiceFilterProps {
  /** The parameter of the address. */
  param: string;
  /** What is chosen; spoken. */
  label: string;
  /** null: everything, and the parameter is left out. */
  choices: readonly { value: string | null; label: string }[];
  /** What is chosen, where the parameter alone doesn't tell. */
  current?: string;
  /** Other parameters go with the choice. */
  hrefOf?: (value: string | null) => string;
}

/**
 * Which records a list shows. Links, so that it works without JavaScript and is kept in the address. On paper it says
 * what is chosen, if it isn't everything.
 */
export function ChoiceFilter({ param, label, choices, current: chosen, hrefOf }: ChoiceFilterProps) {
  const [params] = useSearchParams();
  const asked = chosen ?? params.get(param);
  const current = choices.some(({ value }) => value === asked) ? asked : null;
  const href = hrefOf ?? ((value: string | null) => listAddress(params, param, value));
  return (
    <nav className={styles.choices} aria-label={label} data-on-paper={current === null ? undefined : true}>
      {choices.map(({ value, label: name }) => (
        <Link
          key={name}
          to={href(value)}
          className={styles.choice}
          aria-current={value === current ? "true" : undefined}
          preventScrollReset
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

const STATUSES = [
  { value: null, label: "All" },
  ...[RecordStatus.Active, RecordStatus.Inactive].map((status) => ({
    value: String(status),
    label: recordStatusLabel(status),
  })),
];

export const StatusFilter = () => <ChoiceFilter param={STATUS_PARAM} label="Status" choices={STATUSES} />;

/** The countries that there are records of; nothing to choose while there is none. */
export function CountryFilter({ countries }: { countries: readonly { id: number; title: string }[] }) {
  if (countries.length === 0) return null;
  return (
    <ChoiceFilter
      param={COUNTRY_PARAM}
      label="Country"
      choices={[
        { value: null, label: "All countries" },
        ...countries.map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
    />
  );
}
