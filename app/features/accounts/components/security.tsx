import type { ReactNode } from "react";
import type { ActionRefusal } from "~/lib/action-result";
import type { AccountFrame } from "../queries/account-page.server";
import { LocalTime } from "~/ui/local-time";
import {
  AccountForm,
  CodeField,
  NEW_PASSWORD_HELP,
  PasswordField,
  ProofField,
  SubmitButton,
  TextField,
} from "./fields";
import { NoPasskeys, PasskeyForm } from "./passkey-form";
import { RecoveryCodes } from "./recovery-codes";

export interface SecurityView extends AccountFrame {
  email: string;
  /** that the person has chosen; null: the browser's */
  timeZone: string | null;
  isProved: boolean;
  /** what somebody can show that it is them with */
  proofs: { password: boolean; code: boolean; passkey: boolean };
  app:
    | { state: "off" }
    | { state: "begun"; secret: string; qr: { size: number; path: string } }
    | { state: "on"; since: string };
  codesLeft: number;
  hasFactor: boolean;
  passkeys: readonly { id: number; name: string; createdAt: string; lastUsedAt: string | null }[];
  mayRemovePasskey: boolean;
  newCodes: readonly string[] | null;
}

interface SecurityProps {
  page: SecurityView;
  refused: ActionRefusal | undefined;
}

const Answer = ({ value }: { value: string }) => <input type="hidden" name="answer" value={value} />;

interface PressProps {
  answer: string;
  busy: string;
  children: ReactNode;
  primary?: boolean;
  id?: number;
  label?: string;
}

/** A form that is one button. */
const Press = ({ answer, busy, children, primary = false, id, label }: PressProps) => (
  <form method="post">
    <Answer value={answer} />
    {id === undefined ? null : <input type="hidden" name="id" value={id} />}
    <button className={primary ? "button primary" : "button"} data-busy={busy} aria-label={label}>
      {children}
    </button>
  </form>
);

/** What an account asks for beside its password. */
export function Security({ page, refused }: SecurityProps) {
  if (page.newCodes !== null) return <RecoveryCodes codes={page.newCodes} />;
  return (
    <>
      {page.hasFactor ? null : (
        <p>
          With a second step, a stolen password alone does not open <strong>{page.email}</strong>.
        </p>
      )}
      {page.proofs.password ? <Password refused={refused} /> : null}
      {page.isProved ? null : <Prove page={page} refused={refused} />}
      <App page={page} refused={refused} />
      <Passkeys page={page} />
      {page.hasFactor ? <Codes page={page} /> : null}
    </>
  );
}

/** A new password for the old one. The first one comes by a mailed link. */
function Password({ refused }: Pick<SecurityProps, "refused">) {
  return (
    <section className="part" aria-labelledby="change-password">
      <h2 id="change-password">Password</h2>
      <AccountForm>
        <Answer value="password" />
        <PasswordField name="old_password" label="Old password" refused={refused} />
        <PasswordField
          name="new_password"
          label="New password"
          refused={refused}
          isNew
          help={`${NEW_PASSWORD_HELP} You are signed out everywhere else.`}
        />
        <SubmitButton busy="One moment…">Change password</SubmitButton>
      </AccountForm>
    </section>
  );
}

/** Whoever has the session may be somebody else at an open computer. */
function Prove({ page, refused }: SecurityProps) {
  const { password, code, passkey } = page.proofs;
  if (!password && !code && !passkey)
    return (
      <>
        <p className="soft">You signed in a while ago. To change something here, sign in once more.</p>
        <Press answer="again" busy="Signing out…" primary>
          Sign in again
        </Press>
      </>
    );
  const label = password ? (code ? "Password, or a code" : "Password") : "Code";
  return (
    <section aria-label="Show that it is you">
      <p className="soft">To change something here, show that it is you.</p>
      {password || code ? (
        <form method="post">
          <Answer value="prove" />
          <input type="hidden" autoComplete="username" value={page.email} />
          <ProofField refused={refused} label={label} />
          <SubmitButton busy="One moment…">Go on</SubmitButton>
        </form>
      ) : null}
      {passkey ? (
        <PasskeyForm frame={page} use="proof" label="Go on with a passkey">
          <Answer value="prove" />
        </PasskeyForm>
      ) : null}
    </section>
  );
}

function App({ page: { app, isProved, timeZone }, refused }: SecurityProps) {
  return (
    <section className="part" aria-labelledby="app">
      <h2 id="app">Authenticator app</h2>
      {app.state === "off" ? (
        <>
          <p>An app on your phone shows six digits, which you type when you sign in.</p>
          {isProved ? (
            <Press answer="start_app" busy="One moment…">
              Set up an app
            </Press>
          ) : null}
        </>
      ) : null}
      {app.state === "begun" ? <Begun app={app} refused={refused} /> : null}
      {app.state === "on" ? (
        <>
          <p>
            Set up: <LocalTime at={app.since} timeZone={timeZone} />
          </p>
          {isProved ? (
            <Press answer="remove_app" busy="Removing…">
              Remove the app
            </Press>
          ) : null}
        </>
      ) : null}
    </section>
  );
}

function Begun({
  app,
  refused,
}: { app: Extract<SecurityView["app"], { state: "begun" }> } & Omit<SecurityProps, "page">) {
  const { size, path } = app.qr;
  return (
    <>
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key">
        <rect width={size} height={size} fill="#ffffff" />
        <path d={path} fill="#000000" />
      </svg>
      <p className="key">
        <code translate="no">{app.secret}</code>
      </p>
      <form method="post">
        <Answer value="confirm_app" />
        <CodeField
          refused={refused}
          label="Code"
          help="The six digits that the app shows now. You are signed out everywhere else."
          isDigits
        />
        <SubmitButton busy="One moment…">Switch on</SubmitButton>
      </form>
      <Press answer="cancel_app" busy="One moment…">
        Cancel
      </Press>
    </>
  );
}

function Passkeys({ page }: { page: SecurityView }) {
  const { passkeys, isProved, mayRemovePasskey, hasFactor, timeZone, proofs } = page;
  return (
    <section className="part" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      {passkeys.length === 0 ? (
        <p>
          A passkey signs you in with a finger, your face or the PIN of your device.
          {hasFactor ? "" : " Once you have one, a password alone no longer signs you in."}
        </p>
      ) : null}
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <div className="passkey" key={id}>
          <p>
            <strong>{name}</strong>
            <br />
            <span className="soft">
              Added: <LocalTime at={createdAt} timeZone={timeZone} />
              <br />
              {lastUsedAt === null ? (
                "Not used yet"
              ) : (
                <>
                  Last used: <LocalTime at={lastUsedAt} timeZone={timeZone} />
                </>
              )}
            </span>
          </p>
          {isProved && mayRemovePasskey ? (
            <Press answer="remove_passkey" busy="Removing…" id={id} label={`Remove ${name}`}>
              Remove
            </Press>
          ) : null}
        </div>
      ))}
      {isProved ? (
        <PasskeyForm frame={page} use="registration" label="Add a passkey">
          <Answer value="add_passkey" />
          <TextField name="name" label="Name of the passkey" help="For example “My phone”." maxLength={100} />
        </PasskeyForm>
      ) : null}
      {isProved || proofs.passkey ? <NoPasskeys /> : null}
    </section>
  );
}

function Codes({ page: { codesLeft, isProved } }: { page: SecurityView }) {
  return (
    <section className="part" aria-labelledby="codes">
      <h2 id="codes">Recovery codes</h2>
      <p>
        {codesLeft === 0
          ? "You have no recovery codes left: without your app or passkey you could not sign in."
          : `${codesLeft} of your recovery codes ${codesLeft === 1 ? "is" : "are"} left. Each lets you in once.`}
      </p>
      {isProved ? (
        <Press answer="new_codes" busy="One moment…">
          Make new codes
        </Press>
      ) : null}
    </section>
  );
}
