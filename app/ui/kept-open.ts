import { COLLAPSE_STATE_TTL_MS } from "~/domain/constants";

/** What somebody unfolded stays unfolded for a day (specification, section 9); after that everything begins folded. */
const KEY = "open:";

type Key = string | number;

/** A function, because in some browsers the mere access to the storage throws. */
type Kept<Method extends keyof Storage> = () => Pick<Storage, Method>;

/** The keys that were unfolded last, or none. Nonsense, and what is older than a day, counts as none. */
export function readKeptOpen(name: string, storage: Kept<"getItem">, nowMs: number): Key[] {
  try {
    const { at, open } = JSON.parse(storage().getItem(KEY + name) ?? "{}") as { at?: unknown; open?: unknown };
    if (typeof at !== "number" || !Array.isArray(open) || nowMs - at > COLLAPSE_STATE_TTL_MS || at > nowMs) return [];
    return open.filter((key): key is Key => typeof key === "string" || typeof key === "number");
  } catch {
    return [];
  }
}

/** Keeps what is unfolded now. Browsers that keep nothing, or are full, are no reason to stop. */
export function keepOpen(
  name: string,
  open: readonly Key[],
  storage: Kept<"setItem" | "removeItem">,
  nowMs: number,
): void {
  try {
    if (open.length === 0) storage().removeItem(KEY + name);
    else storage().setItem(KEY + name, JSON.stringify({ at: nowMs, open }));
  } catch {
    return;
  }
}
