import type { ActionResult } from "~/lib/action-result";
import { choiceName } from "~/lib/list-changes";
import { shownGroups } from "~/lib/shown-values";
import { AIMS, AIM_HELP, AIM_LABELS } from "~/domain/calculation/aim";
import { DEFAULT_ENDS, DEFAULT_STARTS } from "~/domain/company/company";
import { MAX_DURATION_MIN } from "~/domain/constants";
import { LOCATION_TYPE_LABELS, type LocationType } from "~/domain/location-type";
import { KEPT_DAYS } from "~/domain/position/position";
import { PROOFS_KEPT_DAYS } from "~/domain/rights/erasure";
import { FAIL_REASONS, REASON_FIELD } from "~/domain/visit/fail-reasons";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { FieldRow } from "~/ui/form/app-form";
import { CheckboxField, NumberField, SwitchField, TimeRange } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import { SettingsForm } from "~/ui/form/settings-form";
import { Panel } from "~/ui/page/page-header";
import { EmptyState } from "~/ui/page/states";
import { DataTable, type Column } from "~/ui/table/data-table";
import { RowAction } from "~/ui/table/row-action";
import type { CompanySettingsData, TemplateItem } from "../queries/settings-page.server";
import { shownProof } from "../proof-form-values";
import { settingsLabel } from "../settings-form-values";
import { ProofFields } from "./template-dialogs";

interface Props extends CompanySettingsData {
  result: ActionResult<unknown> | null;
  tab: string;
}

const optionsOf = (types: readonly LocationType[]) =>
  types.map((value) => ({ value, label: LOCATION_TYPE_LABELS[value] }));

export function DefaultsForm({
  defaults: { texts, hasBreaks },
  result,
  tab,
}: Pick<Props, "defaults" | "result" | "tab">) {
  return (
    <SettingsForm
      title="What new records start with"
      id="defaults"
      intent="defaults.save"
      tab={tab}
      result={result}
      shown={shownGroups({ ...texts, default_has_breaks: hasBreaks })}
    >
      <FieldRow columns={3}>
        <NumberField
          name="default_visit_duration"
          label={settingsLabel("default_visit_duration")}
          unit="min"
          min={0}
          max={MAX_DURATION_MIN}
          decimals={1}
          defaultValue={texts.default_visit_duration}
        />
        <NumberField
          name="default_squash_duration"
          label={settingsLabel("default_squash_duration")}
          unit="min"
          min={0}
          max={MAX_DURATION_MIN}
          decimals={1}
          defaultValue={texts.default_squash_duration}
          help="Time for each further visit at the same place, if that is shorter than its service time."
        />
        <NumberField
          name="default_visit_balance_coefficient"
          label={settingsLabel("default_visit_balance_coefficient")}
          min={0}
          max={1}
          decimals={2}
          defaultValue={texts.default_visit_balance_coefficient}
          help="0 takes the cheapest routes; 1 spreads the visits over the vehicles as evenly as possible."
        />
      </FieldRow>
      <TimeRange
        legend="Working hours of a vehicle"
        startName="default_vehicle_start_hour"
        endName="default_vehicle_end_hour"
        startDefault={texts.default_vehicle_start_hour}
        endDefault={texts.default_vehicle_end_hour}
      />
      <SwitchField
        name="default_has_breaks"
        label="Breaks that a plan or a route gives hours for are taken"
        defaultChecked={hasBreaks}
        help={
          "Start, end and duration have to be given. A plan or a route can switch breaks on or off for its day. A " +
          "vehicle with a whole break of its own takes it also while this is off."
        }
      />
      <NumberField
        name="default_break_after"
        label={settingsLabel("default_break_after")}
        unit="min"
        min={0}
        max={1440}
        decimals={0}
        defaultValue={texts.default_break_after}
        help={
          "A route that is on the road through the break's hours takes its break; so does a longer one than this. " +
          "0: only the hours count."
        }
      />
      <FieldRow columns={3}>
        <SelectField
          name="default_start_location_type"
          label={settingsLabel("default_start_location_type")}
          defaultValue={texts.default_start_location_type}
          options={optionsOf(DEFAULT_STARTS)}
        />
        <SelectField
          name="default_end_location_type"
          label={settingsLabel("default_end_location_type")}
          defaultValue={texts.default_end_location_type}
          options={optionsOf(DEFAULT_ENDS)}
          help="None: a route ends at its last visit."
        />
        <SelectField
          name="default_aim"
          label={settingsLabel("default_aim")}
          defaultValue={texts.default_aim}
          options={AIMS.map((value) => ({ value, label: AIM_LABELS[value] }))}
          help={AIM_HELP}
        />
      </FieldRow>
    </SettingsForm>
  );
}

export function FailReasonsForm({ failReasons, result, tab }: Pick<Props, "failReasons" | "result" | "tab">) {
  return (
    <SettingsForm
      title="Fail reasons"
      id="reasons"
      intent="fail_reasons.save"
      tab={tab}
      result={result}
      shown={shownGroups(
        Object.fromEntries(FAIL_REASONS.map(({ id }) => [choiceName(REASON_FIELD, id), failReasons.includes(id)])),
      )}
    >
      <p style={{ margin: 0 }}>Drivers choose one of these when a visit fails. Without any, they only confirm.</p>
      {FAIL_REASONS.map((reason) => (
        <CheckboxField
          key={reason.id}
          name={choiceName(REASON_FIELD, reason.id)}
          label={reason.title}
          defaultChecked={failReasons.includes(reason.id)}
        />
      ))}
    </SettingsForm>
  );
}

/** What marking a visit done asks for, unless its template says otherwise. */
export function ConfirmationForm({ confirmation, result, tab }: Pick<Props, "confirmation" | "result" | "tab">) {
  return (
    <SettingsForm
      title="Proof of delivery"
      id="confirmation"
      intent="confirmation.save"
      tab={tab}
      result={result}
      shown={shownGroups(shownProof(confirmation))}
    >
      <p style={{ margin: 0 }}>
        What a visit asks for when it is marked done. A visit with a template follows its template instead.
      </p>
      <ProofFields item={confirmation} />
    </SettingsForm>
  );
}

/** How long it is known where vehicles were. */
export function PositionsForm({ positionsKeptDays, result, tab }: Pick<Props, "positionsKeptDays" | "result" | "tab">) {
  return (
    <SettingsForm
      title="Positions of vehicles"
      id="positions"
      intent="positions.keep"
      tab={tab}
      result={result}
      shown={shownGroups({ positions_kept_days: positionsKeptDays })}
    >
      <p style={{ margin: 0 }}>
        Drivers may share where they are while a route is on the road. Older positions are removed, and where drivers
        were when they reported a stop; what they have reported stays.
      </p>
      <FieldRow columns={3}>
        <NumberField
          name="positions_kept_days"
          label={settingsLabel("positions_kept_days")}
          unit="days"
          min={KEPT_DAYS.min}
          max={KEPT_DAYS.max}
          decimals={0}
          defaultValue={String(positionsKeptDays)}
        />
      </FieldRow>
    </SettingsForm>
  );
}

/** How long photos and signatures are kept. */
export function ProofsKeptForm({ proofsKeptDays, result, tab }: Pick<Props, "proofsKeptDays" | "result" | "tab">) {
  return (
    <SettingsForm
      title="Photos and signatures"
      id="proofs"
      intent="proofs.keep"
      tab={tab}
      result={result}
      shown={shownGroups({ proofs_kept_days: proofsKeptDays })}
    >
      <p style={{ margin: 0 }}>
        Older photos and signatures are removed within the hour, with the names of those who signed, and don’t come
        back. Reports and their times stay.
      </p>
      <FieldRow columns={3}>
        <NumberField
          name="proofs_kept_days"
          label={settingsLabel("proofs_kept_days")}
          unit="days"
          min={PROOFS_KEPT_DAYS.min}
          max={PROOFS_KEPT_DAYS.max}
          decimals={0}
          defaultValue={proofsKeptDays === null ? "" : String(proofsKeptDays)}
          help="Empty: for good."
        />
      </FieldRow>
    </SettingsForm>
  );
}

export function TemplateList({ templates }: { templates: readonly TemplateItem[] }) {
  const dialog = useDialogUrl(["id"]);
  const add = (
    <ButtonLink icon="plus" to={dialog.href("new-template")} preventScrollReset>
      Add template
    </ButtonLink>
  );
  const columns: Column<TemplateItem>[] = [
    { id: "title", header: "Title", grow: true, cell: (row) => row.title, tooltip: (row) => row.title },
    {
      id: "for",
      header: "Confirms",
      cell: (row) =>
        [row.delivery ? "Delivery" : "", row.pickup ? "Pickup" : ""].filter(Boolean).join(", ") || "Nothing",
    },
    {
      id: "actions",
      header: "Actions",
      headerHidden: true,
      align: "end",
      cell: (row) => (
        <RowAction
          to={dialog.href("remove-template", { id: String(row.id) })}
          icon="trash"
          label={`Remove ${row.title}`}
        />
      ),
    },
  ];
  return (
    <Panel title="Confirmation templates" actions={templates.length > 0 ? add : undefined} flush>
      <DataTable
        label="Confirmation templates"
        columns={columns}
        rows={templates}
        rowKey={(row) => row.id}
        rowHref={(row) => dialog.href("edit-template", { id: String(row.id) })}
        empty={
          <EmptyState compact icon="check-circle" title="No templates yet" action={add}>
            A template says what proof a visit needs: photo, signature, and where it may be left.
          </EmptyState>
        }
      />
    </Panel>
  );
}
