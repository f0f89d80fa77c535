import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInOpenLine, withLate } from "~/domain/position/late-positions";
import type { Position } from "~/domain/position/position";
import { endAt, extendedBy, placeBetween, TRAIL_ERROR_M } from "~/domain/position/trail";
import type { StoredPosition, TrailEnd } from "~/domain/position/trail";
import { distanceMeters } from "~/domain/validation/coordinates";

const START = 1_800_000_000;
const at = (sec: number, lat: number, lng: number): Position => ({
  atSec: START + sec,
  lat,
  lng,
  memberId: 1,
  accuracyM: 5,
  headingDeg: null,
  speedKmh: null,
});

/** A trail as the database has it: what is kept between two batches went through JSON. */
class Trail {
  rows: StoredPosition[] = [];
  end: TrailEnd | null = null;

  add(batch: readonly Position[]): void {
    const positions = [...new Map(batch.map((one) => [one.atSec, one])).values()].sort((a, b) => a.atSec - b.atSec);
    if (this.end === null) {
      this.end = endAt(positions[0]!);
      this.rows.push({ position: positions[0]!, isThinned: false });
    }
    const kept = JSON.parse(JSON.stringify(this.end)) as TrailEnd;
    const late = positions.filter(({ atSec }) => atSec <= kept.newest.atSec);
    const first = late[0]?.atSec ?? 0;
    const from = Math.max(
      0,
      this.rows.findLastIndex(({ position }) => position.atSec < first),
    );
    const change = withLate(kept, isInOpenLine(kept, late) ? [] : this.rows.slice(from), late);
    for (const { position } of this.rows.filter((row) => change.thinned.includes(row.position.atSec)))
      this.rows[this.rows.findIndex((row) => row.position === position)] = { position, isThinned: true };
    const { end, stored } = extendedBy(
      change.end,
      positions.filter(({ atSec }) => atSec > kept.newest.atSec),
    );
    const added = [...change.stored, ...stored];
    expect(new Set(added.map(({ position }) => position.atSec)).size).toBe(added.length);
    const rows = new Map([...this.rows, ...added].map((row) => [row.position.atSec, row]));
    this.rows = [...rows.values()].sort((a, b) => a.position.atSec - b.position.atSec);
    this.end = end;
  }

  /** The stored way, with the newest position at its end. */
  get way(): Position[] {
    const rows = this.rows.map(({ position }) => position);
    const { newest } = this.end!;
    return rows.at(-1)!.atSec === newest.atSec ? rows : [...rows, newest];
  }

  /** Metres between a position and the stored way at its time. */
  errorOf(position: Position): number {
    const next = this.way.findIndex(({ atSec }) => atSec >= position.atSec);
    expect(next).not.toBe(-1);
    const b = this.way[next]!;
    const a = this.way[next - 1];
    const place = a === undefined || b.atSec === position.atSec ? b : placeBetween(a, b, position.atSec);
    return distanceMeters(place, position);
  }
}

/** Ways with turns, stops, slow and fast parts, jumps of a weak signal and hours without one. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      sec: fc.constant(5),
      north: fc.integer({ min: -3, max: 3 }),
      east: fc.integer({ min: 55, max: 75 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      sec: fc.integer({ min: 1, max: 20 }),
      north: fc.integer({ min: -200, max: 200 }),
      east: fc.integer({ min: -200, max: 200 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      sec: fc.constant(5),
      north: fc.integer({ min: -6, max: 6 }),
      east: fc.integer({ min: -6, max: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      sec: fc.integer({ min: 60, max: 4000 }),
      north: fc.integer({ min: -5000, max: 5000 }),
      east: fc.integer({ min: -5000, max: 5000 }),
    }),
  },
); // metres
const way = fc
  .record({
    lat: fc.double({ min: -88, max: 88, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    steps: fc.array(step, { minLength: 1, maxLength: 120 }),
  })
  .map(({ lat, lng, steps }) => {
    const positions = [at(0, lat, lng)];
    for (const { sec, north, east } of steps) {
      const last = positions.at(-1)!;
      positions.push({
        ...last,
        atSec: last.atSec + sec,
        lat: Math.max(-90, Math.min(90, last.lat + north / 111_195)),
        lng: last.lng + east / (111_195 * Math.cos((last.lat * Math.PI) / 180)),
      });
    }
    return positions;
  });

/**
 * Batches of the way: cut anywhere, sent twice or later than others; of some ways each position is as late as it likes.
 */
const delivery = fc
  .record({
    positions: way,
    isTorn: fc.boolean(),
    delays: fc.array(fc.nat(40), { minLength: 1, maxLength: 60 }),
    sizes: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 20 }),
    twice: fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
  })
  .map(({ positions, isTorn, delays, sizes, twice }) => {
    const nth = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
    const later = <T>(list: readonly T[], share: number): T[] =>
      list
        .map((one, index) => ({ one, order: index + nth(delays, index) * share }))
        .sort((a, b) => a.order - b.order)
        .map(({ one }) => one);
    const sent = isTorn ? later(positions, 1) : positions;
    const batches: Position[][] = [];
    for (let from = 0; from < sent.length;) {
      const batch = sent.slice(
        from,
        from + (isTorn ? 1 + (nth(sizes, batches.length) % 4) : nth(sizes, batches.length)),
      );
      from += batch.length;
      batches.push(batch, ...(nth(twice, batches.length) ? [batch] : []));
    }
    return { positions, batches: isTorn ? batches : later(batches, 0.1) };
  });

describe("a trail that is thinned", () => {
  it("passes every position at its time within 20 m, whatever the order of the batches", () => {
    let [given, kept] = [0, 0];
    fc.assert(
      fc.property(delivery, ({ positions, batches }) => {
        const trail = new Trail();
        for (const batch of batches) trail.add(batch);
        for (const one of positions) expect(trail.errorOf(one)).toBeLessThanOrEqual(TRAIL_ERROR_M * 1.0001);
        expect(trail.end!.newest.atSec).toBe(positions.at(-1)!.atSec);
        given += positions.length;
        kept += trail.rows.length;
      }),
      { numRuns: 3000, endOnFailure: true },
    );
    // Otherwise nothing would have been tried.
    expect(kept).toBeLessThan(given * 0.9);
  });

  it("keeps what comes in order with no guessed places in between", () => {
    fc.assert(
      fc.property(way, (positions) => {
        const trail = new Trail();
        for (const one of positions) trail.add([one]);
        for (const one of trail.way) expect(positions).toContainEqual(one);
      }),
      { numRuns: 300 },
    );
  });

  it("stores an hour on a straight road, and one at a stop, as two positions each", () => {
    const trail = new Trail();
    const drive = Array.from({ length: 720 }, (_, nth) => at(nth * 5, 47, 9 + nth * 0.0005));
    const stop = Array.from({ length: 720 }, (_, nth) => at(3600 + nth * 5, 47, 9 + 719 * 0.0005));
    for (const one of [...drive, ...stop]) trail.add([one]);
    expect(trail.way).toHaveLength(3);
  });

  it("keeps a detour of 25 m, and not one of 10 m", () => {
    const detour = (metres: number) => {
      const trail = new Trail();
      for (const [sec, north] of [
        [0, 0],
        [5, 0],
        [10, metres],
        [15, 0],
        [20, 0],
      ] as const)
        trail.add([at(sec, 47 + north / 111_195, 9 + sec * 0.0001)]);
      return trail.way.some(({ atSec }) => atSec === START + 10);
    };
    expect([detour(10), detour(25)]).toEqual([false, true]);
  });

  it("changes nothing for a batch that is sent again", () => {
    fc.assert(
      fc.property(way, (positions) => {
        const trail = new Trail();
        trail.add(positions);
        const before = structuredClone({ rows: trail.rows, newest: trail.end!.newest });
        trail.add(positions);
        expect({ rows: trail.rows, newest: trail.end!.newest }).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  it("follows the way through a gap that is filled later", () => {
    const trail = new Trail();
    trail.add([at(0, 47, 9)]);
    trail.add([at(600, 47.02, 9)]);
    const around = Array.from({ length: 9 }, (_, nth) => at(60 * (nth + 1), 47 + 0.002 * nth, 9.01));
    trail.add(around);
    expect(trail.rows.map(({ position }) => position.lng)).toEqual([9, 9.01, 9.01, 9]);
    expect(trail.way.at(-1)).toEqual(at(600, 47.02, 9));
  });
});
