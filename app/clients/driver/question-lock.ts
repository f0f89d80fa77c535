/** A question about a report is shown in one tab at a time: the one that holds its lock. */

interface Held {
  isOwn: Promise<boolean>;
  release: () => void;
}

/** Locks that this tab holds or has asked for, by the reports that they are for. */
const held = new Map<string, Held>();

/** @returns whether this tab is the one to ask, until it releases the question or is closed; without locks each is */
export function holdQuestion(id: string): Promise<boolean> {
  if (!("locks" in navigator)) return Promise.resolve(true);
  // What this tab has asked for is no other tab's: a second request would be refused because of the first.
  const known = held.get(id);
  if (known) return known.isOwn;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const isOwn = new Promise<boolean>((resolve) => {
    const take = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock && released;
    };
    // A page that is put to sleep is refused the lock: it asks again once it wakes up.
    navigator.locks.request(`driver.ask.${id}`, { ifAvailable: true }, take).catch(() => resolve(false));
  });
  const own = { isOwn, release };
  held.set(id, own);
  void isOwn.then((isHeld) => {
    if (!isHeld && held.get(id) === own) held.delete(id);
  });
  return isOwn;
}

export function releaseQuestion(id: string): void {
  held.get(id)?.release();
  held.delete(id);
}

/** A page that isn't seen leaves its question to the one that the driver looks at: later reports wait for it. */
export function releaseQuestions(): void {
  for (const id of [...held.keys()]) releaseQuestion(id);
}
