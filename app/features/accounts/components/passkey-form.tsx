import type { ReactNode } from "react";
import { absolute, paths } from "~/paths";
import type { AccountFrame } from "../queries/account-page.server";

interface PasskeyFormProps {
  frame: Pick<AccountFrame, "passkeyScriptUrl">;
  use: "sign_in" | "second_step" | "proof" | "registration";
  /** the page's own address, when left out */
  action?: string;
  label: string;
  /** fields that go along */
  children?: ReactNode;
}

/** Hidden until its script runs: a passkey needs one. */
export const PasskeyForm = ({ frame, use, action, label, children }: PasskeyFormProps) => (
  <form
    method="post"
    action={action}
    data-passkey={use}
    data-question={absolute(paths.passkeyQuestion())}
    data-script={frame.passkeyScriptUrl}
    hidden
  >
    <input type="hidden" name="credential" defaultValue="" />
    {children}
    <p className="notice bad" role="alert" data-said hidden />
    <button className="button">{label}</button>
  </form>
);

/** Said where nobody sees the form; its script takes it away. */
export const NoPasskeys = () => (
  <p className="soft" data-no-passkeys>
    Passkeys need JavaScript, and a browser that has them.
  </p>
);
