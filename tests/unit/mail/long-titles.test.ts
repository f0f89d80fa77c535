import { describe, expect, it } from "vitest";
import { invitationMail } from "~/auth/invitation-mail";
import { MAX_TEXT_LENGTH } from "~/domain/constants";
import { MessageKind } from "~/domain/messages/message-kind";
import { mailFor } from "~/features/messages/message-content.server";
import { checkMail } from "~/services/mail/check-mail";

const LONE_SURROGATE = /\p{Surrogate}/u;

describe.each([
  ["letters", "x".repeat(MAX_TEXT_LENGTH)],
  ["two letters in one character", `x${"🚚".repeat(127)}`],
])("mails of a company with the longest title, of %s", (_what, title) => {
  it("invite into its team", () => {
    const url = "https://routes.example/platform/invitation/token";
    const mail = invitationMail({ to: "ann@test.example", company: title, by: "Ines", roles: [], url });
    expect(() => checkMail(mail)).not.toThrow();
    expect(mail.subject).toMatch(/^x.+… invites you$/u);
    expect(mail.subject).not.toMatch(LONE_SURROGATE);
    expect(mail.text).toContain(title);
  });

  it.each(["Your delivery", ""])("reach its recipients, with the subject '%s'", (subject) => {
    const mail = mailFor(
      { to: "ann@test.example", language: "en", kind: MessageKind.Delivered, sender: title, replyTo: null },
      { subject, mail: "We are on our way.", sms: "" },
      { stop: "https://routes.example/platform/stop/token" },
    );
    expect(() => checkMail(mail)).not.toThrow();
    expect(mail.fromName).toMatch(/^x.+…$/u);
    expect(`${mail.subject}${mail.fromName}`).not.toMatch(LONE_SURROGATE);
  });
});
