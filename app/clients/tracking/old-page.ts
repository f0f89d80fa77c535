/** Says that the page may be old, and since when, once it could not be loaded several times in a row. */
import { localTime } from "~/domain/time/time-zone";
import { main } from "./page";

const MOST_FAILURES = 2;

let failures = 0;
/** Of the phone's clock, which may be wrong: only what goes by on it counts. */
let loadedMs = Date.now();
let rightMs = loadedMs;

/** Always there, so that its words are read out. */
const words = document.createElement("p");
/** What was written there; what shows may be a translation of it. */
let said = "";
words.setAttribute("role", "status");
const button = document.createElement("button");
button.className = "button";
const note = document.createElement("div");
note.className = "old";
note.append(words);

const whenPart = (): HTMLElement | null => main().querySelector('[data-part="when"]');

/** @param again what the button does */
export function prepareNote(again: () => void): void {
  button.onclick = () => {
    button.textContent = "Trying…";
    again();
  };
  whenPart()?.after(note);
}

/** The server said that nothing newer than this page is there. */
export const wasRight = (): void => void (rightMs = Date.now());

/** Nobody looked for a while: what shows is older than on a page that was kept up to date. */
export const wasUnseen = (): void => void (failures = Math.max(failures, MOST_FAILURES - 1));

/** The page that shows is the newest one. */
export function wasLoaded(): void {
  failures = 0;
  loadedMs = Date.now();
  wasRight();
  const isFocused = document.activeElement === button;
  words.textContent = said = "";
  button.remove();
  if (!isFocused) return;
  // Where the news are that were asked for.
  const news = whenPart() ?? main();
  news.tabIndex = -1;
  news.focus();
}

/** @param why the beginning of what is said */
export function wasNotLoaded(why: string): void {
  failures += 1;
  if (failures < MOST_FAILURES) return;
  const { at, zone } = main().dataset;
  const time = localTime(Number(at) + (rightMs - loadedMs) / 1000, zone ?? "UTC");
  const text = `${why} This was so at ${time}.`;
  // What is the same isn't read out again, and the button keeps its focus.
  if (said !== text) words.textContent = said = text;
  button.textContent = "Try again";
  if (button.parentNode === null) note.append(button);
}
