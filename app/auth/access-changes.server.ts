/** Notifies the holders of open connections when a user's sessions or rights change. */
type Listener = (userId: number) => void;

const listeners = new Set<Listener>();

/** @returns a function that ends it */
export function listenToAccessChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Call it after the commit. */
export function publishAccessChange(userId: number): void {
  for (const listener of listeners) listener(userId);
}
