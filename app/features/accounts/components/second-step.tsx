import type { ActionRefusal } from "~/lib/action-result";
import type { AccountFrame } from "../queries/account-page.server";
import type { SecondStepPage } from "../queries/second-step-page.server";
import { AccountForm, CodeField, SubmitButton } from "./fields";
import { NoPasskeys, PasskeyForm } from "./passkey-form";

interface SecondStepProps {
  page: SecondStepPage & Pick<AccountFrame, "passkeyScriptUrl">;
  refused: ActionRefusal | undefined;
}

/** Asks for what the account has beside its password. */
export function SecondStep({ page, refused }: SecondStepProps) {
  const { email, factors, redirectTo } = page;
  const hasApp = factors.includes("totp");
  const hasCodes = factors.includes("recovery_code");
  return (
    <>
      <p>
        You are signing in as <strong>{email}</strong>.
      </p>
      {hasApp || hasCodes ? (
        <AccountForm>
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <CodeField
            refused={refused}
            label={hasApp ? "Code" : "Recovery code"}
            help={
              hasApp
                ? `The six digits that your authenticator app shows now${hasCodes ? ", or a recovery code" : ""}.`
                : "One of the codes that you kept when you set up your passkey."
            }
            isDigits={hasApp}
            first
          />
          <SubmitButton busy="Signing in…">Sign in</SubmitButton>
        </AccountForm>
      ) : null}
      {factors.includes("passkey") ? (
        <>
          <PasskeyForm frame={page} use="second_step" label="Go on with a passkey">
            <input type="hidden" name="redirectTo" value={redirectTo} />
          </PasskeyForm>
          <NoPasskeys />
        </>
      ) : null}
    </>
  );
}
