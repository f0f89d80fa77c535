/**
 * Whether somebody works with the product in this browser. All its tabs share one record of the last input, kept by the
 * tab that had it: the product is idle when that tab has had none for a while, whichever tab asks.
 */

/** No tab was touched for so long: the product is idle. */
const IDLE_MS = 6_000;
/** Input is looked at this often at most. */
const TRACKED_EVERY_MS = 1_000;
/** The server is told this often at most; it notes it no more often (`domain/access/activity`). */
const TOLD_EVERY_MS = 60_000;

const LAST_INPUT = "activity.last";
const TOLD_AT = "activity.told";

interface ActivityWorld {
  nowMs(): number;
  /** shared by the browser's tabs; throws where the browser keeps nothing */
  storage(): Pick<Storage, "getItem" | "setItem">;
  /** of this tab */
  tab: string;
  /** tells the server */
  tell(): void;
}

export class Activity {
  private readonly own = new Map<string, string>();
  private trackedMs = -Infinity;

  constructor(private readonly world: ActivityWorld) {}

  /** A click, a touch or a key. */
  input(): void {
    const nowMs = this.world.nowMs();
    if (Math.abs(nowMs - this.trackedMs) < TRACKED_EVERY_MS) return;
    this.trackedMs = nowMs;
    this.write(LAST_INPUT, `${nowMs} ${this.world.tab}`);
    const toldMs = Number(this.read(TOLD_AT) ?? -Infinity);
    // A clock that was set back must not silence it for hours.
    if (nowMs >= toldMs && nowMs - toldMs < TOLD_EVERY_MS) return;
    this.write(TOLD_AT, String(nowMs));
    this.world.tell();
  }

  isIdle(): boolean {
    const [atMs] = this.last();
    return this.world.nowMs() - atMs >= IDLE_MS;
  }

  /** The last input was made here. */
  isLastActiveTab(): boolean {
    return this.last()[1] === this.world.tab;
  }

  private last(): [atMs: number, tab: string] {
    const [atMs = "", tab = ""] = (this.read(LAST_INPUT) ?? "").split(" ");
    return [atMs === "" ? -Infinity : Number(atMs), tab];
  }

  private read(key: string): string | null {
    try {
      return this.world.storage().getItem(key);
    } catch {
      return this.own.get(key) ?? null;
    }
  }

  private write(key: string, text: string): void {
    try {
      this.world.storage().setItem(key, text);
    } catch {
      this.own.set(key, text);
    }
  }
}

const INPUTS = ["click", "touchstart", "keydown"] as const;

/** Follows the person's input in this tab from now on. @returns what ends it */
export function followInput(activity: Activity, target: Pick<Window, "addEventListener" | "removeEventListener">) {
  const onInput = () => activity.input();
  for (const name of INPUTS) target.addEventListener(name, onInput, { capture: true, passive: true });
  return () => {
    for (const name of INPUTS) target.removeEventListener(name, onInput, { capture: true });
  };
}

/** Of the browser's own tab. @param address where the server takes it, with the base path */
export const browserActivity = (address: string): Activity =>
  new Activity({
    nowMs: () => Date.now(),
    storage: () => window.localStorage,
    tab: String(Math.random()).slice(2),
    tell: () => void navigator.sendBeacon(address, new URLSearchParams()),
  });
