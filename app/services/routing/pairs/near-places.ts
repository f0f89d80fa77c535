import type { Place } from "../engine";

const RADIANS = Math.PI / 180;
const EARTH_RADIUS_M = 6_371_008.8;
const AXES = 3;

/**
 * The nearest places by the straight line: a k-d tree (Bentley, "Multidimensional binary search trees used for
 * associative searching", 1975) of points on the unit sphere. Along the chord through the sphere the order is the same
 * as along its surface, and neither poles nor the date line are special.
 */
export class NearPlaces {
  /** x, y, z of place i in [3 * i] and behind */
  private readonly xyz: Float64Array;
  /** places in the order of the tree: the middle of each stretch divides it */
  private readonly order: Int32Array;
  // The best so far, ascending.
  private readonly found: number[] = [];
  private readonly squares: number[] = [];

  constructor(places: readonly Place[]) {
    this.xyz = new Float64Array(AXES * places.length);
    places.forEach(({ lat, lng }, index) => {
      const [phi, lambda] = [lat * RADIANS, lng * RADIANS];
      this.xyz[AXES * index] = Math.cos(phi) * Math.cos(lambda);
      this.xyz[AXES * index + 1] = Math.cos(phi) * Math.sin(lambda);
      this.xyz[AXES * index + 2] = Math.sin(phi);
    });
    this.order = Int32Array.from({ length: places.length }, (_, index) => index);
    this.divide(0, places.length, 0);
  }

  /** At most `count` other places, nearest first, with their distances in metres. */
  nearest(place: number, count: number): { places: Int32Array; metres: Float64Array } {
    this.found.length = this.squares.length = 0;
    if (count > 0) this.look(0, this.order.length, 0, place, count);
    return {
      places: Int32Array.from(this.found),
      metres: Float64Array.from(
        this.squares,
        (square) => 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(square) / 2)),
      ),
    };
  }

  private divide(start: number, end: number, axis: number): void {
    if (end - start < 2) return;
    const part = this.order.subarray(start, end);
    part.sort((a, b) => this.xyz[AXES * a + axis]! - this.xyz[AXES * b + axis]!);
    const middle = (start + end) >> 1;
    const next = (axis + 1) % AXES;
    this.divide(start, middle, next);
    this.divide(middle + 1, end, next);
  }

  private look(start: number, end: number, axis: number, place: number, count: number): void {
    if (start >= end) return;
    const middle = (start + end) >> 1;
    const here = this.order[middle]!;
    if (here !== place) this.offer(here, this.square(place, here), count);
    const side = this.xyz[AXES * place + axis]! - this.xyz[AXES * here + axis]!;
    const next = (axis + 1) % AXES;
    if (side <= 0) this.look(start, middle, next, place, count);
    else this.look(middle + 1, end, next, place, count);
    // Equal ones too: with many places at one point the nearer side says nothing.
    if (this.found.length === count && side * side > this.squares[count - 1]!) return;
    if (side <= 0) this.look(middle + 1, end, next, place, count);
    else this.look(start, middle, next, place, count);
  }

  private square(a: number, b: number): number {
    let sum = 0;
    for (let axis = 0; axis < AXES; axis += 1) sum += (this.xyz[AXES * a + axis]! - this.xyz[AXES * b + axis]!) ** 2;
    return sum;
  }

  private offer(place: number, square: number, count: number): void {
    const { found, squares } = this;
    if (found.length === count) {
      if (square >= squares[count - 1]!) return;
      found.pop();
      squares.pop();
    }
    let at = squares.length;
    while (at > 0 && squares[at - 1]! > square) at -= 1;
    found.splice(at, 0, place);
    squares.splice(at, 0, square);
  }
}
