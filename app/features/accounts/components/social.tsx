import type { ActionRefusal } from "~/lib/action-result";
import { absolute, paths } from "~/paths";
import type { LinkPage } from "../queries/social-link-page.server";
import { PasswordField, SubmitButton } from "./fields";

interface SocialProps {
  providers: readonly { driver: string; title: string }[];
  /** where one goes after the sign-in */
  redirectTo?: string | undefined;
}

/** Sign-in with accounts elsewhere, below the form for e-mail and password. */
export function SocialButtons({ providers, redirectTo }: SocialProps) {
  if (providers.length === 0) return null;
  return (
    <div className="social">
      <p className="or">or</p>
      {providers.map(({ driver, title }) => (
        <a key={driver} className="button" href={absolute(paths.socialLogin(driver, redirectTo))}>
          Continue with {title}
        </a>
      ))}
    </div>
  );
}

interface LinkProps {
  page: LinkPage;
  refused: ActionRefusal | undefined;
}

const Answer = ({ value }: { value: string }) => <input type="hidden" name="answer" value={value} />;

/** Asks whether an account elsewhere is to open this one. */
export function LinkForms({ page: { title, email, account, proof }, refused }: LinkProps) {
  return (
    <>
      <p>
        {email === null ? `Your ${title} account` : <strong>{email}</strong>} at {title} will open your account{" "}
        <strong>{account}</strong>. Your other ways to sign in stay.
      </p>
      {proof === "again" ? (
        <form method="post">
          <Answer value="again" />
          <p className="soft">You signed in a while ago. To be sure that it is you, sign in once more.</p>
          <SubmitButton busy="Signing out…">Sign in again</SubmitButton>
        </form>
      ) : (
        <form method="post">
          <Answer value="link" />
          {proof === "password" ? (
            <>
              <input type="hidden" autoComplete="username" value={account} />
              <PasswordField refused={refused} label={`Password of ${account}`} />
            </>
          ) : null}
          <SubmitButton busy="Linking…">Link with {title}</SubmitButton>
        </form>
      )}
      <form method="post">
        <Answer value="skip" />
        <button className="button" data-busy="One moment…">
          Don’t link
        </button>
      </form>
    </>
  );
}
