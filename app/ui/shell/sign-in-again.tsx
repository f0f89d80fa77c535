import { useEffect, useState, useSyncExternalStore, type FormEvent } from "react";
import { SIGNED_IN_HEADER, SOMEBODY_ELSE } from "~/lib/page-stamp";
import { signedOut } from "~/lib/steady-fetch";
import { absolute, paths } from "~/paths";
import { Button } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { FormActions } from "~/ui/form/app-form";
import formStyles from "~/ui/form/form.module.css";
import { PasswordInput } from "@mantine/core";

/** The sign-in page's own requests. */
const LOGIN = `${absolute(paths.login())}?_data=routes%2Flogin`;

const OTHER_USER = `${SOMEBODY_ELSE} Nothing was sent in their name: give your own password to go on here.`;

/** Where Remix would lead: only who is signed in, or has something left to do, is led away from the sign-in page. */
const leadsTo = (answer: Response): string | null => answer.headers.get("X-Remix-Redirect");

/** Their pages are documents of their own, which would take the place of this one. */
const MORE_STEPS = [paths.verifyMfa(), paths.newPassword(), paths.emailVerify()];
const isOneMore = (to: string): boolean => MORE_STEPS.some((path) => to.startsWith(path));

/** The whole document: the page's own requests would be asked about again, as long as somebody else is signed in. */
const goElsewhere = () => window.location.assign(absolute(paths.login()));

/** For whom the page was made. */
interface PageOwner {
  email: string;
  userId: number | null;
}

/**
 * Asks for the password where the user is, when the session has ended meanwhile; what was typed and sent then goes on.
 */
export function SignInAgain(owner: PageOwner) {
  const asked = useSyncExternalStore(signedOut.subscribe, signedOut.asked, () => null);
  return asked ? <SignInDialog {...owner} /> : null;
}

function SignInDialog({ email, userId }: PageOwner) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [step, setStep] = useState<string | null>(null);

  // Signed in in another window, then or before: there is nothing left to ask, unless it is somebody else, who has sent
  // nothing.
  useEffect(() => {
    const look = () =>
      void fetch(LOGIN).then(
        (answer) => {
          const to = leadsTo(answer);
          if (to === null) return;
          if (answer.headers.get(SIGNED_IN_HEADER) !== String(userId)) setFault(OTHER_USER);
          else if (!isOneMore(to)) signedOut.end(true);
        },
        () => undefined,
      );
    look();
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [userId]);

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFault(null);
    try {
      const password = String(new FormData(event.currentTarget).get("password") ?? "");
      const answer = await fetch(LOGIN, { method: "POST", body: new URLSearchParams({ email, password }) });
      const to = leadsTo(answer);
      if (to !== null && !isOneMore(to)) return signedOut.end(true);
      if (to !== null) return setStep(to);
      const { message } = (await answer.json()) as { message?: string };
      setFault(message ?? "Something goes wrong. Please try later");
    } catch {
      setFault("The server can't be reached. Try again in a moment.");
    }
    setBusy(false);
  };

  const leave = (
    <Button kind="quiet" onClick={goElsewhere}>
      Leave this page
    </Button>
  );
  return (
    <DialogFrame
      title="Sign in again"
      description="What you typed is still here, and goes on once you have signed in."
      closeTo={paths.login()}
      onClose={goElsewhere}
      closable={false}
      width={400}
      guard={false}
    >
      {step === null ? (
        <form className={formStyles.stack} onSubmit={(event) => void signIn(event)}>
          <input type="hidden" name="email" autoComplete="username" value={email} />
          <PasswordInput
            name="password"
            label={`Password of ${email}`}
            autoComplete="current-password"
            maxLength={255}
            required
            withAsterisk={false}
            error={fault}
            data-autofocus
          />
          <FormActions>
            {leave}
            <Button type="submit" kind="primary" loading={busy}>
              Sign in
            </Button>
          </FormActions>
        </form>
      ) : (
        <>
          <p>
            There is one more step.{" "}
            <a href={absolute(step)} target="_blank" rel="noreferrer">
              Go on in a new tab
            </a>{" "}
            and come back here then.
          </p>
          <FormActions>{leave}</FormActions>
        </>
      )}
    </DialogFrame>
  );
}
