import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { AppForm, FieldRow, FormActions } from "~/ui/form/app-form";
import { TextField } from "~/ui/form/fields";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import type { OwnProfile } from "../queries/profile-page.server";
import {} from "./person-panels";

interface Props {
  profile: Pick<OwnProfile, "user" | "linked">;
  result: ActionResult<unknown> | null;
}

/** A new password for the old one; the first one by a mailed link. */
export function PasswordPanel({ profile: { user, linked }, result }: Props) {
  if (!linked.hasPassword)
    return (
      <Panel title="Password">
        <p>
          Your account has no password. We send a link to {user.email}, with which you choose one; all your sessions end
          then.
        </p>
        <AppForm
          id="mail-password"
          intent="profile.mail_password"
          layout="inline"
          result={refusalOf(result, "profile.mail_password")}
        >
          <SubmitButton kind="plain">Send me the link</SubmitButton>
        </AppForm>
      </Panel>
    );
  const intent = "profile.password";
  return (
    <Panel title="Password">
      <AppForm
        id="password"
        // Filled in again after a change: nothing of it stays in the fields.
        key={result?.ok === true ? "changed" : "first"}
        intent={intent}
        result={refusalOf(result, intent)}
      >
        <FieldRow>
          <TextField name="old_password" label="Old password" type="password" autoComplete="current-password" />
          <TextField
            name="new_password"
            label="New password"
            type="password"
            autoComplete="new-password"
            help="You are signed out everywhere else."
          />
        </FieldRow>
        <FormActions>
          <SubmitButton kind="plain">Change password</SubmitButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}
