import type { CompanySession } from "~/auth/session.server";
import type { ChangeEvent } from "~/realtime/events";
import { publishChange } from "~/realtime/publisher.server";

/** Tells the company's other tabs: pages offer fail reasons and defaults. Call it after the commit. */
export const publishSettings = ({ company }: CompanySession, tab: string | undefined): void =>
  publishChange(company.id, { model: "Company", action: "update", ids: [company.id] }, tab);

/** The same of one confirmation template. */
export const publishTemplate = (
  { company }: CompanySession,
  action: ChangeEvent["action"],
  id: number,
  tab: string | undefined,
): void => publishChange(company.id, { model: "ConfirmationTemplate", action, ids: [id] }, tab);
