import { useEffect, useState } from "react";
import { ENTER_VALID_PHONE, PHONE_NOT_VALID, PHONE_REQUIRED } from "~/domain/validation/phone-countries";
import { loadModule } from "~/lib/load-module";
import { toast } from "~/ui/feedback/toasts";
import { FieldRow } from "./app-form";
import { TextField } from "./fields";
import { useField } from "./form-context";
import { SelectField } from "./select-field";
import type { SelectOption } from "./select-option";
import { useStored } from "./use-stored";

export type PhoneCheck = (text: string, country: string) => boolean;

/**
 * The numbers of all countries are 80 kB: they come when a form with a phone is on the page. Where they don't, every
 * number looks right, and the server tells.
 */
export const loadPhoneCheck = (): Promise<PhoneCheck> =>
  loadModule(() => import("~/domain/validation/browser-phone")).then(
    ({ looksLikePhone }) => looksLikePhone,
    () => () => true,
  );

/** The field with the country of a phone. */
export const phoneCountryName = (name: string): string => `${name}_country`;

interface PhoneFieldProps {
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
  const kept = useField(phoneCountryName(name), country, undefined).defaultValue;
  const [chosen, choose] = useStored(kept);
  const [check, setCheck] = useState<PhoneCheck | null>(null);
  useEffect(() => {
    void loadPhoneCheck().then((loaded) => setCheck(() => loaded));
  }, []);
  return (
    <FieldRow>
      <SelectField
        name={phoneCountryName(name)}
        label={`Country of the ${label.toLowerCase()}`}
        options={options}
        emptyLabel="Not set"
        defaultValue={country}
        onChange={choose}
      />
      <TextField
        name={name}
        label={label}
        type="tel"
        autoComplete="tel"
        maxLength={50}
        required={required}
        emptyMessage={PHONE_REQUIRED}
        defaultValue={national}
        faultOf={(text) => (check?.(text, chosen) === false ? PHONE_NOT_VALID : undefined)}
        onFault={() => toast.info(ENTER_VALID_PHONE)}
      />
    </FieldRow>
  );
}
