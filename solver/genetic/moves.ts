/** Changes of routes that join a task to one that lies near it, or to the start of a route. */
export interface Moves {
  /** Puts u, alone or with tasks behind it, behind v or in its place, if that gains; v may be the start of a route. */
  tryPair(u: number, v: number): boolean;
}
