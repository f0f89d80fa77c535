/**
 * Long work in small pieces. A rule that may meet a plan of tens of thousands of visits is a generator that yields
 * every few hundred of them; the web process lets others have their turn there (turns.server).
 */
export type Pieces<T> = Generator<void, T, void>;

/** Records between two yields: some milliseconds of the slowest work. */
export const PIECE = 200;

/** `map` for long lists. */
export function* mapped<A, B>(list: readonly A[], change: (one: A, index: number) => B): Pieces<B[]> {
  const result: B[] = [];
  for (let index = 0; index < list.length; index += 1) {
    result.push(change(list[index]!, index));
    if (index % PIECE === PIECE - 1) yield;
  }
  return result;
}

/** All pieces one after another, for lists that are known to be short. */
export function atOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}
