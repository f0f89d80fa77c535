import { useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { Input, NativeSelect } from "@mantine/core";
import { SELECT_SEARCH_FROM_OPTIONS, VIRTUAL_LIST_MAX_HEIGHT_PX } from "~/domain/constants";
import { Icon } from "~/ui/icons";
import { useMounted } from "~/ui/use-mounted";
import { rowForKey } from "~/ui/table/virtual-window";
import { setInputValue, type FieldProps } from "./fields";
import { MarkedLabel } from "./field-marks";
import { useField } from "./form-context";
import styles from "./form.module.css";

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps extends FieldProps {
  options: readonly SelectOption[];
  /** An entry with the value "" before the others: "No driver". */
  emptyLabel?: string;
}

/** The browser's own select; above 10 options, and with JavaScript, a list with a search box opens instead. */
export function SelectField({ options, emptyLabel, ...props }: SelectFieldProps) {
  const field = useField(props.name, props.defaultValue, props.error);
  const mounted = useMounted();
  const select = useRef<HTMLSelectElement>(null);
  const all = useMemo(() => (emptyLabel === undefined ? [...options] : [{ value: "", label: emptyLabel }, ...options]), [options, emptyLabel]);
  const searchable = mounted && options.length > SELECT_SEARCH_FROM_OPTIONS && !props.disabled;
  const [value, setValue] = useState(field.defaultValue);
  const choose = (next: string) => {
    setValue(next);
    props.onChange?.(next);
  };
  const native = (
    <NativeSelect
      id={searchable ? undefined : field.id}
      ref={select}
      name={props.name}
      label={searchable ? undefined : <MarkedLabel name={props.name}>{props.label}</MarkedLabel>}
      description={searchable ? undefined : props.help}
      error={searchable ? undefined : field.error}
      required={props.required}
      disabled={props.disabled}
      data={all}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
      onBlur={(event) => props.onBlur?.(event.currentTarget.value)}
      tabIndex={searchable ? -1 : undefined}
      aria-hidden={searchable || undefined}
    />
  );
  if (!searchable) return native;
  return (
    <Input.Wrapper id={field.id} label={<MarkedLabel name={props.name}>{props.label}</MarkedLabel>} description={props.help} error={field.error} required={props.required}>
      <div className={styles.hiddenSelect}>{native}</div>
      <SearchableList
        id={field.id}
        label={props.label}
        invalid={field.error !== undefined}
        options={all}
        value={value}
        onChoose={(next) => select.current && setInputValue(select.current, next)}
        onClose={() => props.onBlur?.(select.current?.value ?? "")}
      />
    </Input.Wrapper>
  );
}

interface SearchableListProps {
  id: string;
  label: string;
  invalid: boolean;
  options: readonly SelectOption[];
  value: string;
  onChoose: (value: string) => void;
  onClose: () => void;
}

/** A combobox: the button is the search box while it is open. */
function SearchableList({ id, label, invalid, options, value, onChoose, onClose }: SearchableListProps) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const chosen = options.find((option) => option.value === value);
  const words = query.trim().toLowerCase();
  const found = words === "" ? options : options.filter((option) => option.label.toLowerCase().includes(words));

  const show = () => {
    setOpen(true);
    setQuery("");
    setActive(Math.max(0, options.findIndex((option) => option.value === value)));
  };
  const close = () => {
    if (!open) return;
    setOpen(false);
    onClose();
  };
  const pick = (option: SelectOption | undefined) => {
    if (option === undefined || option.disabled) return;
    onChoose(option.value);
    setOpen(false);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!open) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp" || event.key === "Enter") {
        event.preventDefault();
        show();
      }
      return;
    }
    if (event.key === "Escape") {
      // Esc closes the list, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Enter") {
      event.preventDefault();
      pick(found[active]);
    } else if (event.key !== "Home" && event.key !== "End") {
      const next = rowForKey(event.key, active, found.length, 10);
      if (next === null) return;
      event.preventDefault();
      setActive(next);
      list.current?.children[next]?.scrollIntoView({ block: "nearest" });
    }
  };
  return (
    <div className={styles.combo} onBlur={(event) => { if (!event.currentTarget.contains(event.relatedTarget)) close(); }}>
      <Input
        id={id}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-invalid={invalid || undefined}
        aria-activedescendant={open && found[active] !== undefined ? `${listId}-${active}` : undefined}
        autoComplete="off"
        value={open ? query : (chosen?.label ?? "")}
        placeholder={open ? (chosen?.label ?? "Search") : "Choose"}
        error={invalid}
        rightSection={<Icon name={open ? "search" : "chevron-down"} size={16} />}
        rightSectionPointerEvents="none"
        onClick={() => { if (!open) show(); }}
        onChange={(event) => { setQuery(event.currentTarget.value); setActive(0); setOpen(true); }}
        onKeyDown={onKeyDown}
      />
      {open && (
        <div ref={list} id={listId} role="listbox" aria-label={label} className={styles.comboList} style={{ maxHeight: VIRTUAL_LIST_MAX_HEIGHT_PX }}>
          {found.map((option, index) => (
            <div
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={option.value === value}
              aria-disabled={option.disabled || undefined}
              data-active={index === active || undefined}
              className={styles.comboOption}
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setActive(index)}
              onClick={() => pick(option)}
            >
              <span className="cut" title={option.label}>{option.label}</span>
              {option.value === value && <Icon name="check" size={16} />}
            </div>
          ))}
          {found.length === 0 && <div className={styles.comboEmpty}>Nothing matches “{query}”</div>}
        </div>
      )}
    </div>
  );
}
