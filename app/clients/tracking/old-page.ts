/** Says that the page may be old, and since when, once it could not be loaded several times in a row. */
import { localTime } from "~/domain/time/time-zone";
import { main } from "./page";

const MOST_FAILURES = 2;

let failures = 0;
/** Of the phone's clock, which may be wrong: only what goes by on it counts. */
let loadedMs = Date.now();
let rightMs = loadedMs;

/** The server was heard, or its line has only now broken: until this moment it would have told what is new. */
export const wasRight = (): void => void (rightMs = Date.now());

/** The page that shows is the newest one. */
export function wasLoaded(): void {
  failures = 0;
  loadedMs = Date.now();
  wasRight();
  note()?.remove();
}

const note = (): HTMLElement | null => main().querySelector(".old");

/** @param again what the button does */
export function wasNotLoaded(again: () => void): void {
  failures += 1;
  if (failures < MOST_FAILURES) return;
  const { at, zone } = main().dataset;
  const words = document.createElement("p");
  const time = localTime(Number(at) + (rightMs - loadedMs) / 1000, zone ?? "UTC");
  words.textContent = `No connection. This was so at ${time}.`;
  const button = document.createElement("button");
  button.className = "button";
  button.textContent = "Try again";
  button.onclick = () => {
    button.textContent = "Trying…";
    again();
  };
  const shown = note();
  if (shown !== null) {
    // What is the same isn't read out again, and the button keeps its focus.
    const { firstElementChild: text, lastElementChild: last } = shown;
    if (text!.textContent !== words.textContent) text!.textContent = words.textContent;
    last!.textContent = button.textContent;
    return;
  }
  const made = document.createElement("div");
  made.className = "old";
  made.setAttribute("role", "status");
  made.append(words, button);
  main().querySelector('[data-part="when"]')?.append(made);
}
