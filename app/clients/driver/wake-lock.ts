/** Keeps the screen on while the page is seen, from the driver's tap until the next one. */

const SWITCH = "#awake";
const ON = "Screen stays on";
const OFF = "Keep the screen on";

let wanted = false;
let lock: WakeLockSentinel | null = null;

function say(text: string): void {
  const button = document.querySelector<HTMLElement>(SWITCH);
  if (!button) return;
  button.textContent = text;
  button.setAttribute("aria-pressed", String(wanted));
}

async function take(): Promise<void> {
  try {
    lock = await navigator.wakeLock.request("screen");
    say(ON);
  } catch {
    wanted = false;
    say("This phone doesn\u2019t keep its screen on (low battery?). Try again");
  }
}

/** A phone without the function shows no switch. */
export function offerWakeLock(): void {
  const button = document.querySelector<HTMLElement>(SWITCH);
  if (!button || !("wakeLock" in navigator)) return;
  button.hidden = false;
  say(OFF);
  button.addEventListener("click", () => {
    wanted = !wanted;
    if (wanted) return void take();
    void lock?.release();
    lock = null;
    say(OFF);
  });
  // Whatever hides the page lets the screen go off again.
  document.addEventListener("visibilitychange", () => {
    if (wanted && !document.hidden) void take();
  });
}
