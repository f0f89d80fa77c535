import { AppError } from "~/lib/errors";
import type { LiveMessage } from "~/realtime/publisher.server";
import { listenToLive } from "~/realtime/publisher.server";

/** Changes within this time are sent as one. */
const GATHER_MS = 150;
/** Keeps proxies from closing the stream. */
const BEAT_MS = 20_000;
/** The browser connects again by itself. */
const LIFETIME_MS = 10 * 60_000;
const RETRY_MS = 2_000;

interface WatchedPage {
  /** the version of what the page shows now. @throws when it may no longer be seen */
  currentVersion(): Promise<string>;
  /** may the page show something else after this? */
  concerns(message: LiveMessage): boolean;
  /**
   * it looks again with every so many beats: the right to see the page may end without a change. Left out: with each
   */
  beatsALook?: number;
}

/** Who listens, and with how many streams at the same time. */
export interface StreamGroup {
  key: string;
  most: number;
  /** what becomes of one more: it takes the oldest one's place, or its page has to ask instead */
  beyond: "closes the oldest" | "is refused";
}

/** A page that may not be seen, or a sign-in, is an answer. A database that is away is no fault either. */
const isFault = (error: unknown): boolean =>
  !(error instanceof Response) && !(error instanceof AppError && (error.status < 500 || error.status === 503));

const openStreams = new Map<string, (() => void)[]>();

/**
 * Sends a page its new version when what it shows has changed, and nothing else: the page loads the change itself. A
 * page with a script alone needs no library for it.
 * @returns the stream; 429 where there are too many
 */
export async function pageEvents(
  groups: readonly StreamGroup[],
  signal: AbortSignal,
  { currentVersion, concerns, beatsALook = 1 }: WatchedPage,
): Promise<Response> {
  // From before the first look: what changes after it would be told of much later otherwise.
  let isMissed = false;
  let hear = (): void => void (isMissed = true);
  const stopListening = listenToLive((message) => {
    if (concerns(message)) hear();
  });
  let sentVersion = await currentVersion().catch((error: unknown) => {
    stopListening();
    throw error;
  });
  const isFull = ({ key, most, beyond }: StreamGroup) =>
    beyond === "is refused" && (openStreams.get(key)?.length ?? 0) >= most;
  if (groups.some(isFull)) {
    stopListening();
    return new Response(null, { status: 429, headers: { "Retry-After": "60" } });
  }
  let end = (): void => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
      let soon: ReturnType<typeof setTimeout> | undefined;
      const sendVersion = async () => {
        soon = undefined;
        try {
          const version = await currentVersion();
          if (isOver || version === sentVersion) return;
          sentVersion = version;
          send(`data: ${version}\n\n`);
        } catch (error) {
          if (isFault(error)) console.error("A page's version could not be read:", error);
          // The page asks, and learns what it may still see.
          if (!isOver) send("data: gone\n\n");
          end();
        }
      };
      hear = () => void (soon ??= setTimeout(() => void sendVersion(), GATHER_MS));
      let beats = 0;
      const beat = setInterval(() => {
        // With a name, so that the page's script hears that its line still stands.
        send("event: beat\ndata: 1\n\n");
        beats += 1;
        if (beats % beatsALook === 0) void sendVersion();
      }, BEAT_MS);
      const lifetime = setTimeout(() => end(), LIFETIME_MS);
      let isOver = false;
      end = () => {
        if (isOver) return;
        isOver = true;
        stopListening();
        clearTimeout(soon);
        clearInterval(beat);
        clearTimeout(lifetime);
        for (const { key } of groups) leave(key, end);
        try {
          controller.close();
        } catch {
          // The reader closed it first.
        }
      };
      for (const group of groups) enter(group, end);
      signal.addEventListener("abort", () => end());
      if (signal.aborted) return end();
      send(`retry: ${RETRY_MS}\ndata: ${sentVersion}\n\n`);
      if (isMissed) hear();
    },
    cancel: () => end(),
  });
  // no-transform: a compressed stream would be held back until there is enough of it.
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

function enter({ key, most }: StreamGroup, end: () => void): void {
  const streams = openStreams.get(key) ?? [];
  openStreams.set(key, [...streams, end]);
  if (streams.length >= most) streams[0]?.();
}

function leave(key: string, end: () => void): void {
  const others = (openStreams.get(key) ?? []).filter((one) => one !== end);
  if (others.length > 0) openStreams.set(key, others);
  else openStreams.delete(key);
}
