import { Input, NativeSelect } from "@mantine/core";
import { useMemo, useRef } from "react";
import { SELECT_SEARCH_FROM_OPTIONS } from "~/domain/constants";
import { useMounted } from "~/ui/use-mounted";
import { setInputValue } from "~/lib/input-value";
import type { FieldProps } from "./fields";
import { LabelWithStatus } from "./field-status";
import { useField } from "./form-context";
import { SearchableList } from "./searchable-list";
import type { SelectOption } from "./select-option";
import { missingFault, useLeft } from "./use-left";
import { useStored } from "./use-stored";
import styles from "./form.module.css";

export type { SelectOption };

/** Of a choice that the list doesn't have: a list would show its first entry instead, and post that. */
const NO_LONGER_OFFERED = "No longer offered";

interface SelectFieldProps extends FieldProps {
  options: readonly SelectOption[];
  /** An entry with the value "" before the others: "No driver". */
  emptyLabel?: string;
}

/** The browser's own select; above 10 options, and with JavaScript, a list with a search box opens instead. */
export function SelectField({ options, emptyLabel, ...props }: SelectFieldProps) {
  const field = useField(props.name, props.defaultValue, props.error);
  const mounted = useMounted();
  const select = useRef<HTMLSelectElement>(null);
  const searchable = mounted && options.length > SELECT_SEARCH_FROM_OPTIONS && !props.disabled;
  const [value, setValue] = useStored(field.defaultValue);
  const isMissing = value !== "" && !options.some((option) => option.value === value);
  const all = useMemo(
    () => [
      ...(emptyLabel === undefined ? [] : [{ value: "", label: emptyLabel }]),
      ...options,
      ...(isMissing ? [{ value, label: NO_LONGER_OFFERED }] : []),
    ],
    [options, emptyLabel, isMissing, value],
  );
  const left = useLeft(field.defaultValue, missingFault(props));
  const error = field.error ?? left.fault;
  const choose = (next: string) => {
    left.correct();
    setValue(next);
    props.onChange?.(next);
  };
  const native = (
    <NativeSelect
      id={searchable ? undefined : field.id}
      ref={select}
      name={props.name}
      label={searchable ? undefined : <LabelWithStatus name={props.name}>{props.label}</LabelWithStatus>}
      description={searchable ? undefined : props.help}
      error={searchable ? undefined : error}
      required={props.required}
      disabled={props.disabled}
      data={all}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
      onBlur={(event) => {
        left.leave(event.currentTarget);
        props.onBlur?.(event.currentTarget.value);
      }}
      tabIndex={searchable ? -1 : undefined}
      aria-hidden={searchable || undefined}
    />
  );
  if (!searchable) return native;
  return (
    <Input.Wrapper
      id={field.id}
      label={<LabelWithStatus name={props.name}>{props.label}</LabelWithStatus>}
      description={props.help}
      error={error}
      required={props.required}
    >
      <div className={styles.hiddenSelect}>{native}</div>
      <SearchableList
        id={field.id}
        label={props.label}
        invalid={error !== undefined}
        options={all}
        value={value}
        onChoose={(next) => select.current && setInputValue(select.current, next)}
        onClose={() => props.onBlur?.(select.current?.value ?? "")}
        onLeave={() => left.leave(select.current)}
      />
    </Input.Wrapper>
  );
}
