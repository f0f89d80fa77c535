import { useState } from "react";
import { LANGUAGE_NAMES, MESSAGE_LANGUAGES } from "~/domain/messages/languages";
import { MESSAGE_KIND_LABELS, MESSAGE_KINDS } from "~/domain/messages/message-kind";
import {
  MAX_MAIL_LENGTH,
  MAX_SMS_LENGTH,
  MAX_SUBJECT_LENGTH,
  PLACEHOLDERS,
  placeholdersOf,
} from "~/domain/messages/placeholders";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { shownGroups } from "~/lib/shown-values";
import { paths } from "~/paths";
import { AppForm, FieldRow, FormActions } from "~/ui/form/app-form";
import { TextareaField, TextField } from "~/ui/form/fields";
import { SelectField } from "~/ui/form/select-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import type { MessagesPage } from "../queries/messages-page.server";
import { MessagePreview } from "./message-preview";
import styles from "./messages.module.css";

interface Props {
  page: MessagesPage;
  result: ActionResult<unknown> | null;
  tab: string;
}

/** One message in one language: its words, and how they look with values. */
export function TextPanel({ page, result, tab }: Props) {
  const { chosen } = page;
  return (
    <Panel title="Texts">
      <Choice page={page} />
      <TextForm key={`${chosen.language} ${chosen.kind} ${JSON.stringify(page.text)}`} {...{ page, result, tab }} />
    </Panel>
  );
}

/** Which text, and of which visit the preview is: an address, so that it works without a script. */
function Choice({ page }: Pick<Props, "page">) {
  const { chosen, written } = page;
  return (
    <AppForm
      key={`${chosen.language} ${chosen.kind} ${chosen.visitId}`}
      id="choice"
      method="get"
      action={paths.companyMessages()}
      keepPlace
      aria-label="Text to show"
    >
      <FieldRow columns={3} long>
        <SelectField
          name="kind"
          label="Message"
          defaultValue={chosen.kind}
          options={MESSAGE_KINDS.map((value) => ({ value, label: MESSAGE_KIND_LABELS[value] }))}
        />
        <SelectField
          name="language"
          label="Language of the text"
          defaultValue={chosen.language}
          options={MESSAGE_LANGUAGES.map((value) => ({
            value,
            label: written.includes(`${value} ${chosen.kind}`)
              ? `${LANGUAGE_NAMES[value]} (own)`
              : LANGUAGE_NAMES[value],
          }))}
        />
        <SelectField
          name="visit"
          label="Preview of"
          emptyLabel="A sample"
          defaultValue={chosen.visitId === null ? "" : String(chosen.visitId)}
          options={page.visits.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </FieldRow>
      <FormActions>
        <SubmitButton kind="plain">Show</SubmitButton>
      </FormActions>
    </AppForm>
  );
}

function TextForm({ page, result, tab }: Props) {
  const { chosen, isOwn, test } = page;
  const refusal =
    refusalOf(result, "message_text.save") ??
    refusalOf(result, "message_text.reset") ??
    refusalOf(result, "messages.test");
  // What is typed shows in the preview at once; without a script it shows what is stored.
  const [text, setText] = useState(() => ({
    subject: refusal?.values?.subject ?? page.text.subject,
    mail: refusal?.values?.mail ?? page.text.mail,
    sms: refusal?.values?.sms ?? page.text.sms,
  }));
  const change = (part: keyof typeof text) => (value: string) => setText((now) => ({ ...now, [part]: value }));
  const hidden = { tab, language: chosen.language, kind: chosen.kind };
  return (
    <div className={styles.columns}>
      <div className={styles.preview}>
        <AppForm
          id="text"
          intent="message_text.save"
          hidden={hidden}
          shown={shownGroups(page.text)}
          result={refusalOf(result, "message_text.save")}
          keepPlace
          aria-label="Text"
        >
          <TextField
            name="subject"
            label="Subject"
            required
            maxLength={MAX_SUBJECT_LENGTH}
            defaultValue={page.text.subject}
            onChange={change("subject")}
          />
          <TextareaField
            name="mail"
            label="E-mail"
            required
            rows={8}
            maxLength={MAX_MAIL_LENGTH}
            defaultValue={page.text.mail}
            onChange={change("mail")}
            help="The link to follow the visit and the one that ends the messages stand below it in any case."
          />
          <TextareaField
            name="sms"
            label="SMS"
            required
            rows={4}
            maxLength={MAX_SMS_LENGTH}
            defaultValue={page.text.sms}
            onChange={change("sms")}
          />
          <FormActions>
            <SubmitButton>Save the text</SubmitButton>
          </FormActions>
        </AppForm>
        <details>
          <summary className={styles.summary}>Placeholders</summary>
          <dl className={styles.placeholders}>
            {placeholdersOf(chosen.kind).map((name) => (
              <div key={name} style={{ display: "contents" }}>
                <dt>
                  <code>{`{${name}}`}</code>
                </dt>
                <dd>{PLACEHOLDERS[name]}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.note}>
            A part in [square brackets] is left out when one of its placeholders has no value.
          </p>
        </details>
      </div>
      <div className={styles.preview}>
        <MessagePreview page={page} text={text} />
        <div className={styles.tests}>
          {test.mail !== null && <TestForm hidden={hidden} channel="mail" result={result} label="Mail a test" />}
          {test.sms !== null && <TestForm hidden={hidden} channel="sms" result={result} label="Send a test SMS" />}
          {isOwn && (
            <AppForm
              id="reset"
              intent="message_text.reset"
              hidden={hidden}
              result={refusalOf(result, "message_text.reset")}
              keepPlace
              layout="inline"
            >
              <SubmitButton kind="quiet">Use the built-in text again</SubmitButton>
            </AppForm>
          )}
        </div>
        <p className={styles.note}>
          A test has the stored text and the values of the sample, and goes to you:{" "}
          {[test.mail, test.sms].filter((one) => one !== null).join(" or ")}
        </p>
      </div>
    </div>
  );
}

function TestForm({
  hidden,
  channel,
  result,
  label,
}: {
  hidden: Record<string, string>;
  channel: string;
  result: ActionResult<unknown> | null;
  label: string;
}) {
  const refusal = refusalOf(result, "messages.test");
  return (
    <AppForm
      id={`test-${channel}`}
      intent="messages.test"
      hidden={{ ...hidden, channel }}
      result={refusal?.values?.channel === channel ? refusal : null}
      keepPlace
      layout="inline"
    >
      <SubmitButton kind="plain">{label}</SubmitButton>
    </AppForm>
  );
}
