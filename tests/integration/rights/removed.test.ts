import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { removePlan } from "~/db/repositories/plans.server";
import { emptyRemovedAcrossCompanies } from "~/db/rights/empty-removed.server";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { REGISTRY } from "~/features/actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, setWorld } from "../driver/road";
import type { Road } from "../driver/road";

const DAY_SEC = 24 * 3600;
const NOW = at("08:05");
const later = (days: number): UtcText => addSeconds(NOW, days * DAY_SEC);
const MARK = "Quibble";

describe.each(databases())("what a company removed on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  const removedFiles: string[] = [];
  beforeEach(() => {
    removedFiles.length = 0;
    setWorld(db(), NOW);
  });
  afterEach(forgetWorld);

  const chore = (now: UtcText) =>
    emptyRemovedAcrossCompanies(db(), {
      now,
      files: { remove: (keys) => Promise.resolve(void removedFiles.push(...keys)) },
    });
  const act = (road: Road, name: string, input: object) => performAction(REGISTRY, road.dispatcher, name, input);

  /** Tables of the company in which the word still stands. */
  async function whereIs(word: string): Promise<string[]> {
    const found: string[] = [];
    for (const table of TABLES) if (JSON.stringify(await db()(table as string)).includes(word)) found.push(table);
    return found;
  }
  const TABLES = [
    "routing_visits",
    "routing_plans",
    "routing_queries",
    "plan_changes",
    "audit_log",
    "recipient_replies",
    "recipient_messages",
    "road_tasks",
    "visit_geocodes",
    "routing_sheet_rows",
  ] as const;

  async function prepared(): Promise<{ road: Road; visitId: number }> {
    const road = await createRoad(db(), { routeStatus: 2, visitStatus: 2 });
    await db()("routing_routes").where({ id: road.routeId }).update({ is_locked: 0 });
    const visitId = road.stops[2];
    for (const name of [`${MARK} One`, `${MARK} Two`])
      await act(road, "visit.update_fields", {
        visitId,
        name,
        address: `${MARK} lane 5`,
        recipientPhone: "+423 777 66 55",
        deliveryNote: `${MARK} has oxygen`,
      });
    const own = { company_id: road.companyId, visit_id: visitId };
    const stamps = { created_at: NOW, updated_at: NOW };
    await insertAttachment(
      db(),
      road.companyId,
      { visit_id: visitId, path: `companies/${road.companyId}/visits/door.jpg`, type: "photo" },
      NOW,
    );
    await db()("recipient_replies").insert({ ...own, ...stamps, note: MARK, stars: 4 });
    await db()("recipient_messages").insert({
      ...{ ...own, ...stamps, kind: "next", channel: "mail", day: "2026-11-23", state: "sent" },
      ...{ contact: `${MARK}@mail.example`, uid: "u".repeat(32) },
    });
    await db()("road_tasks").insert({ ...own, ...stamps, kind: "late", task_key: MARK, details: `{"name":"${MARK}"}` });
    return { road, visitId };
  }

  it("a visit is emptied 30 days later, with all that tells of it, and its numbers stay", async () => {
    const { road, visitId } = await prepared();
    const other = await createRoad(db());
    await db()("routing_visits").where({ id: other.stops[2] }).update({ name: "Quabble" });
    expect(await whereIs(MARK)).toEqual(
      expect.arrayContaining(["routing_visits", "plan_changes", "audit_log", "recipient_replies", "road_tasks"]),
    );
    await act(road, "visit.remove", { visitId, choice: "delete" });
    const before = (await db()("routing_visits").where({ id: visitId }).first())!;
    expect(before.deleted_at).toBe(NOW);
    expect(await chore(later(29))).toBe(0);
    expect(await whereIs(MARK)).toContain("routing_visits");
    expect(await chore(later(30))).toBeGreaterThan(0);
    expect(await whereIs(MARK)).toEqual([]);
    expect(await whereIs("777 66 55")).toEqual([]);
    const after = (await db()("routing_visits").where({ id: visitId }).first())!;
    expect(after).toMatchObject({ name: "", address: "", recipient_phone: "", lat: null, delivery_note: null });
    const { uid, status, plan_id, package_load, created_at } = before;
    expect(after).toMatchObject({ uid, status, plan_id, package_load, created_at });
    expect(await db()("recipient_replies").where({ visit_id: visitId }).first()).toMatchObject({ note: "", stars: 4 });
    expect(removedFiles).toEqual([`companies/${road.companyId}/visits/door.jpg`]);
    expect(await db()("routing_visit_attachments").where({ visit_id: visitId })).toEqual([]);
    // Who did what stays told, and what others have is as it was.
    const actions = await db()("audit_log").where({ company_id: road.companyId }).orderBy("id").pluck("action");
    expect(actions).toEqual(["visit.update_fields", "visit.update_fields", "visit.remove"]);
    expect(await whereIs("Quabble")).toEqual(["routing_visits"]);
    expect(await db()("routing_visits").where({ id: road.stops[0] }).first()).toMatchObject({ name: "Stop A" });
    // Nothing is left to do.
    expect(await chore(later(31))).toBe(0);
  });

  it("a plan goes with its visits, changes and calculations", async () => {
    const { road, visitId } = await prepared();
    const { companyId, planId } = road;
    await db()("routing_plans")
      .where({ id: planId })
      .update({ title: `${MARK} day` });
    const query = { company_id: companyId, plan_id: planId, title: MARK, input: `{"name":"${MARK}"}`, output: MARK };
    await db()("routing_queries").insert({ ...query, created_at: NOW, updated_at: NOW });
    await removePlan(db(), companyId, planId, NOW);
    await chore(later(29));
    expect(await whereIs(MARK)).toContain("routing_queries");
    await chore(later(30));
    expect(await whereIs(MARK)).toEqual([]);
    expect(await db()("routing_visits").where({ plan_id: planId }).whereNot("address", "")).toEqual([]);
    expect(await db()("routing_plans").where({ id: planId }).first()).toMatchObject({ title: "", deleted_at: NOW });
    expect(await db()("plan_changes").where({ plan_id: planId })).not.toHaveLength(0);
    expect(await db()("routing_visits").where({ id: visitId }).first("id")).toEqual({ id: visitId });
  });

  it("can be undone until then, and not after it", async () => {
    const { road, visitId } = await prepared();
    await act(road, "visit.remove", { visitId, choice: "delete" });
    setWorld(db(), later(30));
    await expect(act(road, "plan.undo", { planId: road.planId })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("can be restored for 30 days"),
    });
    setWorld(db(), later(29));
    await act(road, "plan.undo", { planId: road.planId });
    expect(await db()("routing_visits").where({ id: visitId }).first()).toMatchObject({
      name: `${MARK} Two`,
      deleted_at: null,
    });
  });
});
