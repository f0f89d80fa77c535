import { DisabledReason } from "~/domain/webhooks/delivery";
import { WEBHOOK_EVENT_NAMES } from "~/domain/webhooks/webhook-events";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import { EmptyState } from "~/ui/page/states";
import type { EndpointShown, WebhooksPage } from "../queries/webhooks-page.server";
import styles from "./webhooks.module.css";

const PARAMS = ["id", "delivery"];

const WHY: Readonly<Record<string, string>> = {
  [DisabledReason.ByHand]: "Disabled",
  [DisabledReason.Failing]: "Disabled after 24 hours of failure",
  [DisabledReason.Gone]: "Disabled: the address is gone",
};

function State({ disabled, failingSince }: EndpointShown) {
  if (disabled !== null)
    return (
      <StatusBadge
        tone={disabled.reason === DisabledReason.ByHand ? "grey" : "red"}
        label={`${WHY[disabled.reason ?? ""] ?? "Disabled"} · ${disabled.at}`}
      />
    );
  return failingSince === null ? (
    <StatusBadge tone="green" label="Enabled" />
  ) : (
    <StatusBadge tone="red" label={`Fails since ${failingSince}`} />
  );
}

function Endpoint({ endpoint }: { endpoint: EndpointShown }) {
  const dialog = useDialogUrl(PARAMS);
  const id = String(endpoint.id);
  const link = (name: string, label: string) => (
    <ButtonLink kind="quiet" to={dialog.href(name, { id })} preventScrollReset>
      {label}
    </ButtonLink>
  );
  const button = (intent: string, label: string) => (
    <AppForm intent={intent} hidden={{ id }} layout="inline" keepPlace>
      <SubmitButton kind="quiet">{label}</SubmitButton>
    </AppForm>
  );
  return (
    <li className={styles.endpoint}>
      <div>
        <strong>{endpoint.url}</strong>
        {endpoint.note !== "" && <p className={styles.note}>{endpoint.note}</p>}
        <p className={styles.note}>
          {endpoint.events.length === WEBHOOK_EVENT_NAMES.length ? "All events" : endpoint.events.join(", ")}
        </p>
        {endpoint.previousUntil !== null && (
          <p className={styles.note}>The secret before signs too until {endpoint.previousUntil}.</p>
        )}
        <State {...endpoint} />
      </div>
      <div className={styles.buttons}>
        {link("edit-webhook", "Edit")}
        {endpoint.disabled === null && button("webhook.test", "Send test event")}
        {endpoint.disabled === null ? button("webhook.disable", "Disable") : button("webhook.enable", "Enable")}
        {link("rotate-secret", "New secret")}
        {link("remove-webhook", "Remove")}
      </div>
    </li>
  );
}

export function Endpoints({ endpoints }: Pick<WebhooksPage, "endpoints">) {
  const dialog = useDialogUrl(PARAMS);
  const add = (
    <ButtonLink to={dialog.href("new-webhook")} icon="plus" preventScrollReset>
      Add webhook
    </ButtonLink>
  );
  return (
    <Panel title="Addresses" actions={endpoints.length === 0 ? undefined : add}>
      {endpoints.length === 0 ? (
        <EmptyState title="No webhooks" action={add} compact>
          Add the address of a program of yours, and choose what it is told.
        </EmptyState>
      ) : (
        <ul className={styles.endpoints}>
          {endpoints.map((endpoint) => (
            <Endpoint key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Those that nobody has disabled, and that are told nothing all the same. */
export function DisabledNotice({ endpoints }: Pick<WebhooksPage, "endpoints">) {
  const lost = endpoints.filter(({ disabled }) => disabled !== null && disabled.reason !== DisabledReason.ByHand);
  if (lost.length === 0) return null;
  return (
    <Panel>
      <p className={styles.lead} role="status">
        <strong>{lost.length === 1 ? "A webhook is disabled" : `${lost.length} webhooks are disabled`}</strong> because
        of failures, and {lost.length === 1 ? "is" : "are"} told nothing. Look at what was answered below, then enable
        {lost.length === 1 ? " it" : " them"} again. What happened meanwhile is not sent.
      </p>
    </Panel>
  );
}
