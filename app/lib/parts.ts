/**
 * A long list in parts, each named by what is in it. A page that says which parts it holds is sent the others alone. A
 * name stands for these rows and no others: what the page puts together is the list as the server read it, whatever
 * the page had missed before.
 */
import { unpackRows, type Columns } from "./columns";

/** Names the parts that the page holds. */
export const HELD_HEADER = "X-Held-Parts";

/** Headers have to stay short. A page that holds more parts is sent the whole list. */
const MOST_NAMES = 300;

export interface Parts<Row> {
  /** of all parts, in their order */
  names: string[];
  /** how many rows of each part are sent; 0: the page holds it */
  counts: number[];
  /** those that are sent, in their order */
  rows: Columns<Row>;
}

/** Null where they are too many to be named. */
export const heldHeader = (names: readonly string[]): string | null =>
  names.length === 0 || names.length > MOST_NAMES ? null : names.join();

/** An answer may be about what the page showed before the last ones: they came meanwhile. */
const KEPT_STATES = 4;

/** The parts that a page has been sent. */
export class HeldParts<Row> {
  /** by name, the newest list first */
  private states: readonly ReadonlyMap<string, readonly Row[]>[] = [];

  /** The whole list; null when a part of it is neither sent nor held, so that all has to be loaded again. */
  join({ names, counts, rows: packed }: Parts<Row>): readonly Row[] | null {
    const sent = unpackRows(packed as Columns<Row & object>) as Row[];
    const parts = new Map<string, readonly Row[]>();
    const whole: Row[] = [];
    let from = 0;
    for (const [at, name] of names.entries()) {
      const count = counts[at] ?? 0;
      const part = count > 0 ? sent.slice(from, from + count) : this.find(name);
      if (part === undefined) return null;
      from += count;
      parts.set(name, part);
      for (const row of part) whole.push(row);
    }
    this.states = [parts, ...this.states].slice(0, KEPT_STATES);
    return whole;
  }

  private find(name: string): readonly Row[] | undefined {
    return this.states.find((parts) => parts.has(name))?.get(name);
  }
}
