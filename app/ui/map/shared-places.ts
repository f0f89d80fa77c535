/** Stops that share their place with others, of which only one can show its number. */

interface StandingStop {
  id: number;
  /** where it stands; the same text for the same place */
  place: string;
  /** what lies on top, first */
  rank: number;
  /** its number; 0 without one */
  label: number;
}

export interface SharedPlaces {
  /** show no number: another stop at the same place does */
  hidden: ReadonlySet<number>;
  /** show theirs with a sign that there are more */
  first: ReadonlySet<number>;
}

/** Of each place the stop with the highest rank, among those the lowest number, shows; the others are hidden. */
export function sharedPlaces(stops: readonly StandingStop[]): SharedPlaces {
  const byPlace = new Map<string, StandingStop[]>();
  for (const stop of stops) {
    const known = byPlace.get(stop.place);
    if (known === undefined) byPlace.set(stop.place, [stop]);
    else known.push(stop);
  }
  const hidden = new Set<number>();
  const first = new Set<number>();
  for (const together of byPlace.values()) {
    if (together.length === 1) continue;
    const [top, ...others] = together.sort((a, b) => b.rank - a.rank || a.label - b.label);
    first.add(top!.id);
    for (const one of others) hidden.add(one.id);
  }
  return { hidden, first };
}
