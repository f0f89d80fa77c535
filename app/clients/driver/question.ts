/** Shows the question about a report in the page's view for questions, in one tab at a time. */
import { main, question } from "./page";
import type { Report } from "./queue";

/** @returns whether the page has a place for it */
export function askQuestion({ id, question: asked }: Report): boolean {
  if (question() !== null) return true;
  const template = document.querySelector<HTMLTemplateElement>("#question-template");
  const view = template?.content.firstElementChild?.cloneNode(true);
  if (!(view instanceof HTMLElement) || asked === undefined) return false;
  view.id = "question";
  // Which report the answer is about.
  view.dataset.report = id;
  const write = (selector: string, words: string) => {
    const place = view.querySelector(selector);
    if (place) place.textContent = words;
  };
  write("h1", asked.title);
  write("[data-question]", asked.text);
  const form = view.querySelector("form")!;
  form.dataset.answer = "yes";
  form.querySelector("button")!.className = asked.danger ? "button bad" : "button go";
  view.querySelector("a")!.dataset.answer = "no";
  // Above the tabs, which stay at the bottom.
  main().insertBefore(view, main().querySelector(":scope > .tabs"));
  return true;
}

/** Ends the locks of this tab, by the reports that they are for. */
const held = new Map<string, () => void>();

/** @returns whether this tab is the one to ask, until it releases the question or is closed; without locks each is */
export function holdQuestion(id: string): Promise<boolean> {
  if (held.has(id) || !("locks" in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(`driver.ask.${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise<void>((release) => held.set(id, release));
    });
  });
}

export function releaseQuestion(id: string): void {
  held.get(id)?.();
  held.delete(id);
}

/** A page that isn't seen leaves its question to the one that the driver looks at: later reports wait for it. */
export function releaseQuestions(): void {
  for (const id of [...held.keys()]) releaseQuestion(id);
}
