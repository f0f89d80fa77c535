import { useState } from "react";
import type { ActionResult } from "~/lib/action-result";
import { AppForm, FieldGroup, FieldRow, FormActions } from "~/ui/form/app-form";
import { NumberField, TextareaField, TextField, TimeRange } from "~/ui/form/fields";
import { LocationField } from "~/ui/form/location-field";
import { SelectField } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import type { VisitDetails } from "../queries/visit-details.server";

type Fields = Pick<VisitDetails, "name" | "address" | "postcode" | "type" | "lat" | "lng" | "startTime" | "endTime" | "serviceTime" | "packageCapacity" | "packageLoad" | "recipientName" | "recipientPhone" | "recipientNote" | "deliveryNote">;

export const NEW_VISIT: Fields = {
  name: "", address: "", postcode: "", type: "D", lat: null, lng: null, startTime: "08:00", endTime: "20:00", serviceTime: 5, packageCapacity: 0, packageLoad: 0,
  recipientName: "", recipientPhone: "", recipientNote: null, deliveryNote: null,
};

interface MapProps {
  map: { tileUrl: string | null; attribution: string };
  center?: { lat: number; lng: number };
}

/** The fields of a visit; the same for a new one. */
export function VisitFields({ visit, map, center, disabled = false }: MapProps & { visit: Fields; disabled?: boolean }) {
  return (
    <>
      <TextField name="name" label="Name" defaultValue={visit.name} required disabled={disabled} />
      <SelectField name="type" label="Type" defaultValue={visit.type === "P" ? "P" : "D"} disabled={disabled} options={[{ value: "D", label: "Delivery" }, { value: "P", label: "Pickup" }]} />
      <LocationField legend="Place" defaultAddress={visit.address} defaultLat={visit.lat} defaultLng={visit.lng} disabled={disabled} tileUrl={map.tileUrl} attribution={map.attribution} center={center} />
      <TimeRange legend="Time window" startName="startTime" endName="endTime" startDefault={visit.startTime ?? ""} endDefault={visit.endTime ?? ""} disabled={disabled} help="By the clock of the warehouse; empty for any time." />
      <FieldRow columns={3}>
        <NumberField name="serviceTime" label="Service" unit="min" min={0} max={99.9} decimals={1} defaultValue={String(visit.serviceTime)} disabled={disabled} />
        <NumberField name="packageLoad" label="Load" unit="kg" min={0} decimals={2} defaultValue={String(visit.packageLoad)} disabled={disabled} />
        <NumberField name="packageCapacity" label="Volume" unit="m³" min={0} decimals={3} defaultValue={String(visit.packageCapacity)} disabled={disabled} />
      </FieldRow>
      <FieldGroup legend="Recipient">
        <FieldRow>
          <TextField name="recipientName" label="Name" defaultValue={visit.recipientName} disabled={disabled} />
          <TextField name="recipientPhone" label="Phone" type="tel" maxLength={50} defaultValue={visit.recipientPhone} disabled={disabled} />
        </FieldRow>
        <TextareaField name="recipientNote" label="Note of the recipient" rows={2} defaultValue={visit.recipientNote ?? ""} disabled={disabled} />
        <TextareaField name="deliveryNote" label="Note for the driver" rows={2} defaultValue={visit.deliveryNote ?? ""} disabled={disabled} />
      </FieldGroup>
      <input type="hidden" name="postcode" value={visit.postcode} />
    </>
  );
}

export interface VisitFormProps extends MapProps {
  details: VisitDetails;
  tab: string;
  result: ActionResult<unknown> | null;
}

/**
 * Edits a visit. What the user began to type on is kept, and so is the version that it belonged to, whatever arrives
 * from others meanwhile; after a refusal the newer version is taken, so that saving again is a decision.
 */
export function VisitForm({ details, map, center, tab, result }: VisitFormProps) {
  const [base, setBase] = useState<VisitDetails | null>(null);
  const mine = result !== null && (result.ok || result.values?.intent === "update-visit") ? result : null;
  // A reload for somebody else's change empties the page's answer; the refusal and what was typed must outlive it.
  const [answered, setAnswered] = useState(mine);
  if (mine !== null && mine !== answered) {
    setAnswered(mine);
    if (mine.ok) setBase(null);
  }
  const last = mine ?? answered;
  const shown = base ?? details;
  const locked = details.readOnlyReason !== null;
  return (
    <div onInput={() => setBase((old) => old ?? details)}>
      <AppForm id="visit" intent="update-visit" hidden={{ visitId: details.id, version: last !== null && !last.ok ? details.version : shown.version, tab }} result={last} aria-label="Visit">
        {locked && <p style={{ margin: 0, color: "var(--app-text-dim)" }}>{details.readOnlyReason}</p>}
        <VisitFields visit={shown} map={map} center={center} disabled={locked} />
        {!locked && <FormActions><SubmitButton>Save</SubmitButton></FormActions>}
      </AppForm>
    </div>
  );
}
