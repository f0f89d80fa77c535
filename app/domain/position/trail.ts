/**
 * Thins the way of a vehicle while it is driven. A position is left out only where the line between two stored ones
 * passes it, at the time of the position, within TRAIL_ERROR_M: the way is right, and so is a replay of it.
 *
 * The stored way is a line from position to position, straight in degrees and even in time. While it is open, the
 * velocity of the line from its last stored position has to stay within a rectangle: the velocities that pass each
 * position that was left out within the bound, of which there is one square for each. When the newest position would
 * need another velocity, the one before it is stored, and a new line begins there. So an open line is three places and
 * a rectangle however long it becomes (the cone of "sleeve" or "swing" filters, here for two dimensions and time).
 */
import type { Place } from "../place";
import type { Position, TimedPlace } from "./position";

export const TRAIL_ERROR_M = 20;
/** Half the side of a square within the circle of the error, a little smaller so that rounding can't cross it. */
const HALF_SIDE_M = (TRAIL_ERROR_M / Math.SQRT2) * 0.999;

const M_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;
/** Metres of one degree of longitude there; never 0, as at the poles. */
const mPerLng = (lat: number): number => Math.max(1, M_PER_DEGREE * Math.cos((lat * Math.PI) / 180));

/** Velocities, degrees a second. */
interface Rectangle {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** From the last stored position to the newest. */
export interface OpenLine {
  from: TimedPlace;
  /** null: nothing was left out since */
  within: Rectangle | null;
}

/** Where a trail ends. The newest position is not stored in it yet, unless the line begins there. */
export interface TrailEnd {
  newest: Position;
  line: OpenLine;
}

export interface StoredPosition {
  position: Position;
  /** positions between the one before and this one were left out */
  isThinned: boolean;
}

const placeOf = ({ atSec, lat, lng }: TimedPlace): TimedPlace => ({ atSec, lat, lng });

/** A trail that begins, or goes on from a stored position. */
export const endAt = (newest: Position): TrailEnd => ({ newest, line: { from: placeOf(newest), within: null } });

/** The velocities of lines from `from` that pass the place within the bound. */
function narrowed({ from, within }: OpenLine, place: TimedPlace): Rectangle {
  const sec = place.atSec - from.atSec;
  const [lat, lng] = [place.lat - from.lat, place.lng - from.lng];
  const [halfLat, halfLng] = [HALF_SIDE_M / M_PER_DEGREE, HALF_SIDE_M / mPerLng(place.lat)];
  return {
    south: Math.max(within?.south ?? -Infinity, (lat - halfLat) / sec),
    north: Math.min(within?.north ?? Infinity, (lat + halfLat) / sec),
    west: Math.max(within?.west ?? -Infinity, (lng - halfLng) / sec),
    east: Math.min(within?.east ?? Infinity, (lng + halfLng) / sec),
  };
}

function isWithin({ south, north, west, east }: Rectangle, from: TimedPlace, to: TimedPlace): boolean {
  const sec = to.atSec - from.atSec;
  const [lat, lng] = [(to.lat - from.lat) / sec, (to.lng - from.lng) / sec];
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

/** Where somebody is at a time on the line from a to b. */
export function placeBetween(a: TimedPlace, b: TimedPlace, atSec: number): TimedPlace {
  const share = (atSec - a.atSec) / (b.atSec - a.atSec);
  return { atSec, lat: a.lat + (b.lat - a.lat) * share, lng: a.lng + (b.lng - a.lng) * share };
}

/** Whether the two are within the bound of each other. */
export const isAt = (place: Place, other: Place): boolean =>
  Math.hypot((other.lat - place.lat) * M_PER_DEGREE, (other.lng - place.lng) * mPerLng(place.lat)) <= TRAIL_ERROR_M;

/** Whether the line from a to b passes the place, at its time, within the bound. */
export const isOnLine = (a: TimedPlace, b: TimedPlace, place: TimedPlace): boolean =>
  isAt(place, placeBetween(a, b, place.atSec));

/** A further position, later than the newest. */
function extended({ newest, line }: TrailEnd, next: Position): { end: TrailEnd; stored: StoredPosition | null } {
  const { from, within } = line;
  if (newest.atSec === from.atSec) return { end: { newest: next, line }, stored: null };
  const narrower = narrowed(line, newest);
  if (isWithin(narrower, from, next)) return { end: { newest: next, line: { from, within: narrower } }, stored: null };
  return {
    end: { newest: next, line: { from: placeOf(newest), within: null } },
    stored: { position: newest, isThinned: within !== null },
  };
}

/** Positions in their order, all later than the newest. */
export function extendedBy(
  end: TrailEnd,
  positions: readonly Position[],
): { end: TrailEnd; stored: readonly StoredPosition[] } {
  const stored: StoredPosition[] = [];
  let last = end;
  for (const next of positions) {
    const step = extended(last, next);
    last = step.end;
    if (step.stored !== null) stored.push(step.stored);
  }
  return { end: last, stored };
}

/** The end of the trail, stored: nothing of it is open any more. */
export function closed({ newest, line }: TrailEnd): { end: TrailEnd; stored: readonly StoredPosition[] } {
  if (newest.atSec === line.from.atSec) return { end: { newest, line }, stored: [] };
  return { end: endAt(newest), stored: [{ position: newest, isThinned: line.within !== null }] };
}

/** The same end, with these positions left out of its open line, which passes them within the bound. */
export const without = ({ newest, line }: TrailEnd, positions: readonly TimedPlace[]): TrailEnd => ({
  newest,
  line: positions.reduce<OpenLine>((open, one) => ({ ...open, within: narrowed(open, one) }), line),
});
