import type { NewsListener, Publisher } from "./publisher.server";

/** For a platform of one process: whatever publishes shares it with whatever listens. */
export function inProcessPublisher(): Publisher {
  const listeners = new Set<NewsListener>();
  return {
    publish(news) {
      for (const listener of listeners) listener(news);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
