import type { ActionFunctionArgs, HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireSession } from "~/auth/session.server";
import { answerAccountForm } from "~/features/accounts/account-action.server";
import { AccountPage } from "~/features/accounts/components/account-page";
import { LinkForms } from "~/features/accounts/components/social";
import { loadSocialLink } from "~/features/accounts/queries/social-link-page.server";
import { answerSocialLink } from "~/features/accounts/social-link.server";
import { useAnswer } from "~/lib/use-answer";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs the framework in the browser. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Link accounts · Route planning" },
  { name: "description", content: "Another way to sign in to your account." },
];
/** `Retry-After` reaches browsers without scripts, too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = loadSocialLink;
export async function action(args: ActionFunctionArgs) {
  await requireSession(args.request);
  return answerAccountForm(answerSocialLink, args);
}

export default function SocialLinkPage() {
  const page = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  return (
    <AccountPage frame={page} title={`Sign in with ${page.title}`} isPersonal refused={refused}>
      <LinkForms page={page} refused={refused} />
    </AccountPage>
  );
}
