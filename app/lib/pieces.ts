/**
 * Long work in small pieces. A rule that may meet a plan of tens of thousands of visits is a generator that yields every
 * few hundred of them; the web process lets others have their turn there (turns.server).
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The text that `JSON.stringify` makes of a list or a record of plain data; long ones at the first two levels by and by. */
export function* jsonText(value: readonly unknown[] | Record<string, unknown>, levels = 2): Pieces<string> {
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (let from = 0; from < value.length; from += PIECE) {
      parts.push(JSON.stringify(value.slice(from, from + PIECE)).slice(1, -1));
      yield;
    }
    return `[${parts.join(",")}]`;
  }
  const record = value as Record<string, unknown>;
  let small: [string, unknown][] = [];
  const flush = (): void => {
    const text = JSON.stringify(Object.fromEntries(small)).slice(1, -1);
    if (text !== "") parts.push(text);
    small = [];
  };
  for (const [key, one] of Object.entries(record)) {
    if (levels > 1 && (Array.isArray(one) || isRecord(one))) {
      flush();
      parts.push(`${JSON.stringify(key)}:${yield* jsonText(one, levels - 1)}`);
    } else {
      small.push([key, one]);
      if (small.length === PIECE) {
        flush();
        yield;
      }
    }
  }
  flush();
  return `{${parts.join(",")}}`;
}
