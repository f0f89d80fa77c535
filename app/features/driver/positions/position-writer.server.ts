/** Stores what drivers share, and tells those who look. */
import { db } from "~/db/database.server";
import { lockTrails, storedTrail, storeTrails } from "~/db/repositories/positions.server";
import type { KnownTrail, TrailUpdate } from "~/db/repositories/positions.server";
import { withTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/client.server";
import { isInOpenLine, withLate } from "~/domain/position/late-positions";
import type { Position } from "~/domain/position/position";
import { extendedBy } from "~/domain/position/trail";
import { utcText } from "~/domain/time/utc-text";
import { notFound } from "~/lib/errors";
import { addTo } from "~/lib/grouped";
import { pause } from "~/lib/pause";
import type { PositionEvent } from "~/realtime/events";
import { publishPositions } from "~/realtime/publisher.server";

/** What arrives within this time is stored by one transaction and told as one. */
const GATHER_MS = 50;

interface Waiting {
  positions: Map<number, Position[]>;
  /** the routes whose positions are stored then */
  stored: Promise<ReadonlySet<number>>;
}

/** What each company's drivers have sent, and no transaction has begun with yet. */
const gathered = new Map<number, Waiting>();
/** The last write of each company that is under way: one after the other, they don't wait for each other's locks. */
const writing = new Map<number, Promise<void>>();

/**
 * Stores a route's positions. Once this returns they are committed; what was sent again is stored once.
 * @param positions in order
 * @throws AppError 404 when the route was removed meanwhile; those of the other routes are stored all the same
 */
export async function writePositions(
  companyId: number,
  routeId: number,
  positions: readonly Position[],
): Promise<void> {
  if (positions.length === 0) return;
  let waiting = gathered.get(companyId);
  if (waiting === undefined) {
    waiting = { positions: new Map(), stored: writeGathered(companyId) };
    gathered.set(companyId, waiting);
  }
  for (const position of positions) addTo(waiting.positions, routeId, position);
  if (!(await waiting.stored).has(routeId)) throw notFound("Route");
}

async function writeGathered(companyId: number): Promise<ReadonlySet<number>> {
  await pause(GATHER_MS);
  await writing.get(companyId);
  const { positions } = gathered.get(companyId)!;
  gathered.delete(companyId);
  const written = withTransaction(db(), (trx) => store(trx, companyId, positions));
  const over = written.then(
    () => undefined,
    () => undefined,
  );
  writing.set(companyId, over);
  try {
    const { events, routeIds } = await written;
    if (events.length > 0) publishPositions(companyId, events);
    return routeIds;
  } finally {
    if (writing.get(companyId) === over) writing.delete(companyId);
  }
}

/** @returns the newest position of each route that has a newer one now, and the routes that there are */
async function store(
  trx: Db,
  companyId: number,
  positions: ReadonlyMap<number, readonly Position[]>,
): Promise<{ events: PositionEvent[]; routeIds: ReadonlySet<number> }> {
  const sorted = new Map(
    [...positions].map(([routeId, its]) => [routeId, [...its].sort((a, b) => a.atSec - b.atSec)] as const),
  );
  const trails = await lockTrails(trx, companyId, new Map([...sorted].map(([routeId, its]) => [routeId, its[0]!])));
  const updates: TrailUpdate[] = [];
  const events: PositionEvent[] = [];
  for (const [routeId, trail] of trails) {
    const update = await updated(trx, companyId, routeId, trail, sorted.get(routeId)!);
    updates.push(update);
    const { newest } = update.end;
    if (trail.isNew || newest.atSec > trail.end.newest.atSec) events.push(eventOf(routeId, newest));
  }
  await storeTrails(trx, companyId, updates);
  return { events, routeIds: new Set(trails.keys()) };
}

async function updated(
  trx: Db,
  companyId: number,
  routeId: number,
  { rowId, end, isNew }: KnownTrail,
  positions: readonly Position[],
): Promise<TrailUpdate> {
  const begun = isNew ? [{ position: end.newest, isThinned: false }] : [];
  const newestSec = end.newest.atSec;
  const known = distinct(positions);
  const late = known.filter(({ atSec }) => atSec <= newestSec);
  // Nothing of the trail is read for what comes in order, nor for a batch that is sent again.
  const isNearEnd = isInOpenLine(end, late) || (isNew && late.every(({ atSec }) => atSec === newestSec));
  const since = { fromSec: late[0]?.atSec ?? newestSec, toSec: newestSec };
  const before = isNearEnd ? [] : await storedTrail(trx, companyId, routeId, since);
  const change = withLate(end, [...before, ...begun], late);
  const newer = extendedBy(
    change.end,
    known.filter(({ atSec }) => atSec > newestSec),
  );
  return { routeId, rowId, ...newer, stored: [...begun, ...change.stored, ...newer.stored], thinned: change.thinned };
}

/** One for each second. */
const distinct = (positions: readonly Position[]): Position[] =>
  positions.filter(({ atSec }, index) => atSec !== positions[index - 1]?.atSec);

const eventOf = (routeId: number, { atSec, lat, lng, accuracyM, headingDeg, speedKmh }: Position): PositionEvent => ({
  routeId,
  lat,
  lng,
  accuracyM,
  headingDeg,
  speedKmh,
  takenAt: utcText(atSec),
});
