import { randomBytes } from "node:crypto";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { refuse, refusalError } from "~/domain/decision";
import { allowanceWords } from "~/domain/messages/message-allowance";
import { messageSettingsFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import { dialledPhone } from "~/domain/validation/national-phone";
import { waitMinutes } from "~/domain/format-number";
import { AppError } from "~/lib/errors";
import { contactOfCompany } from "~/planner/company-contact.server";
import { shopLink } from "~/planner/company-package.server";
import { messageAllowance, takeMessage } from "~/planner/message-allowance.server";
import { CarrierError } from "~/services/carrier-error";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { limits, waitError } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";
import { mailFor, smsFor, textOf } from "../message-content.server";
import { sampleValues } from "../sample-values.server";
import type { TestMessage } from "../schemas";

const TESTS: Limit = { name: "message-tests", uses: 20, windowSec: 3600 };

/**
 * Sends the message to whoever asks, with a sample's values, and waits for the answer: a gateway that refuses shows
 * here, and not on the day itself.
 * @returns where it went. @throws AppError 403, 402 (no package), 429, 422 (no address of one's own, or what the
 * gateway said)
 */
export async function sendTest(session: CompanySession, { language, kind, channel }: TestMessage): Promise<string> {
  authorize(session, "company.settings");
  const to = await ownContact(session, channel);
  const waitSec = await limits().take(TESTS, `user:${session.user.id}`);
  if (waitSec > 0)
    throw waitError("messages.too_many", `Too many tests. Please try again in ${waitMinutes(waitSec)}.`, waitSec);
  await takeOfPackage(session.company.id, channel);
  const company = await getCompany(db(), session.company.id);
  const { sender } = messageSettingsFromRow(company);
  const text = await textOf(db(), company.id, language, kind);
  const values = sampleValues(channel, sender, language);
  const { email } = await contactOfCompany(db(), company);
  const recipient = { to, language, kind, sender, replyTo: email || null };
  const uid = randomBytes(16).toString("hex");
  try {
    if (channel === "mail") await services().mailer.send(mailFor(recipient, text, values), uid);
    else await services().sms.send(smsFor(recipient, text, values), uid);
  } catch (cause) {
    // A fault of the program is none of the carrier's, and goes to the log.
    if (!(cause instanceof CarrierError)) throw cause;
    throw new AppError("messages.test_failed", `The test could not be sent: ${cause.message.slice(0, 200)}`, {
      status: 422,
      cause,
    });
  }
  return to;
}

/** A test is a message like all others. @throws AppError 402, 429 */
async function takeOfPackage(companyId: number, channel: TestMessage["channel"]): Promise<void> {
  const allowance = await messageAllowance(db(), companyId, nowText());
  const words = allowanceWords(allowance) ?? "";
  if (allowance.isOver) throw refusalError({ ...refuse("messages.no_package", words, 402).error, link: shopLink() });
  const waitSec = await takeMessage(companyId, channel, allowance);
  if (waitSec > 0) throw waitError("messages.day_limit", `No more messages go out today. ${words}`, waitSec);
}

/** @throws AppError 422 where the account has none */
async function ownContact(session: CompanySession, channel: TestMessage["channel"]): Promise<string> {
  const user = session.user.id === null ? undefined : await findUserAcrossCompanies(db(), session.user.id);
  if (user === undefined)
    throw new AppError("person.only", "A test goes to the person who asks for it.", { status: 422 });
  if (channel === "mail") return user.email;
  const phone = user.phone === null ? null : dialledPhone(user.phone, "");
  if (phone === null)
    throw new AppError("messages.no_phone", "Your profile has no phone number to send it to.", { status: 422 });
  return phone.e164;
}
