import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import type { ChangeEvent } from "~/realtime/events";
import { listenToLive } from "~/realtime/publisher.server";

/** Changes within this time are sent as one. */
const GATHER_MS = 150;
/** Keeps proxies from closing the stream, and looks again: the right to see the route may end without a change. */
const BEAT_MS = 20_000;
/** The phone reconnects by itself. */
const LIFETIME_MS = 10 * 60_000;
const RETRY_MS = 2_000;
/** Tabs of one user that may listen at the same time; one more closes the oldest. */
const STREAMS_PER_USER = 4;

export interface WatchedPage {
  /** the version of what the page shows now. @throws when the user may no longer see it */
  currentVersion(): Promise<string>;
  concerns(event: ChangeEvent): boolean;
}

const openStreams = new Map<number, (() => void)[]>();

/**
 * Sends a driver's page its new version when what it shows has changed, and nothing else. The page loads the change
 * itself.
 */
export async function driverEvents(
  session: CompanySession,
  signal: AbortSignal,
  { currentVersion, concerns }: WatchedPage,
): Promise<Response> {
  const { company } = session;
  const { userId } = ofPerson(session);
  let sentVersion = await currentVersion();
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
        } catch {
          // No longer theirs: the page learns what it may still see when it asks.
          if (!isOver) send("data: gone\n\n");
          end();
        }
      };
      const stopListening = listenToLive((message) => {
        if (message.kind === "change" && message.companyId === company.id && concerns(message.event))
          soon ??= setTimeout(() => void sendVersion(), GATHER_MS);
      });
      const beat = setInterval(() => {
        send(":\n\n");
        void sendVersion();
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
        const others = (openStreams.get(userId) ?? []).filter((one) => one !== end);
        if (others.length > 0) openStreams.set(userId, others);
        else openStreams.delete(userId);
        try {
          controller.close();
        } catch {
          // The reader closed it first.
        }
      };
      const streams = openStreams.get(userId) ?? [];
      openStreams.set(userId, [...streams, end]);
      if (streams.length >= STREAMS_PER_USER) streams[0]?.();
      signal.addEventListener("abort", () => end());
      if (signal.aborted) return end();
      send(`retry: ${RETRY_MS}\ndata: ${sentVersion}\n\n`);
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
