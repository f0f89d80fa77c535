/** Shows the server's question about a report, in the page's view for questions. */
import type { ReportQuestion } from "~/lib/report-answer";
import { main } from "./page";
import type { Report } from "./queue";

/** @returns whether the page has a place for it */
export function askQuestion(report: Report, { title, text, danger }: ReportQuestion): boolean {
  const template = document.querySelector<HTMLTemplateElement>("#question-template");
  const view = template?.content.firstElementChild?.cloneNode(true);
  if (!(view instanceof HTMLElement)) return false;
  view.id = "question";
  const write = (selector: string, words: string) => {
    const place = view.querySelector(selector);
    if (place) place.textContent = words;
  };
  write("h1", title);
  write("[data-question]", text);
  const form = view.querySelector("form")!;
  form.dataset.command = report.fields.intent ?? "";
  form.querySelector("button")!.className = danger ? "button bad" : "button go";
  for (const [name, value] of Object.entries({ ...report.fields, confirmed: "1" })) {
    const before = form.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
    const field = before ?? document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    if (!before) form.prepend(field);
  }
  main().append(view);
  return true;
}
