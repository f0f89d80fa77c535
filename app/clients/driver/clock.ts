/** Lets the time of somebody who has one of their own go on, as quick as it is. */
import { elapsedSince, thisMoment } from "~/lib/elapsed";
import { utcText } from "~/domain/time/utc-text";

const TICK_MS = 250;

export function startClock(): void {
  const shown = document.getElementById("clock");
  if (shown === null) return;
  const wall = Number(shown.dataset.wall);
  const speed = Number(shown.dataset.speed);
  const begin = thisMoment();
  setInterval(() => {
    shown.textContent = utcText(wall + (elapsedSince(begin) / 1000) * speed);
  }, TICK_MS);
}
