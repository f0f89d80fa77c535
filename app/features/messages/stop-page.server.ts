/** The page with which recipients end the messages of a company, and get them again. */
import { json } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { messageSettingsFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { findContactByTokenAcrossCompanies, setStopped } from "~/db/repositories/message-contacts.server";
import type { MessageContactRow } from "~/db/tables";
import { isMessageLanguage, textsIn } from "~/domain/messages/languages";
import { readForm } from "~/http/request/read-form.server";
import { answerRefusals } from "~/http/page.server";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";

/** What such a link can be, before the database is asked. */
const TOKEN = /^[\w-]{16,24}$/;

async function contactOf(token: string): Promise<{ contact: MessageContactRow; company: string } | null> {
  const contact = TOKEN.test(token) ? await findContactByTokenAcrossCompanies(db(), token) : undefined;
  if (contact === undefined) return null;
  const company = await getCompany(db(), contact.company_id).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  });
  return company === null ? null : { contact, company: messageSettingsFromRow(company).sender };
}

/**
 * It names the company and nothing of the recipient: whoever the message was passed on to sees no more than it said.
 */
export async function loadStopPage({ params }: Pick<LoaderFunctionArgs, "params">) {
  return answerRefusals(async () => {
    const found = await contactOf(params.token ?? "");
    if (found === null)
      return json({ language: "en", title: "", says: textsIn("en").page.unknown, button: null, isStopped: false }, 404);
    const { contact, company } = found;
    const language = isMessageLanguage(contact.language) ? contact.language : "en";
    const { page } = textsIn(language);
    const named = (text: string): string => text.replaceAll("{company}", company);
    const isStopped = contact.stopped_at !== null;
    return json({
      language,
      title: named(page.title),
      says: named(isStopped ? page.stopped : contact.channel === "sms" ? page.askSms : page.askMail),
      button: isStopped ? { intent: "resume", label: page.resume } : { intent: "stop", label: page.stop },
      isStopped,
    });
  });
}

/** The page's own form, and the one click of a mail program (RFC 8058), which sends no field `intent`. */
export async function answerStopForm({ request, params }: Pick<ActionFunctionArgs, "request" | "params">) {
  return answerRefusals(async () => {
    const form = await readForm(request);
    const found = await contactOf(params.token ?? "");
    if (found === null) throw new AppError("not_found", "This link is not valid any more.", { status: 404 });
    const { id, company_id: companyId } = found.contact;
    const now = nowText();
    const resumes = form.get("intent") === "resume";
    await setStopped(db(), companyId, id, resumes ? null : now, now);
    return json({ ok: true });
  });
}
