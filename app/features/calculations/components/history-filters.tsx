import { useSearchParams, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ChangeEvent, FocusEvent } from "react";
import { CALCULATION_TYPE_LABELS } from "~/domain/calculation/calculation-type";
import { ButtonLink } from "~/ui/button";
import { AppForm } from "~/ui/form/app-form";
import { DateField } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { CALCULATION_STATUSES } from "~/domain/calculation/calculation-status";
import { STATUS_WORDS } from "../calculation-words";
import type { HistoryFilter } from "../schemas";
import styles from "./calculations.module.css";

const FORM = "history-filter";
const NAMES = ["plan", "country", "status", "type", "from", "to"];
/** Parameters of the current page that do not apply to the next one. */
const PASSING = ["page", "query", "tab", "part"];

interface HistoryFiltersProps {
  filter: HistoryFilter;
  choices: { plans: { id: number; title: string }[]; countries: { id: number; title: string }[] };
}

const options = (items: readonly { id: number; title: string }[]) =>
  items.map((item) => ({ value: String(item.id), label: item.title }));
const text = (value: string | number | undefined): string => (value === undefined ? "" : String(value));
const without = (params: URLSearchParams, names: readonly string[]): URLSearchParams =>
  new URLSearchParams([...params].filter(([name, value]) => value !== "" && !names.includes(name)));

/** Choices apply at once, days when their field loses the focus. Without JavaScript the button sends them all. */
export function HistoryFilters({ filter, choices }: HistoryFiltersProps) {
  const [params] = useSearchParams();
  const submit = useSubmit();
  const kept = without(params, [...NAMES, ...PASSING]);
  const asked = NAMES.some((name) => (params.get(name) ?? "") !== "");
  const state = JSON.stringify(filter);

  // A new filter renders a new form, because Back and Clear must show what applies now. The focus returns to where it
  // was.
  const left = useRef<string | null>(null);
  useEffect(() => {
    if (left.current !== null) document.getElementById(left.current)?.focus();
    left.current = null;
  }, [state]);

  const send = (field: HTMLInputElement | HTMLSelectElement, stay: boolean) => {
    if (!field.form) return;
    const fields = [...new FormData(field.form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
    );
    const next = new URLSearchParams(fields);
    if (
      new URLSearchParams([...next].sort()).toString() ===
      new URLSearchParams([...without(params, PASSING)].sort()).toString()
    )
      return;
    left.current = stay ? field.id : null;
    submit(next, { method: "get", preventScrollReset: true });
  };

  return (
    <div
      className={styles.filters}
      onChange={(event: ChangeEvent<HTMLDivElement>) => {
        const field: EventTarget = event.target;
        if (field instanceof HTMLSelectElement) send(field, true);
      }}
      onBlur={(event: FocusEvent<HTMLDivElement>) => {
        const field: EventTarget = event.target;
        if (field instanceof HTMLInputElement && field.type === "date" && field.checkValidity()) send(field, false);
      }}
    >
      <AppForm
        key={state}
        id={FORM}
        method="get"
        layout="inline"
        hidden={Object.fromEntries(kept)}
        aria-label="Filter calculations"
      >
        <SelectField
          name="plan"
          label="Plan"
          emptyLabel="All plans"
          options={options(choices.plans)}
          defaultValue={text(filter.plan)}
        />
        <SelectField
          name="status"
          label="Status"
          emptyLabel="All"
          options={CALCULATION_STATUSES.map((status) => ({ value: status, label: STATUS_WORDS[status] }))}
          defaultValue={text(filter.status)}
        />
        <SelectField
          name="type"
          label="Type"
          emptyLabel="All"
          options={Object.entries(CALCULATION_TYPE_LABELS).map(([value, label]) => ({ value, label }))}
          defaultValue={text(filter.type)}
        />
        <SelectField
          name="country"
          label="Country"
          emptyLabel="All countries"
          options={options(choices.countries)}
          defaultValue={text(filter.country)}
        />
        <DateField name="from" label="From day" defaultValue={text(filter.from)} max={filter.to} />
        <DateField name="to" label="To day" defaultValue={text(filter.to)} min={filter.from} />
        <SubmitButton kind="plain" icon="filter">
          Filter
        </SubmitButton>
        {asked && (
          <ButtonLink kind="quiet" icon="close" to={kept.size === 0 ? "." : `?${kept}`} preventScrollReset>
            Clear
          </ButtonLink>
        )}
      </AppForm>
    </div>
  );
}
