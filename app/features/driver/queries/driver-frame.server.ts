import type { CompanySession } from "~/auth/session.server";
import { clientUrl } from "~/services/clients.server";

export interface DriverFrame {
  /** whose reports wait on this phone: a queue belongs to one member of one company */
  owner: string;
  companyId: number;
  /** changes with the script's text, so that a phone never keeps an old script */
  scriptUrl: string;
}

export const loadDriverFrame = (session: CompanySession): DriverFrame => ({
  owner: `${session.company.id}.${session.user.id}`,
  companyId: session.company.id,
  scriptUrl: clientUrl("driver"),
});
