import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { insertMany } from "~/db/dialect.server";
import { loadReplay } from "~/features/tracking/queries/replay.server";
import type { PackedTrail } from "~/features/tracking/queries/replay.server";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { decodePolyline } from "~/lib/polyline";
import { createRoute } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, setWorld } from "../driver/road";

const START = at("08:00");
const EACH_SEC = 15;
const GAP_SEC = 20 * 60;

interface Driven {
  /** seconds after the one before; default: 15 */
  gaps?: Record<number, number>;
  /** positions were left out before these */
  thinned?: readonly number[];
}

describe.each(databases())("a day of more positions than a replay shows, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db(), at("18:00")));
  afterEach(forgetWorld);

  /** @returns seconds after the start at which its positions were taken */
  async function drive(road: { companyId: number }, routeId: number, amount: number, driven: Driven = {}) {
    const secs: number[] = [];
    for (let nth = 0; nth < amount; nth++) secs.push(nth === 0 ? 0 : secs.at(-1)! + (driven.gaps?.[nth] ?? EACH_SEC));
    await insertMany(
      db(),
      "vehicle_positions",
      secs.map((sec, nth) => ({
        ...{ company_id: road.companyId, route_id: routeId, taken_at: addSeconds(START, sec) },
        ...{ lat: 47 + nth / 1000, lng: 9, thinned: driven.thinned?.includes(nth) === true ? 1 : 0 },
      })),
    );
    return secs;
  }
  const world = async () => {
    const road = await createRoad(db());
    const other = await createRoute(db(), road.companyId, road.planId, { status: 4 });
    const replay = async (points: number) =>
      (await loadReplay(road.dispatcher, "2026-11-23", { routes: 10, visits: 100, points })).trails;
    return { road, other, replay };
  };
  /** seconds after the start of its points, and of those that nobody knows the way to */
  const timesOf = ({ startSec, gaps, breaks }: PackedTrail) => {
    const secs = [startSec - epochSec(START)];
    for (const gap of gaps) secs.push(secs.at(-1)! + gap);
    return { secs, breaks: breaks.map((index) => secs[index]) };
  };

  it("keeps the first and the last point of each route, and few of many", async () => {
    const { road, other, replay } = await world();
    const long = await drive(road, road.routeId, 200);
    const short = await drive(road, other, 3);
    const [first, second] = await replay(20);
    expect([first!.id, second!.id]).toEqual([road.routeId, other]);
    const { secs, breaks } = timesOf(first!);
    expect([secs[0], secs.at(-1), breaks]).toEqual([0, long.at(-1), []]);
    expect(secs.length).toBeLessThanOrEqual(21);
    // Evenly: each eleventh.
    expect(secs.slice(0, 3)).toEqual([0, 11 * EACH_SEC, 22 * EACH_SEC]);
    expect(timesOf(second!)).toEqual({ secs: [0, short.at(-1)], breaks: [] });
    expect(decodePolyline(second!.line).map(([, lat]) => lat)).toEqual([47, 47.002]);
  });

  it("shows gaps as breaks that begin and end where they were, and no others", async () => {
    const { road, replay } = await world();
    const gaps = { 30: GAP_SEC, 50: GAP_SEC, 70: 15 * 60 };
    const secs = await drive(road, road.routeId, 100, { gaps, thinned: [50, 51] });
    const [all] = await replay(100);
    expect(timesOf(all!)).toEqual({ secs, breaks: [secs[30]] });
    for (const most of [50, 10, 3, 1]) {
      const [some] = await replay(most);
      const shown = timesOf(some!);
      expect(shown.secs.length).toBeLessThan(100);
      expect(shown.breaks).toEqual([secs[30]]);
      expect(shown.secs[shown.secs.indexOf(secs[30]!) - 1]).toBe(secs[29]);
    }
  });

  it("leaves the positions of other companies and other days out", async () => {
    const { road, replay } = await world();
    const { road: theirs } = await world();
    await drive(theirs, theirs.routeId, 50);
    await drive(road, road.routeId, 10);
    const old = { company_id: road.companyId, route_id: road.routeId, taken_at: "2026-11-20 08:00:00" };
    await insertMany(db(), "vehicle_positions", [{ ...old, lat: 40, lng: 9 }]);
    const trails = await replay(5);
    expect(trails.map(({ id }) => id)).toEqual([road.routeId]);
    expect(timesOf(trails[0]!).secs).toEqual([0, 30, 60, 90, 120, 135]);
  });
});
