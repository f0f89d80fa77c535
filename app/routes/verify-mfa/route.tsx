import type { ActionFunctionArgs, HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerAccountForm } from "~/features/accounts/account-action.server";
import { verifyMfa } from "~/features/accounts/account-actions.server";
import { AccountPage } from "~/features/accounts/components/account-page";
import { SecondStep } from "~/features/accounts/components/second-step";
import { loadSecondStep } from "~/features/accounts/queries/second-step-page.server";
import { useAnswer } from "~/lib/use-answer";
import { absolute, paths } from "~/paths";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs the framework in the browser. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Second step · Route planning" },
  { name: "description", content: "The second step of your sign-in." },
];
/** `Retry-After` reaches browsers without scripts, too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = loadSecondStep;
export const action = (args: ActionFunctionArgs) => answerAccountForm(verifyMfa, args);

export default function VerifyMfa() {
  const page = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  return (
    <AccountPage
      frame={page}
      title="One more step"
      refused={refused}
      links={<a href={absolute(paths.login(page.redirectTo || undefined))}>Sign in again</a>}
    >
      <SecondStep page={page} refused={refused} />
    </AccountPage>
  );
}
