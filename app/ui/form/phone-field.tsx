import { useEffect, useRef, useState } from "react";
import { ENTER_VALID_PHONE, PHONE_NOT_VALID } from "~/domain/validation/phone-countries";
import { toast } from "~/ui/feedback/toasts";
import { FieldRow } from "./app-form";
import { TextField } from "./fields";
import { SelectField } from "./select-field";
import type { SelectOption } from "./select-option";

export type PhoneCheck = (text: string, country: string) => boolean;

/** The numbers of all countries are 80 kB: they come when a form with a phone is on the page. */
export const loadPhoneCheck = async (): Promise<PhoneCheck> =>
  (await import("~/domain/validation/browser-phone")).looksLikePhone;

/** The field with the country of a phone. */
export const phoneCountryName = (name: string): string => `${name}_country`;

export interface PhoneFieldProps {
  name: string;
  label: string;
  required?: boolean;
  /** as it is dialled within its country */
  national: string;
  /** ISO 3166 alpha-2, "" for none */
  country: string;
  options: readonly SelectOption[];
}

/** A telephone number in national form with its country; a number that begins with + needs none. */
export function PhoneField({ name, label, required, national, country, options }: PhoneFieldProps) {
  const [fault, setFault] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const check = useRef<PhoneCheck | null>(null);
  useEffect(() => {
    void loadPhoneCheck().then((loaded) => {
      check.current = loaded;
    });
  }, []);
  const leave = (text: string) => {
    const chosen = box.current?.querySelector<HTMLSelectElement>(`[name="${phoneCountryName(name)}"]`)?.value ?? "";
    const isWrong = text.trim() !== "" && check.current !== null && !check.current(text.trim(), chosen);
    setFault(isWrong ? PHONE_NOT_VALID : undefined);
    if (isWrong) toast.info(ENTER_VALID_PHONE);
  };
  return (
    <div ref={box}>
      <FieldRow>
        <SelectField
          name={phoneCountryName(name)}
          label={`Country of the ${label.toLowerCase()}`}
          options={options}
          emptyLabel="Not set"
          defaultValue={country}
          onChange={() => setFault(undefined)}
        />
        <TextField
          name={name}
          label={label}
          type="tel"
          autoComplete="tel"
          maxLength={50}
          required={required}
          defaultValue={national}
          error={fault}
          onChange={() => setFault(undefined)}
          onBlur={leave}
        />
      </FieldRow>
    </div>
  );
}
