import type { CompanySession } from "~/auth/session.server";
import { publishChange } from "~/realtime/publisher.server";

/** Tells the company's other tabs: pages offer fail reasons, templates and defaults. Call it after the commit. */
export const publishSettings = ({ company }: CompanySession, tab: string | undefined): void =>
  publishChange(company.id, { model: "Company", action: "update", ids: [company.id] }, tab);
