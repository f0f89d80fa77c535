import type { Db } from "~/db/client.server";
import { addRoadTask, listOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import { insertRun } from "~/db/repositories/generator-runs.server";
import { insertOrder } from "~/db/repositories/billing-orders.server";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { updateCompany } from "~/db/repositories/companies.server";
import { insertConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { keepGeocodes } from "~/db/repositories/visit-geocodes.server";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { AttachmentType } from "~/domain/visit/confirmation";
import { createApiKey } from "../../factories/api-keys";
import { createCompany, createVisit, NOW } from "../../factories/company";
import { checkedSheet, uploadedSheet } from "../../factories/sheets";
import { createInvitations } from "../../factories/team";
import { createWebhook } from "../../factories/webhooks";
import { reportTask } from "../../helpers/report-tasks";
import type { Desk } from "../planning/desk";
import type { More } from "./examples";

const RUN = { title: "Training", companies: 1, plans: 1, vehicles: 1, visits: 1, lat: 47, lng: 9, radius_km: 1 };
/** What is ordered once more is the same order. */
const OPEN_ORDER = {
  package: "optimization_monthly",
  visits: 1000,
  months: 1,
  amount_cents: 5000,
  provider: "invoice",
  status: "open",
  user_id: null,
} as const;

/** What the examples of actions need beside a desk, in its company. */
export async function moreOf(db: Db, of: Desk): Promise<More> {
  const { companyId } = of;
  const dates = { created_at: NOW, updated_at: NOW };
  await db("routing_queries").insert({ company_id: companyId, plan_id: of.planId, status: "done", ...dates });
  const query = (await db("routing_queries").where({ company_id: companyId }).first("id")) as { id: number };
  const picture = { visit_id: of.a, path: `companies/${companyId}/visits/x.png`, type: "photo" as const };
  const nowhere = { plan_id: of.planId, source: 2, address: "Nowhere 1", lat: null, lng: null };
  const placelessId = await createVisit(db, companyId, nowhere);
  const asked = {
    visitId: placelessId,
    address: "Nowhere 1",
    postcode: "",
    state: "unknown",
    candidates: "[]",
  } as const;
  await keepGeocodes(db, companyId, [asked], NOW);
  const checkedId = await checkedSheet(db, { companyId, planId: null }, ["Name"], [["A"]]);
  const checkedRow = (await db("routing_sheet_rows").where({ sheet_id: checkedId }).first("id")) as { id: number };
  return {
    ...(await createWebhook(db, companyId)),
    ...(await createInvitations(db, companyId)),
    placelessId,
    templateId: await insertConfirmationTemplate(db, companyId, { title: "Door" }, NOW),
    attachmentId: await insertAttachment(db, companyId, picture, NOW),
    requestId: await createRequest(db, of),
    taskId: await createRoadTask(db, of),
    queryId: query.id,
    orderId: await insertOrder(db, companyId, OPEN_ORDER, NOW),
    waitingId: await createVisit(db, companyId, {}),
    sheetId: await uploadedSheet(db, companyId),
    sheetRowId: checkedRow.id,
    apiKeyId: (await createApiKey(db, companyId)).id,
    runId: await insertRun(db, RUN, null, NOW),
    closedId: await closedCompany(db),
  };
}

/** It was deleted lately, and can come back. */
async function closedCompany(db: Db): Promise<number> {
  const { companyId } = await createCompany(db);
  await updateCompany(db, companyId, { deleted_at: NOW }, NOW);
  return companyId;
}

/** A recipient asks for another window. */
async function createRequest(db: Db, { companyId, planId, first, a }: Desk): Promise<number> {
  const details = { from: "16:00", to: "17:00", before: "", visitName: "Stop A" };
  const task = { key: "request:of-world", kind: RoadTaskKind.Request, planId, routeId: first, visitId: a, details };
  await addRoadTask(db, companyId, task, NOW);
  return (await listOpenRoadTasks(db, companyId, { limit: 1 }))[0]!.id;
}

/** A report that was refused because its visit was on no route then. */
async function createRoadTask(db: Db, { companyId, planId, first, a }: Desk): Promise<number> {
  const pictures = [{ type: AttachmentType.Photo, key: `companies/${companyId}/visits/x.png` }];
  const task = reportTask("report:of-world", { pressedAt: NOW, pictures }, { planId, routeId: first, visitId: a });
  await addRoadTask(db, companyId, task, NOW);
  return (await listOpenRoadTasks(db, companyId, { limit: 1 }))[0]!.id;
}
