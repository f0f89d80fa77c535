import type { Random } from "../random";

/** All tasks of a problem, in an order by chance. */
export function randomTour(n: number, random: Random): Int32Array {
  const tour = Int32Array.from({ length: n }, (_, k) => k + 1);
  random.shuffle(tour);
  return tour;
}
