import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadReplay } from "~/features/tracking/queries/replay.server";
import { loadTracking } from "~/features/tracking/queries/tracking-page.server";
import { epochSec } from "~/domain/time/utc-text";
import { unpackRows } from "~/lib/columns";
import { addRoadDay } from "../../factories/road-day";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, setWorld } from "../driver/road";

const STOPS = 6;
/** of a route: its stops and its start */
const VISITS = STOPS + 1;

describe.each(databases())("more than Tracking and Replay show, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db(), at("08:15")));
  afterEach(forgetWorld);

  /** @returns of both pages with these bounds: how many routes and stops they have, and whether there are more */
  const day = async () => {
    const road = await createRoad(db());
    await db()("routing_routes").where({ id: road.routeId }).update({ status: 3 });
    const { routeIds } = await addRoadDay(db(), { ...road, routes: 3, stops: STOPS, nowSec: epochSec(at("08:15")) });
    return async (routes: number, visits: number) => {
      const pages = [
        await loadTracking(road.dispatcher, { routes, visits }),
        await loadReplay(road.dispatcher, "2026-11-23", { routes, visits, points: 1000 }),
      ];
      return pages.map((page) => {
        expect(page.routes.map(({ id }) => id)).toEqual(routeIds.slice(0, page.routes.length));
        return [page.routes.length, unpackRows(page.stops).length, page.hasMore, page.hasMoreStops];
      });
    };
  };

  it("routes beyond the bound are left out, and the page knows", async () => {
    const shown = await day();
    const all = [3, 3 * STOPS, false, false];
    expect(await shown(3, 100)).toEqual([all, all]);
    const two = [2, 2 * STOPS, true, false];
    expect(await shown(2, 100)).toEqual([two, two]);
  });

  it("stops beyond the bound are left out, and the page knows", async () => {
    const shown = await day();
    const all = [3, 3 * STOPS, false, false];
    expect(await shown(3, 3 * VISITS)).toEqual([all, all]);
    // Of the last route the start and two stops are read.
    const some = [3, 2 * STOPS + 2, false, true];
    expect(await shown(3, 2 * VISITS + 3)).toEqual([some, some]);
  });
});
