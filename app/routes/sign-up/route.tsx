import type { ActionFunctionArgs, HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { signUp } from "~/features/accounts/account-actions.server";
import { answerAccountForm } from "~/features/accounts/account-action.server";
import { AccountPage } from "~/features/accounts/components/account-page";
import {
  AccountForm,
  EmailField,
  NEW_PASSWORD_HELP,
  PasswordField,
  SubmitButton,
} from "~/features/accounts/components/fields";
import { SocialButtons } from "~/features/accounts/components/social";
import { loadForStrangers } from "~/features/accounts/queries/account-page.server";
import { useAnswer } from "~/lib/use-answer";
import { absolute, paths } from "~/paths";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs the framework in the browser. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Sign up · Route planning" },
  { name: "description", content: "Make an account for your company." },
];
/** `Retry-After` reaches browsers without scripts, too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = loadForStrangers;
export const action = (args: ActionFunctionArgs) => answerAccountForm(signUp, args);

export default function SignUpPage() {
  const frame = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  return (
    <AccountPage
      frame={frame}
      title="Sign up"
      refused={refused}
      links={<a href={absolute(paths.login())}>You have an account? Sign in</a>}
    >
      <AccountForm>
        <EmailField refused={refused} first={!refused} />
        <PasswordField refused={refused} isNew help={NEW_PASSWORD_HELP} />
        <SubmitButton busy="Signing up…">Sign up</SubmitButton>
      </AccountForm>
      <SocialButtons providers={frame.providers} />
    </AccountPage>
  );
}
