import { useRef, useState } from "react";
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
import { useStored } from "~/ui/form/use-stored";
import { Panel } from "~/ui/page/page-header";
import { MESSAGE_FIELD_LABELS as LABELS } from "../message-form-values";
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
  const { chosen, isOwn } = page;
  // What is typed stays when a colleague stores another text, and goes when the built-in one is asked for.
  const isReset = useRef(false);
  const [resets, setResets] = useState(0);
  if (isReset.current && !isOwn) {
    isReset.current = false;
    setResets(resets + 1);
  }
  const onReset = () => {
    isReset.current = true;
  };
  return (
    <Panel title="Texts">
      <Choice page={page} />
      <TextForm key={`${chosen.language} ${chosen.kind} ${resets}`} {...{ page, result, tab, onReset }} />
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
      <FieldRow columns={3}>
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

function TextForm({ page, result, tab, onReset }: Props & { onReset: () => void }) {
  const { chosen, isOwn, test } = page;
  const refusal =
    refusalOf(result, "message_text.save") ??
    refusalOf(result, "message_text.reset") ??
    refusalOf(result, "messages.test");
  // What is typed shows in the preview at once; without a script it shows what is stored.
  const [subject, setSubject] = useStored(page.text.subject, refusal?.values?.subject);
  const [mail, setMail] = useStored(page.text.mail, refusal?.values?.mail);
  const [sms, setSms] = useStored(page.text.sms, refusal?.values?.sms);
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
          asksBefore={["kind", "language"]}
          aria-label="Text"
        >
          <TextField
            name="subject"
            label={LABELS.subject}
            required
            maxLength={MAX_SUBJECT_LENGTH}
            defaultValue={page.text.subject}
            onChange={setSubject}
          />
          <TextareaField
            name="mail"
            label={LABELS.mail}
            required
            rows={8}
            maxLength={MAX_MAIL_LENGTH}
            defaultValue={page.text.mail}
            onChange={setMail}
            help="The link to follow the visit and the one that ends the messages stand below it in any case."
          />
          <TextareaField
            name="sms"
            label={LABELS.sms}
            required
            rows={4}
            maxLength={MAX_SMS_LENGTH}
            defaultValue={page.text.sms}
            onChange={setSms}
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
                  <code translate="no">{`{${name}}`}</code>
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
        <MessagePreview page={page} text={{ subject, mail, sms }} />
        <div className={styles.tests}>
          {test.mail !== null && <TestForm hidden={hidden} channel="mail" result={result} label="Mail a test" />}
          {test.sms !== null && <TestForm hidden={hidden} channel="sms" result={result} label="Send a test SMS" />}
          {isOwn && (
            <AppForm
              id="reset"
              intent="message_text.reset"
              hidden={hidden}
              shown={shownGroups(page.text)}
              fieldsOf="text"
              result={refusalOf(result, "message_text.reset")}
              keepPlace
              onSubmit={onReset}
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
