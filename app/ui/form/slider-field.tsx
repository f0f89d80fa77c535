import { useState, type CSSProperties } from "react";
import { formatNumber } from "~/domain/format-number";
import { LabelWithStatus } from "./field-status";
import { useField } from "./form-context";
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
 * moved: then a scale stands below it instead.
 */
export function SliderField({ min, max, step, unit = "", ...props }: SliderFieldProps) {
  const field = useField(props.name, props.defaultValue, props.error);
  const [value, setValue] = useState(field.defaultValue === "" ? String(min) : field.defaultValue);
  const helpId = `${field.id}-help`;
  return (
    <div className={styles.slider}>
      <div className={styles.sliderHead}>
        <label htmlFor={field.id} className={styles.label}>
          <LabelWithStatus name={props.name}>{props.label}</LabelWithStatus>
        </label>
        <output htmlFor={field.id} className={`${styles.sliderValue} num`}>
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
        onChange={(event) => {
          setValue(event.currentTarget.value);
          props.onChange?.(event.currentTarget.value);
        }}
        onBlur={(event) => props.onBlur?.(event.currentTarget.value)}
      />
      <div className={`${styles.sliderScale} num`} aria-hidden="true">
        {stepsOf({ min, max, step }).map((one) => (
          <span key={one}>{one}</span>
        ))}
      </div>
      <span id={helpId}>
        {field.error !== undefined && <span className={styles.error}>{field.error}</span>}
        {props.help !== undefined && <span className={styles.help}>{props.help}</span>}
      </span>
    </div>
  );
}

/** '50', '60', …, '150' */
const stepsOf = ({ min, max, step }: Pick<SliderFieldProps, "min" | "max" | "step">): string[] =>
  Array.from({ length: Math.round((max - min) / step) + 1 }, (_, nth) => formatNumber(min + nth * step, 2));
