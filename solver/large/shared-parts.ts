import type { Part } from "./part";

/** Parts that threads take one by one and write back in place, in shared memory. */
export interface SharedPartsMemory {
  /** See `H`. */
  readonly header: Int32Array;
  /** Per part: where it begins in `items`, and its state. */
  readonly parts: Int32Array;
  /** Per part: vehicle, number of its tasks, its tasks, for each vehicle; then -1, number of open tasks, open tasks. */
  readonly items: Int32Array;
  /** Of the round: see `F`; then what each part gained. */
  readonly figures: Float64Array;
}

/** Places in the header. */
const H = { round: 0, parts: 1, next: 2, done: 3, iterations: 4, length: 5 } as const;
/** Places among the figures. */
const F = { endsAt: 0, first: 1, last: 2, takesBest: 3, gained: 4 } as const;
/**
 * States of a part, each with the number of its round: what a thread writes that was given up two rounds ago must not
 * pass for the present part of the same number. While it is `Writing`, the part is neither what it was nor what it
 * becomes: nobody reads it, and it can't be given up any more.
 */
const State = { Free: 0, Taken: 1, Writing: 2, Written: 3, GivenUp: 4 } as const;
const STATES = 8;
const stateIn = (round: number, state: number): number => STATES * round + state;

/** What all parts of a round have in common. */
export interface Round {
  /** On the clock of the threads, milliseconds. */
  readonly endsAtMs: number;
  /** Temperatures in mean legs; null in the first round, which makes the first plan. */
  readonly temperatures: { readonly first: number; readonly last: number } | null;
  /** Whether a part ends with its best plan, not with its last one. */
  readonly takesBest: boolean;
}

export interface TakenPart {
  readonly index: number;
  readonly round: number;
  readonly part: Part;
}

/** What a part became; vehicles in the order of the part. */
export interface PartResult {
  readonly routes: readonly (readonly number[])[];
  readonly open: readonly number[];
  /** By how much it is cheaper, in the unit of the plan's cost. */
  readonly gained: number;
  readonly iterations: number;
}

export interface EndedRound {
  readonly parts: readonly Part[];
  /** Of all parts together. */
  readonly gained: number;
  /** Number of parts that nobody wrote in time: they are as they were. */
  readonly givenUp: number;
}

/**
 * One thread leads: it lays out the parts of a round, and waits until all are written. A part has the same vehicles and
 * tasks before and after, so that it is written where it was read.
 */
export class SharedParts {
  constructor(readonly memory: SharedPartsMemory) {}

  static allocate(taskCount: number, vehicleCount: number): SharedPartsMemory {
    const most = taskCount + vehicleCount + 1;
    return {
      header: new Int32Array(new SharedArrayBuffer(4 * H.length)),
      parts: new Int32Array(new SharedArrayBuffer(8 * most)),
      items: new Int32Array(new SharedArrayBuffer(4 * (taskCount + 2 * vehicleCount + 2 * most))),
      figures: new Float64Array(new SharedArrayBuffer(8 * (F.gained + most))),
    };
  }

  /** The leader's: parts for everybody to take. */
  begin(parts: readonly Part[], { endsAtMs, temperatures, takesBest }: Round): void {
    const { header, figures } = this.memory;
    figures[F.endsAt] = endsAtMs;
    figures[F.first] = temperatures?.first ?? 0;
    figures[F.last] = temperatures?.last ?? 0;
    figures[F.takesBest] = takesBest ? 1 : 0;
    const round = this.roundNumber + 1;
    let at = 0;
    parts.forEach(({ vehicles, routes, open }, index) => {
      this.memory.parts[2 * index] = at;
      Atomics.store(this.memory.parts, 2 * index + 1, stateIn(round, State.Free));
      at += this.lay(at, flat(vehicles, routes, open));
    });
    header[H.parts] = parts.length;
    Atomics.store(header, H.done, 0);
    Atomics.store(header, H.next, 0);
    Atomics.store(header, H.round, round);
    Atomics.notify(header, H.round);
  }

  /** The next part that nobody has taken; null when there is none. */
  take(): TakenPart | null {
    const { header, parts } = this.memory;
    for (;;) {
      const index = Atomics.add(header, H.next, 1);
      if (index >= header[H.parts]) return null;
      const state = Atomics.load(parts, 2 * index + 1);
      const round = Math.floor(state / STATES);
      // a thread that comes late from the round before may have taken it while this one was laid out
      if (state !== stateIn(round, State.Free)) continue;
      if (Atomics.compareExchange(parts, 2 * index + 1, state, stateIn(round, State.Taken)) === state)
        return { index, round, part: this.read(index) };
    }
  }

  /** Number of parts of the round. */
  get count(): number {
    return this.memory.header[H.parts];
  }

  get round(): Round {
    const { figures } = this.memory;
    return {
      endsAtMs: figures[F.endsAt],
      temperatures: figures[F.first] === 0 ? null : { first: figures[F.first], last: figures[F.last] },
      takesBest: figures[F.takesBest] === 1,
    };
  }

  /** Parts of the round that nobody has taken yet. */
  get left(): number {
    const { header } = this.memory;
    return Math.max(0, header[H.parts] - Atomics.load(header, H.next));
  }

  /** Unless the leader has given the part up. */
  write({ index, round, part }: TakenPart, { routes, open, gained, iterations }: PartResult): void {
    const { header, parts, figures } = this.memory;
    const taken = stateIn(round, State.Taken);
    // what could fail comes before: a part that is never written to its end would be waited for
    const values = flat(part.vehicles, routes, open);
    if (Atomics.compareExchange(parts, 2 * index + 1, taken, stateIn(round, State.Writing)) !== taken) return;
    this.lay(parts[2 * index], values);
    figures[F.gained + index] = gained;
    Atomics.store(parts, 2 * index + 1, stateIn(round, State.Written));
    Atomics.notify(parts, 2 * index + 1);
    Atomics.add(header, H.iterations, iterations);
    Atomics.add(header, H.done, 1);
    Atomics.notify(header, H.done);
  }

  /**
   * The leader's, when no part is left to take: waits for the others' parts until a moment, then goes on without what
   * isn't written.
   */
  end(untilMs: number, now: () => number): EndedRound {
    const { header, figures } = this.memory;
    const count = header[H.parts];
    const round = this.roundNumber;
    for (;;) {
      const done = Atomics.load(header, H.done);
      const leftMs = untilMs - now();
      if (done >= count || leftMs <= 0) break;
      Atomics.wait(header, H.done, done, leftMs);
    }
    let gained = 0;
    let givenUp = 0;
    const results: Part[] = [];
    for (let index = 0; index < count; index++) {
      if (this.isWritten(index, round)) gained += figures[F.gained + index];
      else givenUp++;
      results.push(this.read(index));
    }
    return { parts: results, gained, givenUp };
  }

  /** Gives the part up unless somebody has begun to write it; that takes microseconds and is waited for. */
  private isWritten(index: number, round: number): boolean {
    const { parts } = this.memory;
    const at = 2 * index + 1;
    const writing = stateIn(round, State.Writing);
    Atomics.compareExchange(parts, at, stateIn(round, State.Taken), stateIn(round, State.GivenUp));
    while (Atomics.load(parts, at) === writing) Atomics.wait(parts, at, writing);
    return Atomics.load(parts, at) === stateIn(round, State.Written);
  }

  get iterations(): number {
    return Atomics.load(this.memory.header, H.iterations);
  }

  get roundNumber(): number {
    return Atomics.load(this.memory.header, H.round);
  }

  /** A helper's: blocks until a round after the given one has begun; false when there is none any more. */
  waitForRound(after: number): boolean {
    const { header } = this.memory;
    while (Atomics.load(header, H.round) === after) Atomics.wait(header, H.round, after);
    return Atomics.load(header, H.round) >= 0;
  }

  /** The leader's: no further round comes. */
  finish(): void {
    Atomics.store(this.memory.header, H.round, -1);
    Atomics.notify(this.memory.header, H.round);
  }

  /** @returns how many values that were */
  private lay(at: number, values: readonly number[]): number {
    this.memory.items.set(values, at);
    return values.length;
  }

  private read(index: number): Part {
    const { items, parts } = this.memory;
    const vehicles: number[] = [];
    const routes: number[][] = [];
    let at = parts[2 * index];
    for (;;) {
      const vehicle = items[at++];
      const count = items[at++];
      const list = Array.from(items.subarray(at, at + count));
      at += count;
      if (vehicle < 0) return { vehicles, routes, open: list };
      vehicles.push(vehicle);
      routes.push(list);
    }
  }
}

/** A part as it lies in `items`. */
function flat(
  vehicles: readonly number[],
  routes: readonly (readonly number[])[],
  open: readonly number[],
): readonly number[] {
  const values: number[] = [];
  const put = (head: number, list: readonly number[]): void => {
    values.push(head, list.length);
    for (const task of list) values.push(task);
  };
  vehicles.forEach((vehicle, k) => put(vehicle, routes[k]));
  put(-1, open);
  return values;
}
