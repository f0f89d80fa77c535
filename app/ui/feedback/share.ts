/** How much of a whole, in percent, kept within 0..100; 0 of nothing is 0. */
export function share(part: number, whole: number): number {
  if (!(whole > 0) || !(part > 0)) return 0;
  return Math.min(100, (part / whole) * 100);
}
