import { describe, expect, it } from "vitest";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { removeVisit } from "~/features/planning/commands/visit-commands.server";
import { acceptRequest, declineRequest } from "~/features/recipients/commands/settle-request.server";
import { createPlan } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { at, setWorld, visitOf } from "../driver/road";
import type { Road } from "../driver/road";
import { linkOf, open, send, useLinkedPages } from "./linked-page";

describe.each(databases())("the page of a visit's link on %s", (kind) => {
  const { prepared } = useLinkedPages(kind);

  it("passes a note and a safe place on to the driver, beside what the company wrote", async () => {
    const { road, link } = await prepared();
    const note = async () => (await visitOf(road, road.stops[1])).recipient_note;
    await road.db("routing_visits").where({ id: road.stops[1] }).update({ recipient_note: "Gate code 12" });
    const fields = { intent: "note", note: "Ring twice", safePlace: "Behind the shed" };
    for (const _twice of [1, 2]) expect((await send(link, fields)).status).toBe(303);
    expect(await note()).toBe("Gate code 12\nThe recipient says: Ring twice\nSafe place: Behind the shed");
    const { page } = await open(link);
    expect(page!.wishes).toMatchObject({ note: "Ring twice", safePlace: "Behind the shed" });
    expect(JSON.stringify(page)).not.toContain("Gate code");
    await send(link, { ...fields, note: "", safePlace: "" });
    expect(await note()).toBe("Gate code 12");
    expect((await send(link, { ...fields, note: "x".repeat(301) })).refused?.fieldErrors).toHaveProperty("note");
    const changes = await road.db("plan_changes").where({ plan_id: road.planId, kind: "recipient.note" });
    expect(changes).toHaveLength(2);
  });

  it.each([
    ["is taken out", (road: Road) => removeVisit(road.dispatcher, { visitId: road.stops[1], choice: "delete" }, {})],
    ["was to be served on a day that is over", async ({ db }: Road) => setWorld(db, "2026-11-25 08:00:00")],
  ])("passes no note on once the visit %s", async (_what, end) => {
    const { road } = await prepared();
    await road.db("routing_routes").where({ id: road.routeId }).update({ status: 3, is_locked: 0 });
    const link = await linkOf(road, road.stops[1]);
    await end(road);
    const { status, refused } = await send(link, { intent: "note", note: "Ring twice", safePlace: "" });
    expect([status, refused?.message]).toEqual([409, "This delivery can’t be changed any more."]);
    expect((await visitOf(road, road.stops[1])).recipient_note).toBeFalsy();
  });

  it.each(["on a plan", "on no plan"])("leaves the company's lines, whatever they begin with: %s", async (where) => {
    const { road, link } = await prepared();
    const own = "Ring twice\nSafe place: behind the garage\nGate code 1234";
    await road
      .db("routing_visits")
      .where({ id: road.stops[1] })
      .update({ recipient_note: own, ...(where === "on a plan" ? {} : { plan_id: null, route_id: null, status: 1 }) });
    const noteAfter = async (note: string, safePlace: string) => {
      expect((await send(link, { intent: "note", note, safePlace })).status).toBe(303);
      return (await visitOf(road, road.stops[1])).recipient_note;
    };
    expect(await noteAfter("Please ring", "")).toBe(`${own}\nThe recipient says: Please ring`);
    expect(await noteAfter("", "Shed")).toBe(`${own}\nSafe place: Shed`);
    expect(await noteAfter("", "")).toBe(own);
  });

  it("asks for another window once, until it is taken back", async () => {
    const { road, link } = await prepared();
    const tasks = () => road.db("road_tasks").where({ visit_id: road.stops[1] }).orderBy("id");
    const ask = (from: string, to: string) => send(link, { intent: "window", from, to });
    expect((await ask("16:00", "16:10")).refused?.fieldErrors).toHaveProperty("to");
    expect((await ask("06:00", "07:00")).refused?.fieldErrors).toHaveProperty("to");
    expect((await ask("", "17:00")).refused?.fieldErrors).toHaveProperty("from");
    expect(await tasks()).toEqual([]);
    for (const _twice of [1, 2]) expect((await ask("16:00", "17:00")).status).toBe(303);
    expect(await tasks()).toMatchObject([{ kind: "request", settled_at: null, route_id: road.routeId }]);
    expect((await open(link)).page!.wishes!.request).toEqual({ state: "open", window: "16:00–17:00" });
    await ask("17:00", "18:00");
    expect((await tasks()).map(({ outcome }) => outcome as string)).toEqual(["withdrawn", null]);
    await send(link, { intent: "withdraw" });
    expect((await open(link)).page!.wishes!.request).toBeNull();
    await ask("17:00", "18:30");
    expect((await ask("18:00", "19:00")).refused?.message).toContain("several times");
  });

  it.each([
    ["taken back", "withdrawn"],
    ["declined", "declined"],
  ])("asks for the same window once more after it was %s", async (_what, outcome) => {
    const { road, link } = await prepared();
    const tasks = () => road.db("road_tasks").where({ visit_id: road.stops[1] }).orderBy("id");
    const ask = () => send(link, { intent: "window", from: "16:00", to: "17:00" });
    await ask();
    if (outcome === "withdrawn") await send(link, { intent: "withdraw" });
    else await declineRequest(road.dispatcher, { taskId: (await tasks())[0]!.id });
    expect((await ask()).status).toBe(303);
    expect((await tasks()).map((task) => task.outcome as unknown)).toEqual([outcome, null]);
    expect((await open(link)).page!.wishes!.request).toEqual({ state: "open", window: "16:00–17:00" });
  });

  it("says that a request is accepted as long as it is so", async () => {
    const { road, link } = await prepared();
    await send(link, { intent: "window", from: "16:00", to: "18:00" });
    const [task] = await road.db("road_tasks").where({ visit_id: road.stops[1] });
    await acceptRequest(road.dispatcher, { taskId: task!.id, place: 0, version: 0 });
    const request = async () => (await open(link)).page!.wishes!.request;
    const change = (columns: object) => road.db("routing_visits").where({ id: road.stops[1] }).update(columns);
    expect(await request()).toEqual({ state: "accepted", window: "16:00–18:00" });
    await change({ start_time: "08:00", end_time: "12:00" });
    expect(await request()).toBeNull();
    const planId = await createPlan(road.db, road.companyId, { warehouse_id: road.warehouseId });
    await change({ start_time: "16:00", end_time: "18:00", plan_id: planId, route_id: null, status: 1 });
    expect(await request()).toBeNull();
    // The same window on the other day is another request.
    await send(link, { intent: "window", from: "16:00", to: "18:00" });
    expect(await request()).toEqual({ state: "open", window: "16:00–18:00" });
  });

  it("answers nothing on another day: a request that waits is asked again there", async () => {
    const { road, link } = await prepared();
    const ask = () => send(link, { intent: "window", from: "16:00", to: "18:00" });
    await ask();
    const planId = await createPlan(road.db, road.companyId, { warehouse_id: road.warehouseId });
    await road.db("routing_visits").where({ id: road.stops[1] }).update({ plan_id: planId, route_id: null, status: 1 });
    expect((await open(link)).page!.wishes!.request).toBeNull();
    await ask();
    expect((await open(link)).page!.wishes!.request).toEqual({ state: "open", window: "16:00–18:00" });
    const tasks = await road.db("road_tasks").where({ visit_id: road.stops[1] }).orderBy("id");
    expect(tasks).toMatchObject([{ outcome: "withdrawn" }, { outcome: null, plan_id: planId }]);
  });

  it("takes a rating once it is done, for a day", async () => {
    const { road, link } = await prepared();
    const rate = (stars: string, comment = "") => send(link, { intent: "rate", stars, comment });
    expect((await rate("5")).status).toBe(409);
    setWorld(road.db, at("08:25"));
    await markVisitDone(road.dispatcher, { visitId: road.stops[1], confirmed: true });
    const { page } = await open(link);
    expect(page).toMatchObject({ stage: "done", wishes: null, rating: { stars: null, isOpen: true } });
    expect(page!.when.title).toBe("Delivered at 09:25");
    for (const bad of ["0", "6", "2.5", "", "x"])
      expect((await rate(bad)).refused?.fieldErrors, bad).toHaveProperty("stars");
    expect((await rate("4", "Kind")).status).toBe(303);
    expect((await rate("5", "Very kind")).status).toBe(303);
    expect((await open(link)).page!.rating).toEqual({ stars: 5, comment: "Very kind", isOpen: true });
    // The day begins with the first one, and not anew with each change.
    setWorld(road.db, "2026-11-24 04:25:00");
    expect((await rate("5", "Very kind")).status).toBe(303);
    setWorld(road.db, "2026-11-24 08:26:00");
    expect((await rate("1")).status).toBe(409);
    expect((await open(link)).page!.rating).toEqual({ stars: 5, comment: "Very kind", isOpen: false });
  });
});
