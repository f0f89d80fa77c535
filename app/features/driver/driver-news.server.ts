import type { CompanySession } from "~/auth/session.server";
import type { ChangeEvent } from "~/realtime/events";
import { listenToNews } from "~/realtime/publisher.server";

/** Changes within this time are told as one. */
const GATHER_MS = 150;
/** Keeps proxies from closing the stream, and looks again: the right to see the route may end without a change. */
const BEAT_MS = 20_000;
/** The phone reconnects by itself. */
const LIFETIME_MS = 10 * 60_000;
const RETRY_MS = 2_000;
/** Tabs of one user that may listen at the same time; one more closes the oldest. */
const LINES_PER_USER = 4;

export interface NewsOf {
  /** the version of what the page shows now. @throws when the user may no longer see it */
  look(): Promise<string>;
  concerns(event: ChangeEvent): boolean;
}

const open = new Map<number, (() => void)[]>();

/**
 * Tells a driver's page that what it shows has changed: its new version and nothing else. The page loads the change
 * itself.
 */
export async function driverNews(
  { user, company }: CompanySession,
  signal: AbortSignal,
  { look, concerns }: NewsOf,
): Promise<Response> {
  let told = await look();
  let end = (): void => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
      let soon: ReturnType<typeof setTimeout> | undefined;
      const tell = async () => {
        soon = undefined;
        try {
          const version = await look();
          if (isOver || version === told) return;
          told = version;
          send(`data: ${version}\n\n`);
        } catch {
          // No longer theirs: the page learns what it may still see when it asks.
          if (!isOver) send("data: gone\n\n");
          end();
        }
      };
      const stopListening = listenToNews((news) => {
        if (news.kind === "change" && news.companyId === company.id && concerns(news.event))
          soon ??= setTimeout(() => void tell(), GATHER_MS);
      });
      const beat = setInterval(() => {
        send(":\n\n");
        void tell();
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
        const others = (open.get(user.id) ?? []).filter((one) => one !== end);
        if (others.length > 0) open.set(user.id, others);
        else open.delete(user.id);
        try {
          controller.close();
        } catch {
          // The reader closed it first.
        }
      };
      const lines = open.get(user.id) ?? [];
      open.set(user.id, [...lines, end]);
      if (lines.length >= LINES_PER_USER) lines[0]?.();
      signal.addEventListener("abort", () => end());
      if (signal.aborted) return end();
      send(`retry: ${RETRY_MS}\ndata: ${told}\n\n`);
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
