import { fieldText, isMetric, storedFieldName, unitOfField } from "~/domain/unit-fields";
import { useUnits } from "~/ui/use-units";
import { NumberField } from "./fields";
import type { NumberFieldProps } from "./fields";

interface Props extends Omit<NumberFieldProps, "unit" | "min" | "max" | "defaultValue"> {
  /** what is stored, metric; "" and absent: nothing */
  stored?: string;
  /** metric */
  max?: number;
  /** before the unit, in a field of money: "€" */
  money?: string;
}

/** Room for two decimals, and more digits than kilograms have. */
const MORE_CHARACTERS = 4;

/** A distance or a weight in the form's units. What was not changed is sent with what is stored. */
export function UnitField({ stored = "", max, money, maxLength, ...props }: Props) {
  const units = useUnits();
  const { name } = props;
  const metric = isMetric(units);
  const limit = max === undefined ? undefined : Number(fieldText(name, max, units));
  return (
    <>
      <NumberField
        {...props}
        min={0}
        {...(limit === undefined ? {} : { max: limit })}
        {...(metric || props.decimals === undefined ? {} : { decimals: 2 })}
        {...(maxLength === undefined ? {} : { maxLength: metric ? maxLength : maxLength + MORE_CHARACTERS })}
        unit={money ?? unitOfField(name, units)}
        defaultValue={fieldText(name, stored, units)}
      />
      {!metric && stored !== "" && !props.disabled && (
        <input type="hidden" name={storedFieldName(name)} value={stored} />
      )}
    </>
  );
}
