/** Photos and signatures of visits and of refused reports, as long as their company keeps them. */
import { addSeconds } from "~/domain/time/utc-text";
import { DAY_SEC } from "~/domain/time/calendar";
import { isInFolderOf } from "~/domain/company/company-files";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import type { AttachmentType } from "~/domain/visit/confirmation";
import { picturesOfTask } from "~/domain/route/task-pictures";
import { eachApart } from "~/lib/each-apart";
import type { Db } from "../client.server";
import { parseJson, toJson } from "../codecs.server";
import { blankInPlanChanges } from "../rights/blank-plan-changes.server";
import { scoped } from "./scoped.server";
import type { RoadTaskRow, RoutingVisitAttachmentRow, UtcText } from "../tables";

/** Of one piece: their files are removed one by one. */
const PIECE = 50;

/** Companies that keep proofs for some days only. */
const companiesWithLimit = async (db: Db): Promise<{ id: number; proofs_kept_days: number }[]> =>
  (await db("companies").whereNotNull("proofs_kept_days").whereNull("erased_at").select("id", "proofs_kept_days")) as {
    id: number;
    proofs_kept_days: number;
  }[];

/**
 * Removes the proofs whose time is over, with their files and the names of those who signed. A file goes before its
 * row, so that what was broken off is found again.
 * @returns how many
 * @throws the first company's failure, once all have been tried
 */
export async function removeOldProofsAcrossCompanies(
  db: Db,
  now: UtcText,
  removeFiles: (keys: readonly string[]) => Promise<void>,
): Promise<number> {
  let removed = 0;
  await eachApart(await companiesWithLimit(db), async ({ id, proofs_kept_days }) => {
    const before = addSeconds(now, -proofs_kept_days * DAY_SEC);
    removed += await removeOfVisits(db, id, before, removeFiles);
    removed += await removeOfReports(db, id, before, removeFiles);
  });
  return removed;
}

export interface ProofCount {
  photos: number;
  signatures: number;
}

/** The proofs of a company that are older than `before`, in visits and in reports. */
export async function countOldProofs(db: Db, companyId: number, before: UtcText): Promise<ProofCount> {
  const found = (await scoped(db, "routing_visit_attachments", companyId)
    .where("created_at", "<", before)
    .groupBy("type")
    .select("type")
    .count({ total: "*" })) as { type: AttachmentType; total: number | string }[];
  const total: Record<AttachmentType, number> = { photo: 0, signature: 0 };
  for (const { type, total: some } of found) total[type] += Number(some);
  for await (const { pictures } of reportsWithProofs(db, companyId, before))
    for (const { type } of pictures) total[type] += 1;
  return { photos: total.photo, signatures: total.signature };
}

/** The proofs of visits. @returns how many */
async function removeOfVisits(
  db: Db,
  companyId: number,
  before: UtcText,
  removeFiles: (keys: readonly string[]) => Promise<void>,
): Promise<number> {
  for (let removed = 0; ;) {
    const rows = (await scoped(db, "routing_visit_attachments", companyId)
      .where("created_at", "<", before)
      .orderBy("id")
      .limit(PIECE)) as RoutingVisitAttachmentRow[];
    await removeFiles(rows.map(({ path }) => path).filter((path) => isInFolderOf(companyId, path)));
    await forget(db, companyId, rows);
    removed += rows.length;
    if (rows.length < PIECE) return removed;
  }
}

/** The proofs that reports hold whose visit could not take them; the reports stay. @returns how many pictures */
async function removeOfReports(
  db: Db,
  companyId: number,
  before: UtcText,
  removeFiles: (keys: readonly string[]) => Promise<void>,
): Promise<number> {
  let removed = 0;
  for await (const { id, report, pictures } of reportsWithProofs(db, companyId, before)) {
    await removeFiles(pictures.map(({ key }) => key));
    const left = { ...report, says: { ...report?.says, signatureName: undefined }, pictures: [] };
    await scoped(db, "road_tasks", companyId)
      .where({ id })
      .update({ details: toJson(left)! });
    removed += pictures.length;
  }
  return removed;
}

async function* reportsWithProofs(db: Db, companyId: number, before: UtcText) {
  for (let after = 0; ;) {
    const rows = (await scoped(db, "road_tasks", companyId)
      .where({ kind: RoadTaskKind.Report })
      .where("created_at", "<", before)
      .where("id", ">", after)
      // Of the JSON itself: what somebody typed has no quotation mark without a backslash.
      .where(
        (has) => void has.where("details", "like", '%"pictures":[{%').orWhere("details", "like", '%"signatureName":"%'),
      )
      .orderBy("id")
      .limit(PIECE)
      .select("id", "details")) as Pick<RoadTaskRow, "id" | "details">[];
    for (const { id, details } of rows) {
      const report = parseJson<{ says?: object } | null>(details, null);
      yield { id, report, pictures: picturesOfTask(companyId, report) };
    }
    if (rows.length < PIECE) return;
    after = rows.at(-1)!.id;
  }
}

/** In the visits and in the log of their plans; what administrators read in the activity never has the name. */
async function forgetSigners(db: Db, companyId: number, visitIds: readonly number[]): Promise<void> {
  const visits = () =>
    db("routing_visits")
      .where({ company_id: companyId })
      .whereIn("id", [...visitIds]);
  const planIds = (await visits().whereNotNull("plan_id").distinct().pluck("plan_id")) as number[];
  await blankInPlanChanges(db, companyId, {
    planIds,
    visitIds: new Set(visitIds),
    fields: ["signatureName"],
    marks: ['"signatureName":"'],
  });
  await visits().update({ signature_name: "" });
}

async function forget(db: Db, companyId: number, rows: readonly RoutingVisitAttachmentRow[]): Promise<void> {
  const signed = rows.filter(({ type }) => type === "signature").map(({ visit_id }) => visit_id);
  await forgetSigners(db, companyId, signed);
  await scoped(db, "routing_visit_attachments", companyId)
    .whereIn(
      "id",
      rows.map(({ id }) => id),
    )
    .delete();
}
