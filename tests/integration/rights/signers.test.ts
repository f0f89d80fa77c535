import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listLogEntries } from "~/db/repositories/audit-log.server";
import { findPlanChange, listPlanChanges } from "~/db/repositories/plan-changes.server";
import { removeOldProofsAcrossCompanies } from "~/db/repositories/proofs.server";
import { addSeconds } from "~/domain/time/utc-text";
import { wordedEntry } from "~/audit/worded-entries.server";
import { METRIC } from "~/domain/units";
import { REGISTRY } from "~/features/actions.server";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { performAction } from "~/http/actions/perform-action.server";
import { up } from "migrations/0286-log-without-signers";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, setWorld } from "../driver/road";
import type { Road } from "../driver/road";

const NAME = "Signora Zyxwvut";
const DAY_SEC = 24 * 3600;

describe.each(databases())("who signed, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db(), at("08:05")));
  afterEach(forgetWorld);

  async function signed(): Promise<Road> {
    const road = await createRoad(db());
    for (const visitId of [road.stops[0], road.stops[1]]) {
      const path = `companies/${road.companyId}/visits/${visitId}.png`;
      await insertAttachment(db(), road.companyId, { visit_id: visitId, path, type: "signature" }, at("08:05"));
      await performAction(REGISTRY, road.dispatcher, "visit.done", {
        visitId,
        confirmed: true,
        confirmationType: "to_recipient",
        signatureName: NAME,
      });
    }
    return road;
  }
  const changesOf = async ({ companyId, planId }: Road) =>
    JSON.stringify(
      await Promise.all(
        (await listPlanChanges(db(), companyId, planId)).map(({ id }) => findPlanChange(db(), companyId, planId, id)),
      ),
    );

  it("is told by the visit and its plan's changes, and never by the activity", async () => {
    const road = await signed();
    const [visit] = await db()("routing_visits").where({ id: road.stops[0] });
    expect(visit).toMatchObject({ signature_name: NAME });
    expect(await changesOf(road)).toContain(NAME);
    const entries = await listLogEntries(db(), road.companyId, { action: "visit.done" }, 10);
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toContain(NAME);
    expect(wordedEntry(entries[0]!, METRIC).changes).toContain("Signed by: changed");
  });

  it("goes with the signature from the plan's changes, too; newer ones and those of others stay", async () => {
    const [road, other] = [await signed(), await signed()];
    await db()("companies").where({ id: road.companyId }).update({ proofs_kept_days: 30 });
    const old = addSeconds(at("08:05"), -31 * DAY_SEC);
    const attached = () => db()("routing_visit_attachments").where({ visit_id: road.stops[0] });
    await attached().update({ created_at: old });
    expect(await removeOldProofsAcrossCompanies(db(), at("08:05"), () => Promise.resolve())).toBe(1);
    const kept = JSON.parse(await changesOf(road)) as { before: Side; after: Side }[];
    const namesOf = (visitId: number) =>
      kept.flatMap(({ after }) =>
        after.visits.flatMap((one) =>
          one.id === visitId && one.signatureName !== undefined ? [one.signatureName] : [],
        ),
      );
    expect([namesOf(road.stops[0]), namesOf(road.stops[1])]).toEqual([[""], [NAME]]);
    // What was done is told all the same.
    expect(kept.map(({ after }) => after.visits.find(({ id }) => id === road.stops[0])?.status)).toContain(4);
    expect(await changesOf(other)).toContain(NAME);
    const names = await db()("routing_visits")
      .whereIn("id", [...road.stops, ...other.stops])
      .pluck("signature_name");
    expect(names.filter((name) => name === NAME)).toHaveLength(3);
  });

  it("is taken out of entries of before, of which all else stays, and the log is guarded again", async () => {
    const road = await signed();
    const fields = { signature_name: ["", NAME], status: [3, 4] };
    const place = { reported_lat: [null, 47.1], reported_lng: [null, 9.5], reported_accuracy: [null, 8] };
    const model = "Visit";
    const entry = { company_id: road.companyId, who: "Dora", action: "visit.done", outcome: "done", model };
    const changes = [{ model, id: 1, fields: { ...fields, ...place } }];
    const more = { changes: JSON.stringify(changes), created_at: at("08:00") };
    const [id] = await db()("audit_log").insert({ ...entry, ...more });
    for (const _twice of [1, 2]) await up(db());
    const row = await db()("audit_log").where({ id }).first();
    expect(JSON.parse(row!.changes!)).toEqual([{ model, id: 1, fields: { ...fields, signature_name: [null, null] } }]);
    await expect(db()("audit_log").where({ id }).update({ changes: "[]" })).rejects.toThrow("only added to");
  });

  it("is taken out of a window's entries together, and the work goes on where it was cut off", async () => {
    const road = await signed();
    const changes = JSON.stringify([{ model: "Visit", id: 1, fields: { signature_name: ["", NAME] } }]);
    const entry = { company_id: road.companyId, who: "Dora", action: "visit.done", outcome: "done", model: "Visit" };
    const ids: number[] = [];
    for (const _entry of [1, 2, 3])
      ids.push(...(await db()("audit_log").insert({ ...entry, changes, created_at: at("08:00") })));
    const refuse =
      kind === "sqlite"
        ? `WHEN NEW.id = ${ids[2]} BEGIN SELECT RAISE(ABORT, 'cut off'); END`
        : `FOR EACH ROW IF NEW.id = ${ids[2]} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'cut off'; END IF`;
    await db().raw(`CREATE TRIGGER cuts_off BEFORE UPDATE ON audit_log ${refuse}`);
    const named = async () =>
      (await db()("audit_log").whereIn("id", ids)).filter((row) => (row.changes ?? "").includes(NAME)).length;
    // As Knex runs it: in a transaction, which MySQL ends with the trigger.
    const migrate = () => db().transaction((trx) => up(trx));
    await expect(migrate()).rejects.toThrow("cut off");
    expect(await named()).toBe(3);
    await db().raw("DROP TRIGGER cuts_off");
    await migrate();
    expect(await named()).toBe(0);
    await expect(db()("audit_log").where({ id: ids[0]! }).update({ changes: "[]" })).rejects.toThrow("only added to");
  });
});

interface Side {
  visits: { id: number; status?: number; signatureName?: string }[];
}
