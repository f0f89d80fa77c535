import type { LinkedRoutes } from "./linked-routes";

/** The table has 2 to the power of this many entries; a later pair takes the place of an earlier one. */
const BITS = 18;

/**
 * Pairs of routes between which no move gained when a search ended, whatever plan they were part of. A child takes over
 * many routes of its parents as they are, and between two of these nothing has to be tried again. Pairs are told apart
 * by a hash of 50 bits of their stops in order, of their vehicles, and of the prices (a transposition table: Zobrist,
 * "A new hashing method with application for game playing", 1970).
 */
export class KnownPairs {
  /** Half of each pair's hash, at the place that the other half says. */
  private readonly table = new Int32Array(1 << BITS);
  private readonly places: Int32Array;
  private readonly checks: Int32Array;
  /** Per [a * R + b]: whether nothing gained between the routes of the last `look`. */
  private readonly known: Uint8Array;
  private readonly timePrice = new Float64Array(1);
  private readonly timePriceBits = new Int32Array(this.timePrice.buffer);

  constructor(private readonly routes: LinkedRoutes) {
    const { routes: R } = routes.problem;
    this.places = new Int32Array(R);
    this.checks = new Int32Array(R);
    this.known = new Uint8Array(R * R);
  }

  /** Looks up all pairs of the present routes, which have just been taken. */
  look(): void {
    const { known, table } = this;
    const R = this.routes.problem.routes;
    this.hashRoutes();
    for (let a = 0; a < R; a++)
      for (let b = a; b < R; b++)
        known[a * R + b] = known[b * R + a] = table[this.placeOf(a, b)] === this.checkOf(a, b) ? 1 : 0;
  }

  /** Whether nothing gains between two routes, or within one: neither has changed since `look`. */
  has(a: number, b: number): boolean {
    const { changed, problem } = this.routes;
    return this.known[a * problem.routes + b] === 1 && changed[a] === 0 && changed[b] === 0;
  }

  /** Keeps that nothing gains between any of the present routes. */
  keep(): void {
    const R = this.routes.problem.routes;
    this.hashRoutes();
    for (let a = 0; a < R; a++) for (let b = a; b < R; b++) this.table[this.placeOf(a, b)] = this.checkOf(a, b);
  }

  private hashRoutes(): void {
    const { places, checks, routes } = this;
    const { next, problem, price, kind } = routes;
    // Infinity is 0 as a whole number, and no price; prices of lateness can differ far behind the decimal point
    this.timePrice[0] = routes.timePrice;
    const [low, high] = this.timePriceBits;
    const priced = (price | 0) ^ Math.imul(low, 0x27d4eb2f) ^ Math.imul(high, 0x9e3779b1);
    for (let r = 0; r < problem.routes; r++) {
      let place = mixed(priced + kind[r]);
      let check = ~place;
      const end = routes.endOf(r);
      for (let i = next[routes.startOf(r)]; i !== end; i = next[i]) {
        place = mixed(place ^ Math.imul(i, 0x9e3779b1));
        check = mixed(check + Math.imul(i, 0x27d4eb2f));
      }
      places[r] = place;
      checks[r] = check;
    }
  }

  private placeOf(a: number, b: number): number {
    return mixed(this.places[a] + this.places[b]) >>> (32 - BITS);
  }

  private checkOf(a: number, b: number): number {
    return (this.checks[a] + this.checks[b]) | 0;
  }
}

/** Spreads what differs in any bit over all 32 (the last steps of MurmurHash3: Appleby 2011). */
function mixed(bits: number): number {
  let x = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}
