import type { ActionFunctionArgs, HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CHOOSE_PASSWORD } from "~/domain/access/password-rules";
import { verify } from "~/features/accounts/account-actions.server";
import { answerAccountForm } from "~/features/accounts/account-action.server";
import { AccountPage } from "~/features/accounts/components/account-page";
import { AccountForm, NEW_PASSWORD_HELP, PasswordField, SubmitButton } from "~/features/accounts/components/fields";
import { loadVerifyLink } from "~/features/accounts/queries/account-page.server";
import { useAnswer } from "~/lib/use-answer";
import { absolute, paths } from "~/paths";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs the framework in the browser. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Confirm your e-mail · Route planning" },
  { name: "description", content: "Confirm that this e-mail is yours." },
];
/** `Retry-After` reaches browsers without scripts, too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = loadVerifyLink;
export const action = (args: ActionFunctionArgs) => {
  const { id = "", hash = "" } = args.params;
  return answerAccountForm(verify, args, { id, hash });
};

export default function ConfirmEmailPage() {
  const page = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  return (
    <AccountPage frame={page} title="Confirm your e-mail" refused={refused}>
      {page.isOpen ? (
        <AccountForm>
          <p>
            Is <strong>{page.email}</strong> your e-mail?
          </p>
          {page.asksPassword && (
            <>
              <p>{CHOOSE_PASSWORD}</p>
              {/* Password managers keep the new password under this name. */}
              <input id="email" type="email" autoComplete="username" value={page.email} readOnly hidden />
              <PasswordField refused={refused} label="New password" isNew help={NEW_PASSWORD_HELP} first />
            </>
          )}
          <SubmitButton busy="Confirming…">Yes, go on</SubmitButton>
        </AccountForm>
      ) : (
        <>
          {refused ? null : <p role="alert">This link has expired or was used already.</p>}
          <p className="soft">Sign in. If your e-mail is not confirmed yet, you can ask for a new link there.</p>
          <a className="button primary" href={absolute(paths.login())}>
            Sign in
          </a>
        </>
      )}
    </AccountPage>
  );
}
