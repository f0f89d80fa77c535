import type { ActionFunctionArgs, HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { resend } from "~/features/accounts/account-actions.server";
import { answerAccountForm } from "~/features/accounts/account-action.server";
import { AccountPage } from "~/features/accounts/components/account-page";
import { AccountForm, SignOutForm, SubmitButton } from "~/features/accounts/components/fields";
import { loadEmailVerify } from "~/features/accounts/queries/account-page.server";
import { useAnswer } from "~/lib/use-answer";
import { absolute, paths } from "~/paths";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs the framework in the browser. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Confirm your e-mail · Route planning" },
  { name: "description", content: "Confirm your e-mail to go on." },
];
/** `Retry-After` reaches browsers without scripts, too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = loadEmailVerify;
export const action = (args: ActionFunctionArgs) => answerAccountForm(resend, args);

export default function EmailVerifyPage() {
  const page = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  return (
    <AccountPage
      frame={page}
      title="Confirm your e-mail"
      isPersonal={page.isSignedIn}
      refused={refused}
      links={
        page.isSignedIn ? (
          <SignOutForm />
        ) : (
          <>
            <a href={absolute(paths.signUp())}>Use another e-mail</a>
            <a href={absolute(paths.login())}>Sign in</a>
          </>
        )
      }
    >
      <div data-waits={absolute("/api/email/verify")}>
        <p>
          We have sent a mail to <strong>{page.email}</strong>. Open the link in it, and you can go on.
        </p>
        <p className="soft">Nothing there? Look among unwanted mails, or let us send it again.</p>
      </div>
      <AccountForm>
        <SubmitButton busy="Sending…">Send the mail again</SubmitButton>
      </AccountForm>
    </AccountPage>
  );
}
