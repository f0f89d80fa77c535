import type { ActionFunctionArgs, HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { setNewPassword } from "~/features/accounts/account-actions.server";
import { answerAccountForm } from "~/features/accounts/account-action.server";
import { AccountPage } from "~/features/accounts/components/account-page";
import { AccountForm, NEW_PASSWORD_HELP, PasswordField, SubmitButton } from "~/features/accounts/components/fields";
import { loadReset } from "~/features/accounts/queries/account-page.server";
import { useAnswer } from "~/lib/use-answer";
import { absolute, paths } from "~/paths";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs the framework in the browser. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Set a new password · Route planning" },
  { name: "description", content: "Set a new password for your account." },
];
/** `Retry-After` reaches browsers without scripts, too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = loadReset;
export const action = (args: ActionFunctionArgs) => answerAccountForm(setNewPassword, args);

export default function ResetPage() {
  const page = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  return (
    <AccountPage
      frame={page}
      title="Set a new password"
      refused={refused}
      links={<a href={absolute(paths.login())}>Back to sign in</a>}
    >
      {page.isOpen ? (
        <AccountForm>
          <input type="hidden" name="token" value={page.token} />
          {/* Password managers keep the new password under this name. */}
          <div className="field">
            <label htmlFor="email">E-mail</label>
            <input id="email" name="email" type="email" autoComplete="username" value={page.email} readOnly />
          </div>
          <PasswordField refused={refused} label="New password" isNew help={NEW_PASSWORD_HELP} first />
          <SubmitButton busy="Saving…">Save the password</SubmitButton>
        </AccountForm>
      ) : (
        <>
          {refused ? null : <p role="alert">This link has expired or was used already.</p>}
          <a className="button primary" href={absolute(paths.forgot())}>
            Send a new link
          </a>
        </>
      )}
    </AccountPage>
  );
}
