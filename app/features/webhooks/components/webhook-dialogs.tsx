import { EVENT_FIELD, WEBHOOK_EVENTS, WEBHOOK_EVENT_NAMES } from "~/domain/webhooks/webhook-events";
import type { ActionResult } from "~/lib/action-result";
import { choiceName } from "~/lib/list-changes";
import { shownGroups } from "~/lib/shown-values";
import type { ShownGroup } from "~/lib/shown-values";
import { ButtonLink } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { FormActions } from "~/ui/form/app-form";
import { CheckboxField, TextField } from "~/ui/form/fields";
import { useField } from "~/ui/form/form-context";
import type { EndpointShown, WebhooksPage } from "../queries/webhooks-page.server";
import { SECRET_DIALOG } from "../secret-dialog";
import { WEBHOOK_FIELD_LABELS as LABELS, webhookFormTexts } from "../webhook-form-values";
import styles from "./webhooks.module.css";

const PARAMS = ["id", "delivery"];

const shownOf = ({ events, ...endpoint }: EndpointShown): ShownGroup[] =>
  shownGroups<string>({
    ...webhookFormTexts(endpoint),
    ...Object.fromEntries(WEBHOOK_EVENT_NAMES.map((name) => [choiceName(EVENT_FIELD, name), events.includes(name)])),
  });

function Fields({ endpoint }: { endpoint?: EndpointShown }) {
  const { id, error } = useField("events", undefined, undefined);
  return (
    <>
      <TextField name="url" label={LABELS.url} required autoFocus maxLength={1000} defaultValue={endpoint?.url ?? ""} />
      <TextField name="note" label={LABELS.note} defaultValue={endpoint?.note ?? ""} />
      <fieldset id={id} tabIndex={-1} className={styles.events}>
        <legend>Events</legend>
        {error !== undefined && <p className={styles.fault}>{error}</p>}
        {WEBHOOK_EVENT_NAMES.map((name) => (
          <CheckboxField
            key={name}
            name={choiceName(EVENT_FIELD, name)}
            label={name}
            help={WEBHOOK_EVENTS[name]}
            defaultChecked={endpoint?.events.includes(name) ?? true}
          />
        ))}
      </fieldset>
    </>
  );
}

interface Props {
  page: WebhooksPage;
  /** that a dialog of the address is about; null: none */
  chosen: EndpointShown | null;
  result: ActionResult<unknown> | null;
}

export function WebhookDialogs({ page, chosen, result }: Props) {
  const dialog = useDialogUrl(PARAMS);
  return (
    <>
      <FormDialog
        name="new-webhook"
        title="New webhook"
        submitLabel="Add webhook"
        intent="webhook.create"
        width={640}
        params={PARAMS}
        result={result}
      >
        <Fields />
      </FormDialog>
      {chosen !== null && (
        <>
          <FormDialog
            name="edit-webhook"
            title="Edit webhook"
            intent="webhook.update"
            width={640}
            hidden={{ id: chosen.id }}
            shown={shownOf(chosen)}
            params={PARAMS}
            result={result}
          >
            <Fields endpoint={chosen} />
          </FormDialog>
          <ConfirmDialog
            name="rotate-secret"
            question={`Do you want to make a new secret for ${chosen.url}?`}
            confirmLabel="New secret"
            intent="webhook.rotate_secret"
            hidden={{ id: chosen.id }}
            params={PARAMS}
            result={result}
          >
            <p>The present one is good for 24 hours more: events are signed with both.</p>
          </ConfirmDialog>
          <ConfirmDialog
            name="remove-webhook"
            question={`Do you want to remove ${chosen.url}?`}
            confirmLabel="Remove"
            danger
            intent="webhook.remove"
            hidden={{ id: chosen.id }}
            params={PARAMS}
            result={result}
          >
            <p>Its log is removed, too.</p>
          </ConfirmDialog>
          {dialog.name === SECRET_DIALOG && (
            <DialogFrame
              title="Secret"
              description={
                page.secret === null
                  ? "A secret is shown once, to whoever has made it. Make a new one if it is lost."
                  : "Copy it now. It is not shown again."
              }
              closeTo={dialog.closeTo}
              onClose={dialog.close}
            >
              {page.secret !== null && <pre className={styles.code}>{page.secret}</pre>}
              <FormActions>
                {page.secret !== null && (
                  <CopyButton
                    text={page.secret}
                    refused="Choose the secret and copy it by hand"
                    done="Copied to clipboard."
                  />
                )}
                <ButtonLink to={dialog.closeTo} preventScrollReset>
                  Done
                </ButtonLink>
              </FormActions>
            </DialogFrame>
          )}
        </>
      )}
    </>
  );
}
