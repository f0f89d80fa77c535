import { Link } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { SCOPE_WORDS, SCOPES } from "~/domain/access/scopes";
import { BASE_PATH, paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { CheckboxField, TextField } from "~/ui/form/fields";
import { Panel } from "~/ui/page/page-header";
import type { ApiPage } from "../queries/api-page.server";
import styles from "./api-keys.module.css";

const PARAMS = ["id"];
const HIDDEN = "•".repeat(12);

/** A key, and what puts it into the clipboard. */
function KeyValue({ value }: { value: string }) {
  return (
    <div className={styles.value}>
      <code className={styles.code} translate="no">
        {value}
      </code>
      <CopyButton text={value} refused="Choose the key and copy it by hand" done="Copied to clipboard." />
    </div>
  );
}

/** The company's first key: hidden until somebody wants to see it. */
export function MainKey({ main }: Pick<ApiPage, "main">) {
  const dialog = useDialogUrl(PARAMS);
  return (
    <Panel
      title="Company key"
      actions={
        <ButtonLink to={dialog.href("regenerate-key")} preventScrollReset>
          {main === null ? "Make the key" : "Regenerate"}
        </ButtonLink>
      }
    >
      {main === null && <p className={styles.lead}>There is no key yet.</p>}
      {main?.isForOthers === true && (
        <p className={styles.lead}>
          Only the company&apos;s own administrators see this key. Add a key to call the API.
        </p>
      )}
      {main !== null && main.value === null && !main.isForOthers && (
        <p className={styles.lead}>
          The key works. It cannot be shown, because the server&apos;s secret has changed. Regenerate it to see one.
        </p>
      )}
      {main?.value != null && (
        <details className={styles.hidden}>
          <summary>
            <span className={styles.dots} aria-hidden="true">
              {HIDDEN}
            </span>{" "}
            Show the key
          </summary>
          <KeyValue value={main.value} />
        </details>
      )}
      <p className={styles.note}>
        It may do everything that plans need, for all of the company. Last use: {main?.lastUse ?? "never"}.
      </p>
    </Panel>
  );
}

/** Keys for one program each. */
export function NamedKeys({ keys }: Pick<ApiPage, "keys">) {
  const dialog = useDialogUrl(PARAMS);
  return (
    <Panel
      title="Keys of programs"
      actions={
        <ButtonLink to={dialog.href("new-key")} icon="plus" preventScrollReset>
          Add key
        </ButtonLink>
      }
    >
      {keys.length === 0 ? (
        <p className={styles.lead}>
          Give each program a key of its own, with the rights that it needs, so that one can be revoked alone.
        </p>
      ) : (
        <ul className={styles.keys}>
          {keys.map((key) => (
            <li key={key.id} className={styles.key}>
              <div>
                <strong>{key.name}</strong> <code translate="no">…{key.hint}</code>
                <p className={styles.note}>
                  {key.scopes.join(", ")} · made {key.made} · last use: {key.lastUse}
                </p>
              </div>
              <ButtonLink kind="quiet" to={dialog.href("revoke-key", { id: String(key.id) })} preventScrollReset>
                Revoke
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function ApiLinks() {
  return (
    <Panel title="For programmers">
      <ul className={styles.links}>
        <li>
          <Link to={paths.companyWebhooks()}>Webhooks: programs of yours are told what happens</Link>
        </li>
        <li>
          <a href={`${BASE_PATH}${paths.apiDocs()}`}>All calls, to read and to try</a>
        </li>
        <li>
          <a href={`${BASE_PATH}${paths.apiDocument()}`}>The OpenAPI document</a>
        </li>
      </ul>
      <pre className={styles.example}>{`curl -H "Authorization: Bearer $KEY" …${BASE_PATH}/api/routing-plan/list`}</pre>
    </Panel>
  );
}

export function ApiKeyDialogs({ page, result }: { page: ApiPage; result: ActionResult<unknown> | null }) {
  const dialog = useDialogUrl(PARAMS);
  return (
    <>
      <ConfirmDialog
        name="regenerate-key"
        question={page.main === null ? "Do you want to make the key?" : "Are you sure you want to regenerate api key?"}
        confirmLabel={page.main === null ? "Make the key" : "Regenerate"}
        danger={page.main !== null}
        intent="api_key.regenerate"
        result={result}
      >
        {page.main !== null && <p>Programs that use the present key are refused from then on.</p>}
      </ConfirmDialog>
      <FormDialog
        name="new-key"
        title="New key"
        submitLabel="Add key"
        intent="api_key.create"
        params={PARAMS}
        result={result}
      >
        <TextField name="name" label="Name" required autoFocus help="Which program uses it" />
        {SCOPES.map((scope) => (
          <CheckboxField key={scope} name={scope} label={SCOPE_WORDS[scope]} defaultChecked={scope === "read"} />
        ))}
      </FormDialog>
      {page.chosen !== null && page.chosenId !== null && (
        <ConfirmDialog
          name="revoke-key"
          question={`Do you want to revoke ${page.chosen}?`}
          confirmLabel="Revoke"
          danger
          intent="api_key.revoke"
          hidden={{ id: page.chosenId }}
          params={PARAMS}
          result={result}
        />
      )}
      {page.made?.value != null && dialog.name === "api-key-made" && (
        <DialogFrame
          title={`Key of ${page.made.name}`}
          description="Copy it now. It is not shown again."
          closeTo={dialog.closeTo}
          onClose={dialog.close}
        >
          <KeyValue value={page.made.value} />
          <ButtonLink to={dialog.closeTo} preventScrollReset>
            Done
          </ButtonLink>
        </DialogFrame>
      )}
    </>
  );
}
