import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getPlan } from "~/db/repositories/plans.server";
import { listWarehouses } from "~/db/repositories/warehouses.server";
import { RecordStatus } from "~/domain/record-status";

/** What the upload form offers: the plan to join, or the warehouses where visits may wait. */
export async function loadImportPage(session: CompanySession, request: Request) {
  authorize(session, "import.run");
  const asked = Number(new URL(request.url).searchParams.get("plan"));
  const plan = Number.isSafeInteger(asked) && asked > 0 ? await getPlan(db(), session.company.id, asked) : null;
  const warehouses = plan
    ? []
    : (await listWarehouses(db(), session.company.id, { status: RecordStatus.Active, pageSize: "unpaged" })).rows;
  return {
    plan: plan ? { id: plan.id, title: plan.title } : null,
    warehouses: warehouses.map((row) => ({ value: String(row.id), label: row.title })),
  };
}
