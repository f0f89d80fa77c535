/** Which view of the page shows, and when its buttons may be pressed. */
import { firstView } from "~/domain/route/road-view";
import { changesSentence } from "./route-changes";
import { all, main, question, sync } from "./page";
import { shownStage, shownStops } from "./stops";
import { asSent } from "./take-over";

/** A second tap within this time was meant for the first button, not for what stands there now: the buttons wait. */
export const SETTLE_MS = 600;
/** The same for what moved without a tap of the driver, which comes unexpectedly. */
export const CHANGE_SETTLE_MS = 1_000;

let settledAt = 0;

const followers: ((view: HTMLElement | null) => void)[] = [];

/** What has to be done with each view that shows, and with each newer page of it. */
export const whenShown = (follow: (view: HTMLElement | null) => void): void => void followers.push(follow);

export const isSettling = (): boolean => Date.now() < settledAt;

function firstViewId(): string {
  if (question()) return "question";
  const stage = shownStage();
  return stage === null ? (main().dataset.first ?? "") : firstView(stage, shownStops());
}

/** The views that have a tab of their own; all others belong to "Now". */
const TABS: readonly string[] = ["list", "map"];

/** @param moved the driver was sent here: focus and top of the page follow */
export function show(moved = false): void {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const named = wanted !== "" && !question() ? document.getElementById(wanted) : null;
  const view = named ?? document.getElementById(firstViewId());
  for (const one of all(".view")) one.classList.toggle("shown", one === view);
  for (const box of all(".default")) box.hidden = !box.contains(view);
  for (const tab of all(".tabs a")) {
    const own = tab.getAttribute("href")!.slice(1);
    tab.toggleAttribute("aria-current", own === (view && TABS.includes(view.id) ? view.id : ""));
  }
  for (const follow of followers) follow(view);
  if (!moved || !view) return;
  window.scrollTo(0, 0);
  view.focus({ preventScroll: true });
}

/** Switches what can be pressed off until the new view has settled, and on again then. */
export function settleButtons(): void {
  const rest = settledAt - Date.now();
  for (const button of all<HTMLButtonElement>("form[data-command] button:disabled")) button.disabled = false;
  for (const button of all("a.button[aria-disabled], summary[aria-disabled]")) button.removeAttribute("aria-disabled");
  if (rest <= 0) return;
  // Only what can be seen: to switch thousands of buttons of a long route is felt on a weak phone.
  const forms = ".view.shown form[data-command] button, .last form[data-command] button";
  for (const button of all<HTMLButtonElement>(forms)) button.disabled = true;
  for (const button of all(".view.shown a.button, .view.shown summary")) button.setAttribute("aria-disabled", "true");
  setTimeout(settleButtons, rest);
}

/** Waits this long; the buttons show it with the next `settleButtons`. */
export function startSettling(ms: number): void {
  settledAt = Math.max(settledAt, Date.now() + ms);
}

export function settle(ms: number): void {
  startSettling(ms);
  settleButtons();
}

/** What the driver sees and may be about to tap; when it changes, the buttons wait. A translation is no change. */
export function visibleState(): string {
  const view = main().querySelector(".view.shown");
  const texts = Array.from((view && asSent(view))?.querySelectorAll("[data-text]") ?? [], (one) => one.textContent);
  return `${view?.id} ${view?.getAttribute("data-state")} ${texts.join("|")}`;
}

/** Shows what the dispatcher changed; nothing when there are no changes. */
export function showChanges(news: readonly string[]): void {
  if (news.length > 0) showNews(changesSentence(news));
}

export function showNews(sentence: string): void {
  const box = document.getElementById("news") ?? document.createElement("div");
  box.id = "news";
  box.className = "notice";
  box.setAttribute("role", "status");
  const words = document.createElement("p");
  words.textContent = sentence;
  box.replaceChildren(
    words,
    okButton(() => box.remove()),
  );
  sync.after(box);
}

export function okButton(onClick: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.className = "button";
  button.textContent = "OK";
  button.addEventListener("click", onClick);
  return button;
}
