/** Whether the server takes requests while no live connection is there: some networks stop that one alone. */
import { READY_ANSWER } from "~/domain/constants";
import { timeLimit } from "~/lib/time-limit";
import { absolute, paths } from "~/paths";

/** 'closed': installations may keep the address to themselves; then nobody knows. */
export type ServerAnswer = "ready" | "closed" | "none";

/**
 * The pause grows while the answer stays the same: some networks stop live connections for the whole day. Less far
 * where "changes are still saved" is promised, which ends with the server.
 */
const PAUSE_MS = { first: 5_000, longest: 60_000, longestReady: 20_000 };
/** After a restart pages must not ask in step. */
const SPREAD = 0.2;
/** A form that takes longer looks as if it weren't saved either. */
const WAIT_MS = 4_000;

/** What others answer in the server's place, a page to sign in to a network, is no answer. */
async function answerOf(response: Response): Promise<ServerAnswer> {
  if (response.status === 403 || response.status === 404) return "closed";
  const isText = response.headers.get("Content-Type")?.startsWith("text/plain") === true;
  return response.status === 200 && isText && (await response.text()) === READY_ANSWER ? "ready" : "none";
}

async function askServer(): Promise<ServerAnswer> {
  // A request that can't leave the machine would only fill the browser's console.
  if (!navigator.onLine) return "none";
  const limit = timeLimit(WAIT_MS);
  try {
    const asked = { cache: "no-store", redirect: "error", signal: limit.signal } as const;
    return await answerOf(await fetch(absolute(paths.ready()), asked));
  } catch {
    return "none";
  } finally {
    limit.end();
  }
}

/**
 * Asks again and again while the page is seen.
 * @param tell gets each answer
 * @returns ends it
 */
export function watchServer(tell: (answer: ServerAnswer) => void): () => void {
  let [isOver, isAsking] = [false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: ServerAnswer | null = null;
  let pauseMs = PAUSE_MS.first;
  const ask = async () => {
    clearTimeout(timer);
    // A hidden page asks once it is shown.
    if (isAsking || document.visibilityState !== "visible") return;
    isAsking = true;
    const now = await askServer();
    isAsking = false;
    if (isOver) return;
    const longestMs = now === "ready" ? PAUSE_MS.longestReady : PAUSE_MS.longest;
    pauseMs = now === last ? Math.min(pauseMs * 2, longestMs) : PAUSE_MS.first;
    last = now;
    tell(now);
    timer = setTimeout(() => void ask(), pauseMs * (1 - SPREAD + 2 * SPREAD * Math.random()));
  };
  const askNow = () => {
    last = null;
    void ask();
  };
  const onOffline = () => {
    last = "none";
    tell("none");
  };
  document.addEventListener("visibilitychange", askNow);
  window.addEventListener("online", askNow);
  window.addEventListener("offline", onOffline);
  void ask();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", askNow);
    window.removeEventListener("online", askNow);
    window.removeEventListener("offline", onOffline);
  };
}
