import type { ActionFunctionArgs, HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { signIn } from "~/auth/sign-in.server";
import { AccountPage } from "~/features/accounts/components/account-page";
import { AccountForm, EmailField, PasswordField, SubmitButton } from "~/features/accounts/components/fields";
import { PasskeyForm } from "~/features/accounts/components/passkey-form";
import { SocialButtons } from "~/features/accounts/components/social";
import { loadForStrangers } from "~/features/accounts/queries/account-page.server";
import { useAnswer } from "~/lib/use-answer";
import { absolute, paths } from "~/paths";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs the framework in the browser. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction = () => [
  { title: "Sign in · Route planning" },
  { name: "description", content: "Sign in to plan and drive routes." },
];
/** `Retry-After` reaches browsers without scripts, too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = loadForStrangers;
export const action = ({ request, context }: ActionFunctionArgs) => signIn(request, context.ip);

export default function Login() {
  const frame = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  const typed = refused?.values?.email;
  const [search] = useSearchParams();
  return (
    <AccountPage
      frame={frame}
      title="Sign in"
      refused={refused}
      links={
        <>
          <a href={absolute(paths.forgot())}>Forgot your password?</a>
          <a href={absolute(paths.signUp())}>Sign up</a>
        </>
      }
    >
      <AccountForm>
        <input type="hidden" name="redirectTo" value={search.get("redirectTo") ?? ""} />
        <EmailField refused={refused} first={!typed} passkeys />
        <PasswordField first={Boolean(typed)} />
        <SubmitButton busy="Signing in…">Sign in</SubmitButton>
      </AccountForm>
      <PasskeyForm frame={frame} use="sign_in" action={absolute(paths.passkeyLogin())} label="Use a passkey">
        <input type="hidden" name="redirectTo" value={search.get("redirectTo") ?? ""} />
      </PasskeyForm>
      <SocialButtons providers={frame.providers} redirectTo={search.get("redirectTo") ?? undefined} />
    </AccountPage>
  );
}
