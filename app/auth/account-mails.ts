import { accountMailOf } from "~/mail/mail-text";
import type { Mail } from "~/services/mail/mailer";

const NOT_YOU = "If this was not you, do nothing: without the link nothing happens.";

export const verificationMail = (to: string, url: string): Mail =>
  accountMailOf({
    to,
    subject: "Confirm your e-mail",
    paragraphs: ["Welcome to route planning. Confirm that this e-mail is yours, and your account is ready."],
    link: { label: "Confirm your e-mail", url },
    notes: ["The link works once, within 24 hours.", NOT_YOU],
  });

export const passwordMail = (to: string, url: string): Mail =>
  accountMailOf({
    to,
    subject: "Set a new password",
    paragraphs: ["Somebody asked for a new password for your account."],
    link: { label: "Set a new password", url },
    notes: ["The link works once, within one hour.", `${NOT_YOU} Your password stays as it is.`],
  });

export const welcomeMail = (to: string, url: string): Mail =>
  accountMailOf({
    to,
    subject: "Your account is ready",
    paragraphs: ["Welcome to route planning. Choose a password, and you can start."],
    link: { label: "Choose a password", url },
    notes: ["The link works once, within 24 hours.", NOT_YOU],
  });

/** To somebody who signs up with the e-mail of their account; the page must not say that there is one. */
export const knownAccountMail = (to: string, url: string): Mail =>
  accountMailOf({
    to,
    subject: "You already have an account",
    paragraphs: ["Somebody wanted to sign up with this e-mail. It has an account already, and nothing was changed."],
    link: { label: "Sign in", url },
    notes: ["If you have forgotten your password, ask for a new one on that page.", "If this was not you, do nothing."],
  });

/** @param contacts where to ask: nobody reads answers to this mail */
export const closedAccountMail = (to: string, url: string, contacts: string): Mail =>
  accountMailOf({
    to,
    subject: "Your account is closed",
    paragraphs: [
      "Somebody wanted to sign up with this e-mail. Its account was blocked or removed.",
      "A blocked account can be opened again, see below. In place of one that was removed, use another e-mail.",
    ],
    link: { label: "To the start page", url },
    noteLink: { label: "Ask us to open a blocked account:", url: contacts },
  });

/**
 * @param done when and from where, see `doneNote`
 * @param where they were signed out: by whoever is signed in and changes their own, everywhere else
 */
export const changedPasswordMail = (
  to: string,
  url: string,
  done: string,
  where: "everywhere" | "everywhere else",
): Mail =>
  accountMailOf({
    to,
    subject: "Your password was changed",
    paragraphs: [`Your account has a new password. You were signed out ${where}.`],
    link: { label: "Sign in", url },
    notes: [done, "If this was not you, set a new password at once: choose “Forgot your password?” on that page."],
  });

/** @param done when */
export const passwordSetMail = (to: string, url: string, done: string): Mail =>
  accountMailOf({
    to,
    subject: "A new password was set for you",
    paragraphs: [
      "An administrator has set a new password for your account. You were signed out everywhere.",
      "They give you the password. When you have signed in with it, you choose one of your own.",
    ],
    link: { label: "Sign in", url },
    notes: [done, "If you did not ask for this, choose “Forgot your password?” on that page."],
  });

/** @param title the provider's @param done when and from where, see `doneNote` */
export const identityLinkedMail = (to: string, title: string, url: string, done: string): Mail =>
  accountMailOf({
    to,
    subject: `You can sign in with ${title} now`,
    paragraphs: [`Your account was linked with ${title}. From now on you can sign in with it, too.`],
    link: { label: "To your profile", url },
    notes: [done, "If this was not you, remove the link on your profile and set a new password at once."],
  });

/** @param title the provider's @param done when and from where, see `doneNote` */
export const identityUnlinkedMail = (to: string, title: string, url: string, done: string): Mail =>
  accountMailOf({
    to,
    subject: `You can no longer sign in with ${title}`,
    paragraphs: [`Your account is no longer linked with ${title}. Your other ways to sign in stay.`],
    link: { label: "To your profile", url },
    notes: [done, "If this was not you, change your password at once: whoever did it has been signed in as you."],
  });

/**
 * To the e-mail that the account had so far. The new one isn't named: it is the business of whoever has the account.
 * @param done when, see `doneNote` @param contacts where to tell: nobody reads answers to this mail
 */
export const changedEmailMail = (to: string, url: string, done: string, contacts: string): Mail =>
  accountMailOf({
    to,
    subject: "The e-mail of your account was changed",
    paragraphs: [
      "An administrator has given your account another e-mail. You sign in with that one from now on, and mails " +
        "about your account no longer come here.",
    ],
    link: { label: "Sign in", url },
    notes: [done, "If you did not ask for this, tell us at once."],
    noteLink: { label: "Tell us:", url: contacts },
  });
