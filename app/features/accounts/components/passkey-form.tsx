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

/** Said where nobody sees the form. */
export const NoPasskeys = () => (
  <noscript>
    <p className="soft">Passkeys need JavaScript, which is switched off in this browser.</p>
  </noscript>
);
