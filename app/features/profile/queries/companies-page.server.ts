import { rolesOf } from "./profile-page.server";
import { authorize } from "~/auth/actor.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listAccessesOfUserAcrossCompanies } from "~/db/repositories/members.server";
import { pageRange } from "~/domain/paging";
import { listRequest } from "~/http/list-request.server";

export interface OwnCompany {
  companyId: number;
  title: string;
  roles: string;
}

/** A person works for a handful of companies: they are searched and divided into pages here. */
export async function loadOwnCompanies(session: CompanySession, request: Request) {
  authorize(session, "profile.update");
  const { paging, search } = listRequest(request);
  const wanted = search.toLocaleLowerCase();
  const found = (await listAccessesOfUserAcrossCompanies(db(), ofPerson(session).userId)).filter((access) =>
    access.company_title.toLocaleLowerCase().includes(wanted),
  );
  const { page, from, to } = pageRange(paging, found.length);
  return {
    rows: found.slice(Math.max(0, from - 1), to).map((access) => ({
      companyId: access.company_id,
      title: access.company_title,
      roles: rolesOf(access),
    })),
    total: found.length,
    paging: { ...paging, page },
  };
}
