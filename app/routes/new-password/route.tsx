import type { ActionFunctionArgs, HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerAccountForm } from "~/features/accounts/account-action.server";
import { chooseNewPassword } from "~/features/accounts/account-actions.server";
import { AccountPage } from "~/features/accounts/components/account-page";
import {
  AccountForm,
  NEW_PASSWORD_HELP,
  PasswordField,
  SignOutForm,
  SubmitButton,
} from "~/features/accounts/components/fields";
import { loadNewPassword } from "~/features/accounts/queries/account-page.server";
import { useAnswer } from "~/lib/use-answer";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs the framework in the browser. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Choose a password · Route planning" },
  { name: "description", content: "Choose a password of your own to go on." },
];
/** `Retry-After` reaches browsers without scripts, too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = loadNewPassword;
export const action = (args: ActionFunctionArgs) => answerAccountForm(chooseNewPassword, args);

export default function NewPasswordPage() {
  const page = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  return (
    <AccountPage frame={page} title="Choose a password" isPersonal refused={refused} links={<SignOutForm />}>
      <p>An administrator has set the password of your account. Choose one of your own to go on.</p>
      <AccountForm>
        <input type="hidden" name="redirectTo" value={page.redirectTo} />
        {/* Password managers keep the new password under this name. */}
        <div className="field">
          <label htmlFor="email">E-mail</label>
          <input id="email" type="email" autoComplete="username" value={page.email} readOnly />
        </div>
        <PasswordField refused={refused} label="New password" isNew help={NEW_PASSWORD_HELP} first />
        <SubmitButton busy="Saving…">Save the password</SubmitButton>
      </AccountForm>
    </AccountPage>
  );
}
