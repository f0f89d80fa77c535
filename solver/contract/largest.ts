/**
 * The largest of some numbers, at least 0. Where there is one for each vehicle or stop they must not be arguments of
 * `Math.max`: a call with more than some 120,000 of them overflows the stack.
 */
export function largest(values: Iterable<number>): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}
