import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { driverEvents } from "~/features/driver/driver-events.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { loadDriverRoute } from "~/features/driver/queries/driver-route.server";
import { inProcessPublisher } from "~/realtime/in-process-publisher.server";
import { publishChange, setPublisher } from "~/realtime/publisher.server";
import { clientUrl } from "~/services/clients.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, setWorld } from "./road";
import type { Road } from "./road";

// why: a build in the middle of a test would be the next one.
vi.mock("~/services/clients.server", { spy: true });

describe.each(databases())("the stream to a driver's phone on %s", (kind) => {
  const database = useTestDatabase(kind);
  const lines: AbortController[] = [];
  beforeEach(() => {
    setWorld(database().db, at("08:15"));
    setPublisher(inProcessPublisher());
  });
  afterEach(() => {
    for (const line of lines.splice(0)) line.abort();
    forgetWorld();
  });

  const version = async (road: Road) => (await loadDriverRoute(road.driver, road.routeId)).version;
  /** What is told, message by message; null when the line has ended. */
  async function listen(road: Road) {
    const line = new AbortController();
    lines.push(line);
    const currentVersion = () => version(road);
    const response = await driverEvents(road.driver, line.signal, {
      currentVersion,
      concerns: (event) => event.planId === road.planId,
    });
    const reader = response.body!.getReader();
    const decoder = new TextDecoder();
    const next = async (): Promise<string | null> => {
      const { value, done } = await reader.read();
      return done ? null : (/data: (.*)\n/.exec(decoder.decode(value))?.[1] ?? "");
    };
    return { response, line, next };
  }

  it("says at once what the page should be, then every change of the route", async () => {
    const road = await createRoad(database().db);
    const { response, next } = await listen(road);
    expect(response.headers.get("Content-Type")).toBe("text/event-stream");
    expect(response.headers.get("Cache-Control")).toContain("no-transform");
    const first = await version(road);
    expect(await next()).toBe(first);
    await markVisitDone(road.dispatcher, { visitId: road.stops[0] });
    const second = await next();
    expect(second).not.toBe(first);
    expect(second).toBe(await version(road));
  });

  it("says nothing of what the page doesn't show, and of other companies' changes", async () => {
    const [road, other] = [await createRoad(database().db), await createRoad(database().db)];
    const { next } = await listen(road);
    const first = await next();
    publishChange(road.companyId, { model: "RoutingPlan", action: "update", ids: [road.planId], planId: road.planId });
    publishChange(other.companyId, { model: "RoutingPlan", action: "update", ids: [road.planId], planId: road.planId });
    await markVisitDone(road.dispatcher, { visitId: road.stops[0] });
    const second = await next();
    expect([second === first, second]).toEqual([false, await version(road)]);
  });

  it("says that the page is another one once a new build has another file for its map, and not each time", async () => {
    const road = await createRoad(database().db);
    const first = await version(road);
    expect(await version(road)).toBe(first);
    vi.mocked(clientUrl).mockReturnValueOnce("/platform/build/clients/map-NEXT0000.js");
    expect(await version(road)).not.toBe(first);
  });

  it("ends when the route is no longer the driver's, and when the phone has gone", async () => {
    const road = await createRoad(database().db);
    const taken = await listen(road);
    await taken.next();
    await road.db("routing_routes").where({ id: road.routeId }).update({ driver_id: null });
    publishChange(road.companyId, {
      model: "RoutingRoute",
      action: "update",
      ids: [road.routeId],
      planId: road.planId,
    });
    expect([await taken.next(), await taken.next()]).toEqual(["gone", null]);

    await road.db("routing_routes").where({ id: road.routeId }).update({ driver_id: road.driverId });
    const left = await listen(road);
    await left.next();
    left.line.abort();
    expect(await left.next()).toBeNull();
  });

  it("has four lines for a user at most: one more ends the oldest", async () => {
    const road = await createRoad(database().db);
    const first = await listen(road);
    await first.next();
    for (let more = 0; more < 4; more += 1) await (await listen(road)).next();
    expect(await first.next()).toBeNull();
  });
});
