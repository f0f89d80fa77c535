type Line = [number, number][];

/** A line that is taken, or stays as it is. */
interface Piece {
  line: Line;
  taken: boolean;
}

const keyOf = ([x, y]: readonly [number, number]): number => (x + 65_536) * 262_144 + (y + 65_536);

/**
 * Joins lines that meet end to end. Streets are mapped in pieces, from crossing to crossing; their names need the whole
 * length, and fewer pieces are drawn faster.
 */
export function mergeLines(lines: readonly Line[]): Line[] {
  if (lines.length < 2) return [...lines];
  const pieces: Piece[] = [];
  const byEnd = new Map<number, Piece[]>();
  for (const line of lines) {
    const [first, last] = [line[0], line[line.length - 1]];
    if (!first || !last) continue;
    const piece = { line, taken: false };
    pieces.push(piece);
    for (const end of [first, last]) {
      const key = keyOf(end);
      const known = byEnd.get(key);
      if (known) known.push(piece);
      else byEnd.set(key, [piece]);
    }
  }
  const takeAt = (place: [number, number]): Line | null => {
    const piece = byEnd.get(keyOf(place))?.find(({ taken }) => !taken);
    if (!piece) return null;
    piece.taken = true;
    const [x, y] = piece.line[0]!;
    return x === place[0] && y === place[1] ? piece.line : [...piece.line].reverse();
  };
  const merged: Line[] = [];
  for (const piece of pieces) {
    if (piece.taken) continue;
    piece.taken = true;
    const onward = [...piece.line];
    for (let next = takeAt(onward[onward.length - 1]!); next; next = takeAt(onward[onward.length - 1]!))
      for (let at = 1; at < next.length; at += 1) onward.push(next[at]!);
    // From its beginning backwards, too.
    onward.reverse();
    for (let next = takeAt(onward[onward.length - 1]!); next; next = takeAt(onward[onward.length - 1]!))
      for (let at = 1; at < next.length; at += 1) onward.push(next[at]!);
    merged.push(onward);
  }
  return merged;
}
