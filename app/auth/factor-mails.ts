import { count } from "~/domain/format-number";
import { accountMailOf } from "~/mail/mail-text";
import type { Mail } from "~/services/mail/mailer";

/** In these, `done` says when and from where, see `doneNote`. */
const NOT_YOU = "If this was not you, change your password at once: whoever did it has been signed in as you.";
const profileLink = (url: string) => ({ label: "To your sign-in settings", url });

/** @param what 'an authenticator app' */
export const factorAddedMail = (to: string, what: string, url: string, done: string): Mail =>
  accountMailOf({
    to,
    subject: `Your account has ${what} now`,
    paragraphs: [
      `You have added ${what} to your account. From now on a password alone does not sign you in.`,
      "You were signed out everywhere else.",
    ],
    link: profileLink(url),
    notes: [done, NOT_YOU],
  });

/** @param isLast the account's sign-in has one step again */
export const factorRemovedMail = (to: string, what: string, isLast: boolean, url: string, done: string): Mail =>
  accountMailOf({
    to,
    subject: `Your account no longer has ${what}`,
    paragraphs: [
      `You have removed ${what} from your account.`,
      ...(isLast ? ["It has no second step at sign-in any more."] : []),
    ],
    link: profileLink(url),
    notes: [done, NOT_YOU],
  });

export const newCodesMail = (to: string, url: string, done: string): Mail =>
  accountMailOf({
    to,
    subject: "You have new recovery codes",
    paragraphs: ["You have made new recovery codes. The codes that you had before do not work any more."],
    link: profileLink(url),
    notes: [done, NOT_YOU],
  });

/** @param left codes that are not used yet */
export const recoveryUsedMail = (to: string, left: number, url: string, done: string): Mail =>
  accountMailOf({
    to,
    subject: "A recovery code was used",
    paragraphs: [
      "Somebody used a recovery code of your account.",
      left === 0 ? "None is left: make new ones." : `${count(left, "code")} ${left === 1 ? "is" : "are"} left.`,
    ],
    link: profileLink(url),
    notes: [done, NOT_YOU],
  });

/** @param contacts where to tell: nobody reads answers to this mail */
export const factorsTakenMail = (to: string, url: string, done: string, contacts: string): Mail =>
  accountMailOf({
    to,
    subject: "Your second step at sign-in was removed",
    paragraphs: [
      "Support has removed the second step of your sign-in: your authenticator app, your passkeys and your recovery " +
        "codes do not work any more. Sign in with your password, and set them up again.",
    ],
    link: { label: "Sign in", url },
    notes: [done, "If you did not ask for this, change your password and tell us."],
    noteLink: { label: "Tell us:", url: contacts },
  });
