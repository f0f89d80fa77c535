import { PING } from "./events";

const LOOK_MS = 5_000;
/** By then the server has given the line up. */
const STANDS_MS = PING.everyMs + PING.waitMs;

interface LineWatch {
  /** The server has given a sign. */
  heard: () => void;
  end: () => void;
}

/**
 * Tells of a line that has been dead since the machine slept or the page was frozen. The library's own timer stands
 * still meanwhile, so that it goes on waiting afterwards, and the page would show for most of a minute what was so
 * before, with no sign of it.
 */
export function watchLine(onDead: () => void): LineWatch {
  let heardMs = Date.now();
  const heard = () => void (heardMs = Date.now());
  const look = () => {
    if (Date.now() - heardMs <= STANDS_MS) return;
    // Once for each silence: the next line has to give its own signs.
    heard();
    onDead();
  };
  const timer = setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  return {
    heard,
    end: () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", look);
    },
  };
}
