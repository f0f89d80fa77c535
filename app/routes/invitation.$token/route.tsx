import type { ActionFunctionArgs, HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerAccountForm } from "~/features/accounts/account-action.server";
import { AccountPage } from "~/features/accounts/components/account-page";
import { InvitationForms } from "~/features/accounts/components/invitation-forms";
import { SocialButtons } from "~/features/accounts/components/social";
import { answerLink } from "~/features/accounts/invitation-actions.server";
import { loadInvitation } from "~/features/accounts/queries/invitation-page.server";
import { useAnswer } from "~/lib/use-answer";
import { absolute, paths } from "~/paths";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs the framework in the browser. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Invitation · Route planning" },
  { name: "description", content: "A company invites you to its team." },
];
/** `Retry-After` reaches browsers without scripts, too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = loadInvitation;
export const action = (args: ActionFunctionArgs) =>
  answerAccountForm(answerLink, args, { token: args.params.token ?? "" });

export default function InvitationPage() {
  const page = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  return (
    <AccountPage frame={page} title="Invitation" refused={refused}>
      {page.invitation === null ? (
        <>
          {refused ? null : <p role="alert">This invitation has expired, was answered already or was withdrawn.</p>}
          <p className="soft">Ask whoever invited you for a new one. If you have joined already, sign in.</p>
          <a className="button primary" href={absolute(paths.login())}>
            Sign in
          </a>
        </>
      ) : (
        <>
          <InvitationForms token={page.token} invitation={page.invitation} refused={refused} />
          {page.invitation.way === "register" ? (
            <SocialButtons providers={page.providers} redirectTo={paths.invitation(page.token)} />
          ) : null}
        </>
      )}
    </AccountPage>
  );
}
