import { useEffect, useState } from "react";
import { timeoutSignal } from "~/lib/timeout-signal";
import { absolute, paths } from "~/paths";

const ASK_EVERY_MS = 5_000;
/** A form that takes longer looks as if it weren't saved either. */
const WAIT_MS = 4_000;

async function answers(): Promise<boolean> {
  // A request that can't leave the machine would only fill the browser's console.
  if (!navigator.onLine) return false;
  const asked = fetch(absolute(paths.ready()), { cache: "no-store", signal: timeoutSignal(WAIT_MS) });
  return asked.then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Whether the server takes requests, although no live connection is there: some networks stop that one alone.
 * @param isAsked while it is asked, again and again
 */
export function useServerAnswers(isAsked: boolean): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const now = await answers();
      if (isOver) return;
      setIsThere(now);
      timer = setTimeout(() => void ask(), ASK_EVERY_MS);
    };
    const onOffline = () => setIsThere(false);
    window.addEventListener("offline", onOffline);
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener("offline", onOffline);
      setIsThere(false);
    };
  }, [isAsked]);
  return isThere;
}
