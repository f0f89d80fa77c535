import { useMemo, useState } from "react";
import type { BaseMap } from "~/domain/base-map";
import {
  DEFAULT_SERVICE_TIME_MIN,
  DEFAULT_VISIT_END_TIME,
  DEFAULT_VISIT_START_TIME,
  MAX_DURATION_MIN,
  MAX_POSTCODE_LENGTH,
} from "~/domain/constants";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { shownGroups } from "~/lib/shown-values";
import { paths } from "~/paths";
import { AppForm, FieldGroup, FieldRow, FormActions } from "~/ui/form/app-form";
import { NumberField, TextareaField, TextField, TimeRange } from "~/ui/form/fields";
import { LocationField } from "~/ui/form/location-field";
import { SaveFields } from "~/ui/form/save-fields";
import { SelectField } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { useMounted } from "~/ui/use-mounted";
import { VISIT_FIELD_LABELS as LABELS } from "~/domain/visit/field-labels";
import type { VisitFieldName } from "~/domain/visit/field-labels";
import type { VisitDetails } from "./visit-details.server";
import { PLACE_FIELDS, visitFormValues } from "../visit-fields";
import { UnitField } from "~/ui/form/unit-field";
import { VISIT_TYPE_OPTIONS } from "~/domain/visit/visit-type";

type Fields = Pick<VisitDetails, VisitFieldName>;

export const NEW_VISIT: Fields = {
  name: "",
  address: "",
  postcode: "",
  type: "D",
  lat: null,
  lng: null,
  startTime: DEFAULT_VISIT_START_TIME,
  endTime: DEFAULT_VISIT_END_TIME,
  serviceTime: DEFAULT_SERVICE_TIME_MIN,
  packageCapacity: 0,
  packageLoad: 0,
  recipientName: "",
  recipientPhone: "",
  recipientEmail: "",
  recipientNote: null,
  deliveryNote: null,
  confirmationTemplateId: null,
};

interface MapProps {
  map: BaseMap;
  center?: { lat: number; lng: number };
}

/** The fields of a visit, the same for a new one. */
export function VisitFields({
  visit,
  map,
  center,
  templates,
  disabled = false,
  contactOpen = !disabled,
}: MapProps & {
  visit: Fields;
  templates?: readonly { id: number; title: string }[];
  disabled?: boolean;
  contactOpen?: boolean;
}) {
  return (
    <>
      <TextField name="name" label={LABELS.name} defaultValue={visit.name} required disabled={disabled} />
      <SelectField
        name="type"
        label={LABELS.type}
        defaultValue={visit.type === "P" ? "P" : "D"}
        disabled={disabled}
        options={VISIT_TYPE_OPTIONS}
      />
      <LocationField
        legend="Place"
        postcodeName="postcode"
        defaultAddress={visit.address}
        defaultLat={visit.lat}
        defaultLng={visit.lng}
        disabled={disabled}
        baseMap={map}
        center={center}
      />
      <TextField
        name="postcode"
        label={LABELS.postcode}
        maxLength={MAX_POSTCODE_LENGTH}
        defaultValue={visit.postcode}
        disabled={disabled}
      />
      <TimeRange
        legend="Time window"
        startName="startTime"
        endName="endTime"
        startDefault={visit.startTime ?? ""}
        endDefault={visit.endTime ?? ""}
        disabled={disabled}
        help="By the clock of the warehouse; empty for any time."
      />
      <FieldRow columns={3}>
        <NumberField
          name="serviceTime"
          label={LABELS.serviceTime}
          unit="min"
          min={0}
          max={MAX_DURATION_MIN}
          decimals={1}
          defaultValue={String(visit.serviceTime)}
          disabled={disabled}
        />
        <UnitField
          name="packageLoad"
          label={LABELS.packageLoad}
          decimals={2}
          stored={String(visit.packageLoad)}
          disabled={disabled}
        />
        <NumberField
          name="packageCapacity"
          label={LABELS.packageCapacity}
          unit="m³"
          min={0}
          decimals={3}
          defaultValue={String(visit.packageCapacity)}
          disabled={disabled}
        />
      </FieldRow>
      <FieldGroup legend="Recipient">
        <FieldRow>
          <TextField name="recipientName" label="Name" defaultValue={visit.recipientName} disabled={disabled} />
          <TextField
            name="recipientPhone"
            label={LABELS.recipientPhone}
            type="tel"
            maxLength={50}
            defaultValue={visit.recipientPhone}
            disabled={!contactOpen}
          />
          <TextField
            name="recipientEmail"
            label={LABELS.recipientEmail}
            type="email"
            maxLength={50}
            defaultValue={visit.recipientEmail}
            disabled={!contactOpen}
          />
        </FieldRow>
        <TextareaField
          name="recipientNote"
          label={LABELS.recipientNote}
          rows={2}
          defaultValue={visit.recipientNote ?? ""}
          disabled={!contactOpen}
        />
        <TextareaField
          name="deliveryNote"
          label={LABELS.deliveryNote}
          rows={2}
          defaultValue={visit.deliveryNote ?? ""}
          disabled={!contactOpen}
        />
      </FieldGroup>
      {templates !== undefined && (
        <SelectField
          name="confirmationTemplateId"
          label={LABELS.confirmationTemplateId}
          emptyLabel="As the company asks"
          defaultValue={visit.confirmationTemplateId === null ? "" : String(visit.confirmationTemplateId)}
          options={templates.map(({ id, title }) => ({ value: String(id), label: title }))}
          disabled={disabled}
          help="What proof marking it done asks for."
        />
      )}
    </>
  );
}

interface VisitFormProps extends MapProps {
  details: VisitDetails;
  tab: string;
  result: ActionResult<unknown> | null;
}

/** One field as all of them: those that nobody has changed stay as they are stored. */
const INTENT = "visit.update_fields";

/** Fields that are checked against each other are saved together. */
const TOGETHER = [
  ["lat", "lng"],
  ["startTime", "endTime"],
] as const;

/**
 * Edits a visit: each field saves itself when it loses the focus, and says so. What the user types stays, whatever
 * arrives from others; fields that nobody is typing in follow them. Without a script the form has its button.
 */
export function VisitForm({ details, map, center, tab, result }: VisitFormProps) {
  // The fields keep their first values. News is written into them (see SaveFields), so that no field is replaced while
  // the user types.
  const [first] = useState(details);
  const mounted = useMounted();
  const locked = details.readOnlyReason !== null;
  const shown = useMemo(() => shownGroups(visitFormValues(first), [PLACE_FIELDS]), [first]);
  const fresh = useMemo(() => visitFormValues(details), [details]);
  return (
    <AppForm
      id="visit"
      autoComplete="off"
      intent={INTENT}
      hidden={{ visitId: details.id, tab }}
      shown={shown}
      result={refusalOf(result, INTENT)}
      aria-label="Visit"
    >
      {locked && (
        <p style={{ margin: 0, color: "var(--app-text-dim)" }}>
          {details.readOnlyReason}
          {details.contactOpen && " Phone, e-mail and notes can be changed."}
        </p>
      )}
      <SaveFields
        intent={INTENT}
        hidden={{ tab }}
        action={paths.visitDetails(details.id)}
        together={TOGETHER}
        fresh={fresh}
      >
        <VisitFields
          visit={first}
          map={map}
          center={center}
          templates={details.templates}
          disabled={locked}
          contactOpen={details.contactOpen}
        />
      </SaveFields>
      {(!locked || details.contactOpen) && !mounted && (
        <FormActions>
          <SubmitButton>Save</SubmitButton>
        </FormActions>
      )}
    </AppForm>
  );
}
