import { INVITATION_DAYS } from "~/domain/team/invitation";
import { shortened } from "~/lib/shortened";
import { accountMailOf } from "~/mail/mail-text";
import type { Mail } from "~/services/mail/mailer";

interface InvitationWords {
  to: string;
  /** title of the company */
  company: string;
  /** name of whoever invites */
  by: string;
  /** 'Admin', 'Driver'; none for a member without a role */
  roles: readonly string[];
  url: string;
}

/** A title may be longer than a subject. */
const IN_SUBJECT = 100;

export const invitationMail = ({ to, company, by, roles, url }: InvitationWords): Mail =>
  accountMailOf({
    to,
    subject: `${shortened(company, IN_SUBJECT)} invites you`,
    paragraphs: [
      `${by} invites you to work with ${company} in route planning.`,
      ...(roles.length === 0 ? [] : [`Your role: ${roles.join(", ")}.`]),
    ],
    link: { label: "Open the invitation", url },
    notes: [
      `The link works once, within ${INVITATION_DAYS} days. Keep it to yourself: whoever has it can answer for you.`,
      "If you don't know who this is, do nothing.",
    ],
  });
