/** Shows the question about a report in the page's view for questions. */
import { main, pagePath, question } from "./page";
import type { Report } from "./queue";

/** 'Done, Alder': without the comma that a sentence goes on after. */
const aboutOf = ({ label }: Report): string => label.replace(/,$/, "");

/** @returns whether the page has a place for it */
export function askQuestion(report: Report): boolean {
  if (question() !== null) return true;
  const { id, url, question: asked } = report;
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
  // Elsewhere nothing tells which stop it is about.
  if (url === pagePath()) view.querySelector("[data-about]")?.remove();
  else write("[data-about]", aboutOf(report));
  const form = view.querySelector("form")!;
  form.dataset.answer = "yes";
  form.querySelector("button")!.className = asked.danger ? "button bad" : "button go";
  view.querySelector("a")!.dataset.answer = "no";
  // On a route's page above the tabs, which stay at the bottom; elsewhere in the place of what is below the header.
  const tabs = main().querySelector(":scope > .tabs");
  const header = main().querySelector(":scope > .top");
  main().insertBefore(view, tabs ?? header?.nextSibling ?? main().firstChild);
  return true;
}
