/** Nearer than this, in map units, two points are one place: whatever is on top shows its number. */
const SAME_PLACE = 1;

type RoomPoint = readonly [id: number, x: number, y: number];

/**
 * How far from each point its nearest neighbour lies, in the units of the coordinates; Infinity for a point alone.
 * From each point, sorted by x, to both sides, until no nearer one can come.
 */
export function roomOfPoints(points: readonly RoomPoint[]): Map<number, number> {
  const sorted = [...points].sort((a, b) => a[1] - b[1]);
  const room = new Map<number, number>();
  sorted.forEach(([id, x, y], index) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const step of [-1, 1]) {
      for (let at = index + step; at >= 0 && at < sorted.length; at += step) {
        const [, otherX, otherY] = sorted[at]!;
        const across = Math.abs(otherX - x);
        if (across >= nearest) break;
        const gap = Math.hypot(across, otherY - y);
        if (gap > SAME_PLACE && gap < nearest) nearest = gap;
      }
    }
    room.set(id, nearest);
  });
  return room;
}
