import { FileLinks } from "~/ui/table/list-files";
import { Form, Link, useSearchParams } from "@remix-run/react";
import { NO_DRIVER, NO_VEHICLE } from "~/domain/constants";
import { BEHIND_LABELS } from "~/domain/figures/visits-behind";
import { LIST_ORDERS, orderOf } from "~/domain/list-order";
import { VISIT_STATUSES, visitStatusLabel } from "~/domain/visit/visit-status";
import { absolute, paths } from "~/paths";
import { Button, ButtonLink } from "~/ui/button";
import { AppForm } from "~/ui/form/app-form";
import { DateField } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import type { SelectOption } from "~/ui/form/select-option";
import { SubmitButton } from "~/ui/form/submit-button";
import { Icon } from "~/ui/icons";
import { COLUMNS_CHOSEN, COLUMNS_PARAM, VISIT_COLUMNS } from "./visits-columns";
import type { VisitColumn } from "./visits-columns";
import { fieldOf, isNarrowed } from "./visits-filter";
import type { VisitsPageData } from "./visits-page.server";
import styles from "./visits-page.module.css";

const OWN_PARAMS = [
  "status",
  "from",
  "to",
  "driver",
  "vehicle",
  "warehouse",
  "page",
  "highlight",
  "dialog",
  "id",
  "ids",
];
const STATUSES = VISIT_STATUSES.map((status) => ({ value: String(status), label: visitStatusLabel(status) }));

/** One that was removed since, or stands beyond the list, is still what the list is narrowed to. */
const withOwn = (options: readonly SelectOption[], none: string, value: string): SelectOption[] => {
  const all = [{ value: "0", label: none }, ...options];
  return value === "" || all.some((one) => one.value === value) ? all : [...all, { value, label: `Number ${value}` }];
};

/** What the list is narrowed to: a GET form, which works without JavaScript and is kept in the address. */
export function VisitsFilters({ filter, options }: Pick<VisitsPageData, "filter" | "options">) {
  const [params] = useSearchParams();
  const kept = [...params].filter(([name]) => !OWN_PARAMS.includes(name));
  const own = (kind: "driver" | "vehicle" | "warehouse", label: string, all: string, none: string) => (
    <SelectField
      name={kind}
      label={label}
      emptyLabel={all}
      options={withOwn(options[`${kind}s`], none, fieldOf(filter[kind]))}
      defaultValue={fieldOf(filter[kind])}
    />
  );
  const without = new URLSearchParams(params);
  without.delete("behind");
  return (
    <>
      {filter.behind !== null && (
        <p className={styles.behind} role="status">
          <Icon name="filter" size={14} />
          The visits behind a figure of the dashboard: {BEHIND_LABELS[filter.behind]}.
          <Link to={`?${without}`}>Show all</Link>
        </p>
      )}
      <AppForm key={JSON.stringify(filter)} method="get" layout="inline" aria-label="Filter the visits">
        <div className={styles.fields}>
          {kept.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <SelectField
            name="status"
            label="Status"
            emptyLabel="All"
            options={STATUSES}
            defaultValue={filter.status === undefined ? "" : String(filter.status)}
          />
          <DateField name="from" label="From day" defaultValue={filter.from ?? ""} max={filter.to} />
          <DateField name="to" label="To day" defaultValue={filter.to ?? ""} min={filter.from} />
          {own("driver", "Driver", "Everybody", NO_DRIVER)}
          {own("vehicle", "Vehicle", "All vehicles", NO_VEHICLE)}
          {filter.warehouse !== undefined && own("warehouse", "Warehouse", "All warehouses", "No warehouse")}
        </div>
        <SubmitButton kind="plain" icon="filter">
          Filter
        </SubmitButton>
        {isNarrowed(filter) && (
          <ButtonLink kind="quiet" icon="close" to={paths.visits()}>
            Clear
          </ButtonLink>
        )}
      </AppForm>
    </>
  );
}

/** The visits that the list is narrowed to, as a file. */
export function VisitsFiles() {
  const [params] = useSearchParams();
  const kept = keptBeside(params);
  const file = (format: "xlsx" | "csv") =>
    absolute(`${paths.visitsFile(format)}${kept.length > 0 ? `?${new URLSearchParams(kept)}` : ""}`);
  return (
    <span title={orderOf(LIST_ORDERS.visits, params) ? "At most the first 20,000" : "At most the 20,000 newest"}>
      <FileLinks xlsx={file("xlsx")} csv={file("csv")} />
    </span>
  );
}

/** What the address says beside the columns. */
const keptBeside = (params: URLSearchParams): [string, string][] =>
  [...params].filter(([name]) => name !== COLUMNS_PARAM && name !== COLUMNS_CHOSEN);

/** Below the list: which columns it shows. */
export function VisitsColumns({ columns }: { columns: readonly VisitColumn[] }) {
  const [params] = useSearchParams();
  const kept = keptBeside(params);
  return (
    <div className={styles.below}>
      <details className={styles.columns}>
        <summary>Columns</summary>
        <Form method="get" aria-label="Columns of the list" preventScrollReset>
          {kept.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name={COLUMNS_CHOSEN} value="1" />
          <div className={styles.boxes}>
            {Object.entries(VISIT_COLUMNS).map(([id, label]) => (
              <label key={id}>
                <input
                  type="checkbox"
                  name={COLUMNS_PARAM}
                  value={id}
                  defaultChecked={columns.includes(id as VisitColumn)}
                />
                {label}
              </label>
            ))}
          </div>
          <Button type="submit">Show these columns</Button>
        </Form>
      </details>
    </div>
  );
}
