import { describe, expect, it } from "vitest";
import {
  changedEmailMail,
  changedPasswordMail,
  closedAccountMail,
  identityLinkedMail,
  identityUnlinkedMail,
  passwordMail,
  passwordSetMail,
  verificationMail,
  welcomeMail,
} from "~/auth/account-mails";
import { doneNote } from "~/auth/done-note.server";
import {
  factorAddedMail,
  factorRemovedMail,
  factorsTakenMail,
  newCodesMail,
  recoveryUsedMail,
} from "~/auth/factor-mails";
import { buttonWord, MESSAGE_LANGUAGES, textsIn } from "~/domain/messages/languages";
import { MESSAGE_KINDS, MessageKind } from "~/domain/messages/message-kind";
import { orderedWords } from "~/features/billing/order-view";
import { mailFor } from "~/features/messages/message-content.server";
import { withRequestContext } from "~/lib/request-context.server";

const TO = "anna@test.example";
const URL_OF_MAIL = "https://routes.example/platform/login";
const CONTACTS = "https://routes.example/platform/contacts";
const DONE = "This was done on Sat 21 Nov 2026 09:12 UTC, from the address 203.0.113.9.";

const SECURITY = [
  changedPasswordMail(TO, URL_OF_MAIL, DONE, "everywhere"),
  passwordSetMail(TO, URL_OF_MAIL, DONE),
  identityLinkedMail(TO, "Example", URL_OF_MAIL, DONE),
  identityUnlinkedMail(TO, "Example", URL_OF_MAIL, DONE),
  changedEmailMail(TO, URL_OF_MAIL, DONE, CONTACTS),
  factorAddedMail(TO, "a passkey", URL_OF_MAIL, DONE),
  factorRemovedMail(TO, "a passkey", true, URL_OF_MAIL, DONE),
  newCodesMail(TO, URL_OF_MAIL, DONE),
  recoveryUsedMail(TO, 3, URL_OF_MAIL, DONE),
  factorsTakenMail(TO, URL_OF_MAIL, DONE, CONTACTS),
];
const ACCOUNT = [
  verificationMail(TO, URL_OF_MAIL),
  passwordMail(TO, URL_OF_MAIL),
  welcomeMail(TO, URL_OF_MAIL),
  closedAccountMail(TO, URL_OF_MAIL, CONTACTS),
];

describe("mails about an account", () => {
  it.each([...SECURITY, ...ACCOUNT])("say whose it is and of which server: $subject", ({ text, html }) => {
    for (const form of [text, html]) expect(form).toContain(`Sent to ${TO} for routes.example.`);
  });

  it.each(SECURITY)("say when it was done, and from where: $subject", ({ text, html }) => {
    for (const form of [text, html]) expect(form).toContain(DONE);
  });

  it("name a page where somebody can be asked", () => {
    for (const mail of [
      closedAccountMail(TO, URL_OF_MAIL, CONTACTS),
      factorsTakenMail(TO, URL_OF_MAIL, DONE, CONTACTS),
      changedEmailMail(TO, URL_OF_MAIL, DONE, CONTACTS),
    ])
      for (const form of [mail.text, mail.html]) expect(form).toContain(CONTACTS);
  });

  it("have the visitor's address, and never an administrator's", () => {
    const context = { id: "1".repeat(16), ip: "203.0.113.9", userAgent: "" };
    const [own, administrators] = withRequestContext(context, () => [doneNote(), doneNote("administrator")]);
    expect(own).toMatch(/^This was done on \w+ \d+ \w+ \d+ \d\d:\d\d UTC, from the address 203\.0\.113\.9\.$/);
    expect(administrators).toMatch(/^This was done on .* UTC\.$/);
    expect(administrators).not.toContain("203.0.113.9");
    expect(doneNote()).toMatch(/ UTC\.$/);
  });
});

describe("messages to recipients", () => {
  const cases = MESSAGE_LANGUAGES.flatMap((language) => MESSAGE_KINDS.map((kind) => [language, kind] as const));
  it.each(cases)("in %s of %s have a button that fits: what is over can't be followed", (language, kind) => {
    const text = textsIn(language).kinds[kind];
    const link = "https://routes.example/platform/tracking";
    const recipient = { to: TO, language, kind, sender: "Bakery", replyTo: null };
    const mail = mailFor(recipient, text, { company: "Bakery", link, stop: link });
    const { follow, see } = textsIn(language);
    const isAhead = kind === MessageKind.OutForDelivery || kind === MessageKind.Next;
    expect(follow).not.toBe(see);
    expect(buttonWord(language, kind)).toBe(isAhead ? follow : see);
    expect(mail.text).toContain(`${isAhead ? follow : see}:\n${link}`);
  });

  it("begin with a capital letter after the salutation in English", () => {
    for (const { mail } of Object.values(textsIn("en").kinds)) expect(mail.split("\n\n")[1]).toMatch(/^[A-Z{]/);
  });
});

it.each([
  ["optimization_yearly", "a year with 100,000 visits a month"],
  ["optimization_6_months", "6 months with 100,000 visits a month"],
  ["optimization_monthly", "1 month with 100,000 visits a month"],
] as const)("an order of %s is told within a sentence", (key, words) =>
  expect(orderedWords({ package: key, visits: 100_000 })).toBe(words),
);
