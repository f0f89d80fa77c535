import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { leaveNote } from "~/features/recipients/commands/leave-note.server";
import { openVisitLink } from "~/features/recipients/queries/open-link.server";
import type { OpenedVisit } from "~/features/recipients/queries/open-link.server";
import { setLimits } from "~/services/limits/limits.server";
import { visitTrackingHash } from "~/planner/tracking-links.server";
import { createPlan } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, setWorld, visitOf } from "../driver/road";
import type { Road } from "../driver/road";

describe.each(databases())("a recipient's note for a visit that is planned meanwhile, on %s", (kind) => {
  const database = useTestDatabase(kind);
  beforeEach(() => {
    setLimits(undefined);
    setWorld(database().db, at("08:05"));
  });
  afterEach(forgetWorld);

  const words = { note: "Ring twice", safePlace: "" };
  const visitId = ({ stops }: Road) => stops[1];
  const put = (road: Road, where: { plan_id: number | null; route_id: number | null }) =>
    road
      .db("routing_visits")
      .where({ id: visitId(road) })
      .update(where);
  async function opened(road: Road): Promise<OpenedVisit> {
    const hash = await visitTrackingHash(road.db, road.companyId, visitId(road));
    const link = await openVisitLink({ id: String(visitId(road)), hash, ip: "192.0.2.7" });
    if (link.kind !== "open") throw new Error(`The link is ${link.kind}.`);
    return link;
  }
  const changesOf = (road: Road) => road.db("plan_changes").where({ kind: "recipient.note" });

  it("is a change of the plan that has taken the visit", async () => {
    const road = await createRoad(database().db);
    await put(road, { plan_id: null, route_id: null });
    const link = await opened(road);
    await put(road, { plan_id: road.planId, route_id: road.routeId });
    await leaveNote(link, words);
    expect((await visitOf(road, visitId(road))).recipient_note).toBe("The recipient says: Ring twice");
    expect(await changesOf(road).andWhere({ plan_id: road.planId })).toHaveLength(1);
  });

  it("is asked for again where another plan has taken the visit", async () => {
    const road = await createRoad(database().db);
    const link = await opened(road);
    const other = await createPlan(road.db, road.companyId, { warehouse_id: road.warehouseId });
    await put(road, { plan_id: other, route_id: null });
    await expect(leaveNote(link, words)).rejects.toMatchObject({ status: 409, code: "recipient.moved" });
    expect((await visitOf(road, visitId(road))).recipient_note).toBeNull();
    await leaveNote(await opened(road), words);
    expect(await changesOf(road).andWhere({ plan_id: other })).toHaveLength(1);
  });
});
