import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { isOnlyDriver } from "~/domain/access/actor";

/** What is known of a driver who is still to give their name and phone; null for everybody else. */
export interface OwnName {
  name: string;
  surname: string;
  phone: string;
}

export async function loadOwnName(session: CompanySession): Promise<OwnName | null> {
  if (session.mustComplete !== true || !isOnlyDriver(session.actor)) return null;
  const { name, surname, phone } = await getUserAcrossCompanies(db(), ofPerson(session).userId);
  return { name, surname, phone: phone ?? "" };
}
