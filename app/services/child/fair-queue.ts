/** Whose turn it is, where one task runs at a time. */
import { AppError } from "~/lib/errors";

export interface QueueLimits {
  /** of one owner, waiting or at work */
  perOwner: number;
  /** of all of them */
  all: number;
  /** what is done with a file, in the sentence for whoever has too many */
  doing?: "read" | "made";
}

interface Waiting {
  begin(): void;
}

/** Who asked has gone; nobody reads the answer. */
export const askerGone = (): AppError => new AppError("file.gone", "The request was ended.", { status: 408 });

/**
 * One task after another, and each owner in turn: who brings twenty waits for one of everybody else's
 * before each of their own.
 */
export class FairQueue {
  /** Owners in the order of their turns, each with what they wait for. */
  private readonly owners = new Map<string, Waiting[]>();
  private readonly tasks = new Map<string, number>();
  private count = 0;
  private busy = false;
  /** whose task was the last to begin */
  private latest = "";

  constructor(private readonly limits: QueueLimits) {}

  /**
   * Does the work when it is its turn.
   * @param signal of whoever asked: when it is aborted, what waits is dropped; work under way hears of it by itself
   * @throws AppError 429 when the owner has as many tasks as one may have, 503 when all together do, 408 of `askerGone`
   */
  async run<Result>(owner: string, signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
    const own = this.tasks.get(owner) ?? 0;
    const { doing = "read" } = this.limits;
    if (own >= this.limits.perOwner)
      throw new AppError("file.share", `${own} files of your company are being ${doing}. Try again when one is done.`, {
        status: 429,
      });
    if (this.count >= this.limits.all)
      throw new AppError("file.busy", `Too many files are being ${doing}. Try again in a minute.`, { status: 503 });
    this.tasks.set(owner, own + 1);
    this.count += 1;
    try {
      await this.turn(owner, signal);
      try {
        return await work();
      } finally {
        this.busy = false;
        this.next();
      }
    } finally {
      this.count -= 1;
      const left = (this.tasks.get(owner) ?? 1) - 1;
      if (left === 0) this.tasks.delete(owner);
      else this.tasks.set(owner, left);
    }
  }

  private turn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(askerGone());
      const drop = (): void => {
        this.remove(owner, waiting);
        reject(askerGone());
      };
      const waiting: Waiting = {
        begin() {
          signal?.removeEventListener("abort", drop);
          resolve();
        },
      };
      signal?.addEventListener("abort", drop, { once: true });
      const others = this.owners.get(owner);
      if (others === undefined) this.owners.set(owner, [waiting]);
      else others.push(waiting);
      this.next();
    });
  }

  private next(): void {
    if (this.busy || this.owners.size === 0) return;
    const names = [...this.owners.keys()];
    const owner = names.find((name) => name !== this.latest) ?? names[0]!;
    const [waiting, ...more] = this.owners.get(owner)!;
    this.owners.delete(owner);
    // Their next one comes after one of everybody who waits now.
    if (more.length > 0) this.owners.set(owner, more);
    this.busy = true;
    this.latest = owner;
    waiting!.begin();
  }

  private remove(owner: string, waiting: Waiting): void {
    const left = (this.owners.get(owner) ?? []).filter((one) => one !== waiting);
    if (left.length === 0) this.owners.delete(owner);
    else this.owners.set(owner, left);
  }
}
