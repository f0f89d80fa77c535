import { useContext, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";
import { Checkbox, Switch, Textarea, TextInput } from "@mantine/core";
import { MAX_TEXT_LENGTH } from "~/domain/constants";
import { normalizeTimeInput } from "~/domain/time/clock-text";
import { timeRangeError } from "~/domain/time/hhmm";
import { noTimeMessage } from "~/domain/validation/text";
import { isEmail, isPhone, NOT_CORRECT, plainPhone } from "~/domain/validation/contact";
import { cleanNumber, numberFault, type NumberLimits } from "~/domain/validation/clean-number";
import { FieldStatuses, LabelWithStatus } from "./field-status";
import { useField } from "./form-context";
import { setInputValue } from "~/lib/input-value";
import { leftHandlers, missingFault, useLeft } from "./use-left";
import { useStored } from "./use-stored";
import styles from "./form.module.css";

/** What all fields share. `name` is what is posted; the error comes from the action's answer unless given. */
export interface FieldProps {
  name: string;
  label: string;
  /** Under the field: what it means, which unit. */
  help?: ReactNode;
  error?: string;
  required?: boolean;
  /** What it says when it is required and left empty; default: "<label> is required". */
  emptyMessage?: string;
  disabled?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
  /** The form's first value. */
  defaultValue?: string;
  onBlur?: (value: string) => void;
  onChange?: (value: string) => void;
}

const shared = ({ name, label, help, required, disabled, placeholder }: FieldProps) => ({
  name,
  label: <LabelWithStatus name={name}>{label}</LabelWithStatus>,
  description: help,
  required,
  disabled,
  placeholder,
});

interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "password" | "tel" | "url" | "datetime-local";
  maxLength?: number;
  autoComplete?: string;
  /** Unit or icon inside the field, at its end. */
  suffix?: ReactNode;
  /** What is wrong with a text, said when the field is left; default: as its type is written. */
  faultOf?: (typed: string) => string | undefined;
  /** It was left with something wrong in it, which it says by itself. */
  onFault?: (fault: string) => void;
}

/** How a text of this type is written. */
const isWritten: { readonly [type in string]?: (text: string) => boolean } = {
  email: isEmail,
  tel: (typed) => isPhone(plainPhone(typed)),
};

export function TextField({
  type = "text",
  maxLength = MAX_TEXT_LENGTH,
  autoComplete,
  suffix,
  faultOf = (typed) => (isWritten[type]?.(typed) === false ? `${props.label} ${NOT_CORRECT}` : undefined),
  onFault,
  ...props
}: TextFieldProps) {
  const field = useField(props.name, props.defaultValue, props.error);
  const left = useLeft(
    field.defaultValue,
    (typed) => missingFault(props)(typed) ?? (typed.trim() === "" ? undefined : faultOf(typed.trim())),
    onFault,
  );
  return (
    <TextInput
      {...shared(props)}
      {...field}
      error={field.error ?? left.fault}
      key={field.defaultValue}
      type={type}
      maxLength={maxLength}
      autoComplete={autoComplete ?? "off"}
      autoFocus={props.autoFocus}
      data-autofocus={props.autoFocus || undefined}
      readOnly={props.readOnly}
      rightSection={suffix}
      {...leftHandlers(left, props)}
    />
  );
}

/** Sent with Enter a field isn't left: it is read before, so that it shows what is stored. */
const onEnter = (understand: (input: HTMLInputElement) => unknown) => (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key === "Enter" && !event.nativeEvent.isComposing) understand(event.currentTarget);
};

export interface NumberFieldProps extends FieldProps, NumberLimits {
  /** Shown inside the field: "km", "min". */
  unit?: string;
  /** Longest text, in characters. */
  maxLength?: number;
}

/**
 * A number as text: when the field is left or sent, it shows how the text is understood; what is no number stays, and
 * is refused.
 */
export function NumberField({ unit, min, max, decimals, maxLength = 12, ...props }: NumberFieldProps) {
  const [fault, setFault] = useState<string>();
  const field = useField(props.name, props.defaultValue, props.error ?? fault);
  const left = useLeft(field.defaultValue, missingFault(props));
  const faultOf = (typed: string) => numberFault(props.label, typed, { max, whole: decimals === 0 });
  // The longest text is one of digits: the marks between them have room besides.
  const giveRoom = (input: HTMLInputElement, text: string) => {
    input.maxLength = maxLength + (text.match(/[.,\s'’]/g)?.length ?? 0);
  };
  const understand = (input: HTMLInputElement): string => {
    setFault(faultOf(input.value));
    const cleaned = cleanNumber(input.value, { min, max, decimals });
    setInputValue(input, cleaned);
    return cleaned;
  };
  const leave = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    const cleaned = understand(input);
    left.leave(input);
    props.onBlur?.(cleaned);
  };
  return (
    <TextInput
      {...shared(props)}
      {...field}
      error={field.error ?? left.fault}
      key={field.defaultValue}
      inputMode={decimals === 0 ? "numeric" : "decimal"}
      maxLength={maxLength}
      autoComplete="off"
      autoFocus={props.autoFocus}
      readOnly={props.readOnly}
      classNames={{ input: styles.numberInput, wrapper: styles.number }}
      rightSection={unit === undefined ? undefined : <span className={styles.unit}>{unit}</span>}
      rightSectionWidth={unit === undefined ? undefined : 20 + unit.length * 8}
      rightSectionPointerEvents="none"
      onChange={(event) => {
        giveRoom(event.currentTarget, event.currentTarget.value);
        if (fault !== undefined) setFault(faultOf(event.currentTarget.value));
        left.correct();
        props.onChange?.(event.currentTarget.value);
      }}
      onPaste={(event) => giveRoom(event.currentTarget, event.clipboardData.getData("text"))}
      onKeyDown={onEnter(understand)}
      onBlur={leave}
    />
  );
}

interface DateFieldProps extends FieldProps {
  /** 'YYYY-MM-DD' */
  min?: string;
  max?: string;
}

/** The browser's own date picker; posts 'YYYY-MM-DD'. */
export function DateField({ min, max, ...props }: DateFieldProps) {
  const field = useField(props.name, props.defaultValue, props.error);
  const left = useLeft(field.defaultValue, missingFault(props));
  return (
    <TextInput
      {...shared(props)}
      {...field}
      error={field.error ?? left.fault}
      key={field.defaultValue}
      type="date"
      min={min}
      max={max}
      readOnly={props.readOnly}
      {...leftHandlers(left, props)}
    />
  );
}

/** Characters of '12:30 p.m.'. */
const LONGEST_TIME = 10;

/**
 * 24-hour 'HH:mm' as text, whatever the browser's language: '8' becomes 08:00, '8:75' becomes 08:59, '2 pm' becomes
 * 14:00.
 */
export function TimeField(props: FieldProps) {
  const [fault, setFault] = useState<string>();
  const field = useField(props.name, props.defaultValue, fault ?? props.error);
  const understand = (input: HTMLInputElement): string => {
    const typed = input.value;
    const time = normalizeTimeInput(typed);
    setFault(time === null ? noTimeMessage(props.label, typed) : undefined);
    const cleaned = time ?? typed;
    setInputValue(input, cleaned);
    return cleaned;
  };
  return (
    <TextInput
      {...shared(props)}
      {...field}
      key={field.defaultValue}
      placeholder={props.placeholder ?? "HH:mm"}
      inputMode="text"
      maxLength={LONGEST_TIME}
      autoComplete="off"
      readOnly={props.readOnly}
      classNames={{ input: styles.timeInput }}
      onChange={(event) => {
        if (fault !== undefined && normalizeTimeInput(event.currentTarget.value) !== null) setFault(undefined);
        props.onChange?.(event.currentTarget.value);
      }}
      onKeyDown={onEnter(understand)}
      onBlur={(event) => props.onBlur?.(understand(event.currentTarget))}
    />
  );
}

interface TimeRangeProps {
  legend: string;
  startName: string;
  endName: string;
  startDefault?: string;
  endDefault?: string;
  help?: ReactNode;
  disabled?: boolean;
  onChange?: (start: string, end: string) => void;
}

/**
 * Start and end; the specification's message shows as soon as they cross, at the end that was left. The server checks
 * again.
 */
export function TimeRange({
  legend,
  startName,
  endName,
  startDefault = "",
  endDefault = "",
  help,
  disabled,
  onChange,
}: TimeRangeProps) {
  const [range, setRange] = useState({ start: startDefault, end: endDefault, changed: "start" as "start" | "end" });
  const statuses = useContext(FieldStatuses);
  const isRefused = [startName, endName].some(
    (name) => statuses[name]?.state === "failed" && statuses[name].error !== undefined,
  );
  // The answer to what was left is the newer word, and the line under the fields says it too.
  const fault = isRefused ? null : timeRangeError(range.start, range.end, range.changed);
  // One message at a time: "" keeps the other end from showing what an earlier answer said of it.
  const errorAt = (end: "start" | "end") => (fault === null ? undefined : end === range.changed ? fault : "");
  const leave = (changed: "start" | "end") => (value: string) => {
    const next = { ...range, [changed]: value, changed };
    setRange(next);
    if (timeRangeError(next.start, next.end) === null) onChange?.(next.start, next.end);
  };
  return (
    <fieldset className={styles.range}>
      <legend className={styles.rangeLegend}>{legend}</legend>
      <div className={styles.row} data-columns={2}>
        <TimeField
          name={startName}
          label="From"
          defaultValue={startDefault}
          disabled={disabled}
          onBlur={leave("start")}
          error={errorAt("start")}
        />
        <TimeField
          name={endName}
          label="To"
          defaultValue={endDefault}
          disabled={disabled}
          onBlur={leave("end")}
          error={errorAt("end")}
        />
      </div>
      {help !== undefined && <p className={styles.help}>{help}</p>}
    </fieldset>
  );
}

interface TextareaFieldProps extends FieldProps {
  rows?: number;
  maxLength?: number;
}

export function TextareaField({ rows = 3, maxLength = 2000, ...props }: TextareaFieldProps) {
  const field = useField(props.name, props.defaultValue, props.error);
  const left = useLeft(field.defaultValue, missingFault(props));
  return (
    <Textarea
      {...shared(props)}
      {...field}
      error={field.error ?? left.fault}
      key={field.defaultValue}
      rows={rows}
      maxLength={maxLength}
      readOnly={props.readOnly}
      {...leftHandlers(left, props)}
    />
  );
}

interface ToggleFieldProps {
  name: string;
  label: string;
  help?: ReactNode;
  error?: string;
  disabled?: boolean;
  defaultChecked?: boolean;
  /** Posted when on; default "1". When off, "0" is posted, so that "off" differs from "not on the form". */
  value?: string;
  /** False where several boxes share the name and the server reads them all. */
  postOff?: boolean;
  onChange?: (checked: boolean) => void;
}

/** The server reads the last value of the name: "0" alone, or "0" and then "1". */
export function CheckboxField(props: ToggleFieldProps) {
  return <Toggle {...props} look="checkbox" />;
}

export function SwitchField(props: ToggleFieldProps) {
  return <Toggle {...props} look="switch" />;
}

function Toggle({
  look,
  name,
  label,
  help,
  error,
  disabled,
  defaultChecked = false,
  value = "1",
  postOff = true,
  onChange,
}: ToggleFieldProps & { look: "checkbox" | "switch" }) {
  const field = useField(name, defaultChecked ? value : "0", error);
  const [checked, turn] = useStored(postOff ? field.defaultValue === value : defaultChecked);
  const Control = look === "checkbox" ? Checkbox : Switch;
  return (
    <div>
      {postOff && !disabled && <input type="hidden" name={name} value="0" />}
      <Control
        id={postOff ? field.id : `${field.id}-${value}`}
        name={name}
        value={value}
        label={<LabelWithStatus name={name}>{label}</LabelWithStatus>}
        description={help}
        error={field.error}
        disabled={disabled}
        checked={checked}
        onChange={(event) => {
          turn(event.currentTarget.checked);
          onChange?.(event.currentTarget.checked);
        }}
      />
    </div>
  );
}
