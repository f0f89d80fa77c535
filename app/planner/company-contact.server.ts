import type { Db } from "~/db/client.server";
import { parseJson } from "~/db/codecs.server";
import { isMembersEmail } from "~/db/repositories/members.server";
import type { CompanyRow } from "~/db/tables";
import { contactOf } from "~/domain/tracking/company-contact";
import type { Contact } from "~/domain/tracking/company-contact";
import { recipientSettingsOf } from "~/domain/tracking/recipient-settings";
import type { RecipientSettings } from "~/domain/tracking/recipient-settings";

export const recipientSettingsFromRow = (company: CompanyRow): RecipientSettings =>
  recipientSettingsOf(parseJson<Record<string, unknown>>(company.recipient_settings, {}));

/** What recipients are told of how to reach the company. */
export async function contactOfCompany(db: Db, company: CompanyRow): Promise<Contact> {
  const isOfMember = company.email !== null && (await isMembersEmail(db, company.id, company.email));
  return contactOf(company, recipientSettingsFromRow(company).contact, isOfMember);
}
