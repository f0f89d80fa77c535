import { useCallback, useEffect, useRef, useState } from "react";
import { COMPANY_TITLE, WAREHOUSE_ADDRESS } from "~/domain/company/owner-faults";
import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { AppForm, FieldGroup, FieldRow, FormActions } from "~/ui/form/app-form";
import { TextField } from "~/ui/form/fields";
import { LocationField } from "~/ui/form/location-field";
import { loadPhoneCheck, PhoneField, phoneCountryName } from "~/ui/form/phone-field";
import type { PhoneCheck } from "~/ui/form/phone-field";
import { SelectField } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { useMounted } from "~/ui/use-mounted";
import type { Completion } from "../queries/completion.server";
import styles from "./profile.module.css";

const PLACE = { address: "warehouse_address", lat: "warehouse_lat", lng: "warehouse_lng" };
const OF_PERSON = { name: "Name" };
const OF_OWNER = {
  company_country_id: "Company country",
  industry_id: "Business type",
  company_title: "Company name",
  warehouse_address: "Address",
};

/** What is required and not filled in yet, as its fields are called; what is wrong with the rest the server says. */
function missingIn(form: HTMLFormElement, isOwner: boolean, isPhone: PhoneCheck): string[] {
  const data = new FormData(form);
  const text = (name: string): string => String(data.get(name) ?? "").trim();
  const empty = (fields: Readonly<Record<string, string>>): string[] =>
    Object.entries(fields).flatMap(([name, label]) => (text(name) === "" ? [label] : []));
  const phone = isPhone(text("phone"), text(phoneCountryName("phone"))) ? [] : ["Phone"];
  if (!isOwner) return [...empty(OF_PERSON), ...phone];
  const hasPlace = Number(text(PLACE.lat)) !== 0 && Number(text(PLACE.lng)) !== 0;
  return [...empty(OF_PERSON), ...phone, ...empty(OF_OWNER), ...(hasPlace ? [] : ["Latitude and Longitude"])];
}

interface CompleteProfileProps {
  completion: Completion;
  result: ActionResult<unknown> | null;
  tab: string;
}

/** Asks for what an account begins without. Nothing but its own button closes it. */
export function CompleteProfile({ completion, result, tab }: CompleteProfileProps) {
  const { company, phone } = completion;
  const isOwner = company !== null;
  const box = useRef<HTMLDivElement>(null);
  const check = useRef<PhoneCheck | null>(null);
  /** null: not looked at yet */
  const [missing, setMissing] = useState<readonly string[] | null>(null);
  const mounted = useMounted();
  const look = useCallback(() => {
    const form = box.current?.querySelector("form");
    if (form && check.current !== null) setMissing(missingIn(form, isOwner, check.current));
  }, [isOwner]);
  useEffect(() => {
    void loadPhoneCheck().then((loaded) => {
      check.current = loaded;
      look();
    });
  }, [look]);
  return (
    <DialogFrame
      title="Complete your profile"
      description="A few words about you, and you can start."
      closeTo={paths.planningMain()}
      onClose={() => undefined}
      closable={false}
      guard={false}
      width={560}
    >
      <div ref={box} onInput={look} onChange={look}>
        <AppForm intent="profile.complete" hidden={{ tab }} result={result} replace>
          <FieldRow>
            <TextField name="name" label="Name" required autoComplete="given-name" defaultValue={completion.name} />
            <TextField name="surname" label="Surname" autoComplete="family-name" defaultValue={completion.surname} />
          </FieldRow>
          <PhoneField name="phone" label="Phone" required {...phone} />
          {company !== null && (
            <>
              <FieldGroup legend="Company">
                <FieldRow>
                  <SelectField
                    name="company_country_id"
                    label="Company country"
                    required
                    emptyLabel="Choose"
                    options={company.countries}
                    defaultValue={company.countryId === null ? "" : String(company.countryId)}
                  />
                  <SelectField
                    name="industry_id"
                    label="Business type"
                    required
                    emptyLabel="Choose"
                    options={company.industries}
                    defaultValue={company.industryId === null ? "" : String(company.industryId)}
                  />
                </FieldRow>
                <TextField
                  name="company_title"
                  label="Company name"
                  required
                  emptyMessage={COMPANY_TITLE}
                  autoComplete="organization"
                  defaultValue={company.title}
                />
              </FieldGroup>
              <LocationField
                legend="Warehouse Address"
                names={PLACE}
                required
                addressRequired
                emptyMessage={WAREHOUSE_ADDRESS}
                baseMap={company.map}
                center={company.center ?? undefined}
                onChange={look}
              />
            </>
          )}
          {missing !== null && missing.length > 0 && (
            <p className={styles.missing}>Still to fill in: {missing.join(", ")}.</p>
          )}
          <FormActions>
            <SubmitButton disabled={mounted && missing?.length !== 0}>Get started</SubmitButton>
          </FormActions>
        </AppForm>
      </div>
    </DialogFrame>
  );
}
