import type { ActionFunctionArgs, HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requestPassword } from "~/features/accounts/account-actions.server";
import { answerAccountForm } from "~/features/accounts/account-action.server";
import { AccountPage } from "~/features/accounts/components/account-page";
import { AccountForm, EmailField, SubmitButton } from "~/features/accounts/components/fields";
import { loadForStrangers } from "~/features/accounts/queries/account-page.server";
import { useAnswer } from "~/lib/use-answer";
import { absolute, paths } from "~/paths";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs the framework in the browser. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Forgot your password? · Route planning" },
  { name: "description", content: "Set a new password for your account." },
];
/** `Retry-After` reaches browsers without scripts, too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = loadForStrangers;
export const action = (args: ActionFunctionArgs) => answerAccountForm(requestPassword, args);

export default function ForgotPage() {
  const frame = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  return (
    <AccountPage
      frame={frame}
      title="Forgot your password?"
      refused={refused}
      links={<a href={absolute(paths.login())}>Back to sign in</a>}
    >
      <p className="soft">We send you a link with which you set a new one.</p>
      <AccountForm>
        <EmailField refused={refused} first />
        <SubmitButton busy="Sending…">Send the link</SubmitButton>
      </AccountForm>
    </AccountPage>
  );
}
