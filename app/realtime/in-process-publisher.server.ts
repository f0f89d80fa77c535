import type { LiveListener, Publisher } from "./publisher.server";

/** For a platform of one process: whatever publishes shares it with whatever listens. */
export function inProcessPublisher(): Publisher {
  const listeners = new Set<LiveListener>();
  return {
    publish(message) {
      for (const listener of listeners) listener(message);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
