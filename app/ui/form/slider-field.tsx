import { useState, type CSSProperties } from "react";
import { LabelWithStatus } from "./field-status";
import { useField } from "./form-context";
import { useMounted } from "~/ui/use-mounted";
import { NumberField } from "./fields";
import type { FieldProps } from "./fields";
import styles from "./form.module.css";

interface SliderFieldProps extends FieldProps {
  min: number;
  max: number;
  step: number;
  /** After the number: "%". */
  unit?: string;
}

/**
 * The browser's own range input, with its value in words beside it. Without scripts the words would stay while it is
 * moved: then it is a field for the number.
 */
export function SliderField({ min, max, step, unit = "", ...props }: SliderFieldProps) {
  const field = useField(props.name, props.defaultValue, props.error);
  const [value, setValue] = useState(field.defaultValue === "" ? String(min) : field.defaultValue);
  const helpId = `${field.id}-help`;
  const change = (next: string) => {
    setValue(next);
    props.onChange?.(next);
  };
  const mounted = useMounted();
  if (!mounted)
    return (
      <NumberField
        {...props}
        unit={unit}
        min={min}
        max={max}
        decimals={0}
        defaultValue={field.defaultValue === "" ? String(min) : field.defaultValue}
        help={props.help ?? `${min} to ${max}, in steps of ${step}`}
        onChange={change}
      />
    );
  return (
    <div className={styles.slider}>
      <div className={styles.sliderHead}>
        <label htmlFor={field.id} className={styles.label}>
          <LabelWithStatus name={props.name}>{props.label}</LabelWithStatus>
        </label>
        <output htmlFor={field.id} className="num">
          {value}
          {unit}
        </output>
      </div>
      <input
        id={field.id}
        type="range"
        name={props.name}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={props.disabled}
        className={styles.sliderInput}
        style={{ "--filled": `${((Number(value) - min) / (max - min)) * 100}%` } as CSSProperties}
        aria-describedby={helpId}
        aria-invalid={field.error === undefined ? undefined : true}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={(event) => props.onBlur?.(event.currentTarget.value)}
      />
      <span id={helpId}>
        {field.error !== undefined && <span className={styles.error}>{field.error}</span>}
        {props.help !== undefined && <span className={styles.help}>{props.help}</span>}
      </span>
    </div>
  );
}
