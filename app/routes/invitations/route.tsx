import type { ActionFunctionArgs, HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireSession } from "~/auth/session.server";
import { answerAccountForm } from "~/features/accounts/account-action.server";
import { AccountPage } from "~/features/accounts/components/account-page";
import { SignOutForm } from "~/features/accounts/components/fields";
import { OwnInvitations } from "~/features/accounts/components/own-invitations";
import { answerOwn } from "~/features/accounts/invitation-actions.server";
import { loadOwnInvitations } from "~/features/accounts/queries/invitation-page.server";
import type { OwnInvitationsPage } from "~/features/accounts/queries/invitation-page.server";
import { useAnswer } from "~/lib/use-answer";
import { absolute, paths } from "~/paths";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs the framework in the browser. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Your invitations · Route planning" },
  { name: "description", content: "The teams that invite you, and those that you are in." },
];
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = loadOwnInvitations;
export async function action(args: ActionFunctionArgs) {
  await requireSession(args.request);
  return answerAccountForm(answerOwn, args);
}

function titleOf({ without }: OwnInvitationsPage): string {
  if (without === null) return "Your invitations";
  return without.isNone ? "You belong to no company" : "You have no active company";
}

export default function InvitationsPage() {
  const page = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  return (
    <AccountPage
      frame={page}
      title={titleOf(page)}
      isPersonal
      refused={refused}
      links={
        page.without !== null ? (
          <>
            <a href={absolute(paths.profileSecurity())}>Sign-in and security</a>
            <SignOutForm />
          </>
        ) : null
      }
    >
      <OwnInvitations {...page} refused={refused} />
    </AccountPage>
  );
}
