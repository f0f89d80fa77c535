import type { ActionFunctionArgs, HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireSession } from "~/auth/session.server";
import { answerAccountForm } from "~/features/accounts/account-action.server";
import { AccountPage } from "~/features/accounts/components/account-page";
import { Security } from "~/features/accounts/components/security";
import { loadSecurity } from "~/features/accounts/queries/security-page.server";
import { changeSecurity } from "~/features/accounts/security.server";
import { useAnswer } from "~/lib/use-answer";
import { absolute, paths } from "~/paths";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs the framework in the browser. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Sign-in and security · Route planning" },
  { name: "description", content: "What your account asks for beside your password." },
];
/** `Retry-After` reaches browsers without scripts, too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = loadSecurity;
export async function action(args: ActionFunctionArgs) {
  await requireSession(args.request);
  return answerAccountForm(changeSecurity, args);
}

export default function SecurityPage() {
  const page = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  return (
    <AccountPage
      frame={page}
      title="Sign-in and security"
      isPersonal
      refused={refused}
      links={
        page.hasCompany ? (
          <a href={absolute(paths.profile())}>To your profile</a>
        ) : (
          <a href={absolute(paths.invitations())}>To your invitations</a>
        )
      }
    >
      <Security page={page} refused={refused} />
    </AccountPage>
  );
}
