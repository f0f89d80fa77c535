import type { ActionResult } from "~/lib/action-result";
import type { RecipientSettings } from "~/domain/tracking/recipient-settings";
import { shownGroups } from "~/lib/shown-values";
import { SwitchField } from "~/ui/form/fields";
import { SettingsForm } from "~/ui/form/settings-form";

const LABELS: Readonly<Record<keyof RecipientSettings, string>> = {
  driverName: "The driver’s first name",
  vehicle: "Where the vehicle is, when it is next or close",
  photo: "Photos of the delivery",
  signature: "Signatures",
  contact: "The company’s phone and e-mail",
  requests: "Recipients may leave a note, a safe place, or ask for another time",
  rating: "Recipients may rate the delivery",
};
const ORDER = Object.keys(LABELS) as (keyof RecipientSettings)[];

interface Props {
  recipients: RecipientSettings;
  result: ActionResult<unknown> | null;
  tab: string;
}

/** What people with a link see and may do. */
export function RecipientPagesForm({ recipients, result, tab }: Props) {
  return (
    <SettingsForm
      title="Recipients’ pages"
      id="recipient-pages"
      intent="recipient_pages.save"
      tab={tab}
      result={result}
      shown={shownGroups(recipients)}
    >
      <p style={{ margin: 0 }}>
        What the page behind a tracking link shows beside the time, and what recipients may do there.
      </p>
      {ORDER.map((name) => (
        <SwitchField key={name} name={name} label={LABELS[name]} defaultChecked={recipients[name]} />
      ))}
    </SettingsForm>
  );
}
