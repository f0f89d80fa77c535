import { Link } from "@remix-run/react";
import { LANGUAGE_NAMES, MESSAGE_LANGUAGES } from "~/domain/messages/languages";
import { CHANNEL_LABELS, MESSAGE_CHANNELS, MESSAGE_KIND_LABELS, MESSAGE_KINDS } from "~/domain/messages/message-kind";
import type { MessageKind } from "~/domain/messages/message-kind";
import { MAX_SENDER_LENGTH, switchName } from "~/domain/messages/message-settings";
import type { ActionResult } from "~/lib/action-result";
import { shownGroups } from "~/lib/shown-values";
import type { ShownGroup } from "~/lib/shown-values";
import { FieldGroup, FieldRow } from "~/ui/form/app-form";
import { CheckboxField, TextField, TimeField } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import { SettingsForm } from "~/ui/form/settings-form";
import { MESSAGE_FIELD_LABELS as LABELS } from "../message-form-values";
import type { MessagesPage } from "../queries/messages-page.server";
import styles from "./messages.module.css";

const WHEN: Readonly<Record<MessageKind, string>> = {
  out_for_delivery: "when the driver starts the route",
  next: "when their stop is the next one",
  delivered: "when a delivery is done",
  picked_up: "when a pickup is done",
  failed: "when a visit failed",
};

interface Props {
  page: MessagesPage;
  result: ActionResult<unknown> | null;
  tab: string;
}

const shownOf = ({ switches, texts }: MessagesPage): ShownGroup[] =>
  shownGroups<string>({ ...switches, ...texts }, [["quiet_start", "quiet_end"]]);

/** Which messages there are, which ways, when not, and from whom. */
export function SwitchesForm({ page, result, tab }: Props) {
  return (
    <SettingsForm
      title="Messages to recipients"
      id="messages"
      intent="messages.save"
      tab={tab}
      result={result}
      shown={shownOf(page)}
    >
      <p className={styles.lead}>
        A message goes to the e-mail address and the phone number that a visit names for its recipient, once each.
      </p>
      {page.package !== null && (
        <p className={styles.lead}>
          {page.package.words}{" "}
          {page.package.shop !== null && <Link to={page.package.shop.to}>{page.package.shop.label}</Link>}
        </p>
      )}
      <div className={styles.switches}>
        {MESSAGE_KINDS.map((kind) => (
          <div key={kind} className={styles.row} role="group" aria-label={MESSAGE_KIND_LABELS[kind]}>
            <div>
              {MESSAGE_KIND_LABELS[kind]} <span className={styles.note}>{WHEN[kind]}</span>
            </div>
            {MESSAGE_CHANNELS.map((channel) => (
              <CheckboxField
                key={channel}
                name={switchName(kind, channel)}
                label={CHANNEL_LABELS[channel]}
                defaultChecked={page.switches[switchName(kind, channel)] ?? false}
              />
            ))}
          </div>
        ))}
      </div>
      {(!page.goesOut.mail || !page.goesOut.sms) && (
        <p className={styles.note}>
          {notOut(page.goesOut)} are written to files until whoever runs this server sets up who carries them.
        </p>
      )}
      <FieldGroup
        legend="Quiet hours"
        help="By the clock of the warehouse; empty for none. What comes too late by their end is not sent."
      >
        <FieldRow>
          <TimeField name="quiet_start" label={LABELS.quiet_start} defaultValue={page.texts.quiet_start} />
          <TimeField name="quiet_end" label={LABELS.quiet_end} defaultValue={page.texts.quiet_end} />
        </FieldRow>
      </FieldGroup>
      <FieldRow>
        <TextField
          name="sender"
          label={LABELS.sender}
          maxLength={MAX_SENDER_LENGTH}
          placeholder={page.companyTitle}
          defaultValue={page.texts.sender}
          help="The name that messages come from. Phones show up to 11 letters of it."
        />
        <SelectField
          name="language"
          label={LABELS.language}
          emptyLabel="Of the recipient's country"
          defaultValue={page.texts.language}
          options={MESSAGE_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          help="The country is that of the phone number, else the warehouse's."
        />
      </FieldRow>
    </SettingsForm>
  );
}

const notOut = ({ mail, sms }: MessagesPage["goesOut"]): string =>
  [mail ? "" : "E-mails", sms ? "" : "SMS"].filter(Boolean).join(" and ");
