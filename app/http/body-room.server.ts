/** Bytes of bodies on their way in, as many as this process may hold of them at a time. */

/** A body that is arriving. */
export interface ArrivingBody {
  readonly holder: string;
  /** received so far */
  readonly bytes: number;
  /** rejects when the body has to make room for others; it never resolves */
  readonly refusal: Promise<never>;
}

class Arriving implements ArrivingBody {
  bytes = 0;
  refuse!: (error: Error) => void;
  readonly refusal: Promise<never>;

  constructor(readonly holder: string) {
    this.refusal = new Promise<never>((_, reject) => (this.refuse = reject));
    // It may be refused while nobody waits for its next piece.
    this.refusal.catch(() => undefined);
  }
}

/**
 * When the room is full, whoever holds most of it gives way with the largest of their bodies. So nobody needs a share
 * that is set beforehand: one office may use the whole room, and a small body of anybody else is always let in.
 */
export class BodyRoom {
  private readonly bodies = new Set<Arriving>();
  private heldBytes = 0;

  constructor(
    private readonly roomBytes: number,
    private readonly full: () => Error,
  ) {}

  /** @param holder with whose other bodies it counts */
  enter(holder: string): ArrivingBody {
    const body = new Arriving(holder);
    this.bodies.add(body);
    return body;
  }

  /** Counts a piece that has arrived; one body of the room is refused when it is full, perhaps this one. */
  add(body: ArrivingBody, bytes: number): void {
    const own = body as Arriving;
    if (!this.bodies.has(own)) return;
    own.bytes += bytes;
    this.heldBytes += bytes;
    while (this.heldBytes > this.roomBytes) {
      const largest = this.largestOfGreatest();
      this.leave(largest);
      largest.refuse(this.full());
    }
  }

  /** It has arrived, or it never will. */
  leave(body: ArrivingBody): void {
    if (this.bodies.delete(body as Arriving)) this.heldBytes -= body.bytes;
  }

  private largestOfGreatest(): Arriving {
    const byHolder = new Map<string, number>();
    for (const { holder, bytes } of this.bodies) byHolder.set(holder, (byHolder.get(holder) ?? 0) + bytes);
    const held = (body: Arriving): number => byHolder.get(body.holder) ?? 0;
    return [...this.bodies].reduce((most, body) =>
      held(body) > held(most) || (body.holder === most.holder && body.bytes > most.bytes) ? body : most,
    );
  }
}
