/**
 * What is filled in for a stop and not reported yet, kept on the phone: one that is short of memory ends the tab while
 * its camera is open, and a newer page replaces the form.
 */
import { browserStore } from "./browser-store";
import { all, owner } from "./page";

/** Pictures are kept apart from texts, so that a letter typed doesn't write them again. */
interface DraftPart {
  /** owner, visit, command and what it is of the form */
  id: string;
  owner: string;
  /** milliseconds on this phone's clock */
  keptAt: number;
  texts?: Record<string, string>;
  photos?: File[];
  /** null: cleared */
  signature?: File | null;
}

export type Draft = Pick<DraftPart, "texts" | "photos" | "signature">;
type Part = keyof Draft;
const PARTS: readonly Part[] = ["texts", "photos", "signature"];
const COMMANDS = ["done", "failed"];

/** Nobody comes back to a stop of the day before yesterday, and signatures are nobody else's business. */
const KEPT_MS = 48 * 3_600_000;

const store = browserStore<DraftPart>("driver-drafts", "drafts");

const forms = () => all<HTMLFormElement>(COMMANDS.map((command) => `form[data-command=${command}]`).join());
const visitOf = (form: HTMLFormElement): string => form.querySelector<HTMLInputElement>("[name=visitId]")?.value ?? "";
const idOf = (visitId: string, command: string, part: Part) => [owner, visitId, command, part].join("/");
const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field.matches("textarea, input:not([type=hidden], [type=file])");
const isChoice = (field: HTMLInputElement | HTMLTextAreaElement): field is HTMLInputElement => field.type === "radio";

function textsOf(form: HTMLFormElement): Record<string, string> {
  const given = [...form.elements].filter(isText).filter((field) => !isChoice(field) || field.checked);
  return Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

function fillIn(form: HTMLFormElement, texts: Record<string, string>): void {
  for (const field of [...form.elements].filter(isText)) {
    const text = texts[field.name];
    if (isChoice(field)) field.checked = field.value === text;
    else if (text !== undefined) field.value = text;
  }
}

/** What is to be written next, by its id: only the last state of it counts. */
const unwritten = new Map<string, DraftPart | null>();
let writing = Promise.resolve();

function write(id: string, part: DraftPart | null): void {
  unwritten.set(id, part);
  // A phone that can't keep it loses no more than it would without this.
  writing = writing.then(writeOne).catch(() => undefined);
}

async function writeOne(): Promise<void> {
  const [next] = unwritten;
  if (next === undefined) return;
  const [id, part] = next;
  unwritten.delete(id);
  await (part === null ? store.remove(id) : store.put(part));
}

/** Keeps what a form has now, in place of what it had. */
export function keepDraft(form: HTMLFormElement, draft: Draft): void {
  const { command = "" } = form.dataset;
  for (const part of PARTS) {
    const value = draft[part];
    if (value === undefined) continue;
    const id = idOf(visitOf(form), command, part);
    write(id, { id, owner, keptAt: Date.now(), [part]: value });
  }
}

const isKept = ({ keptAt }: DraftPart): boolean => keptAt > Date.now() - KEPT_MS;

/**
 * Fills in the texts of the page's forms again. What was filled in for stops that are done or failed is forgotten, and
 * so is what is old, whoever it is of. As long as a report may still be refused it is there to be sent once more.
 * @param waits whether a report of this visit has no answer yet
 * @returns the forms with their drafts, for what is more than texts
 */
export async function restoreDrafts(waits: (visitId: string) => boolean): Promise<[HTMLFormElement, Draft][]> {
  await writing;
  const everything = await store.all().catch(() => []);
  const kept = new Map(everything.filter(isKept).map((part) => [part.id, part]));
  const forgotten = everything.filter((part) => !isKept(part));
  const drafts: [HTMLFormElement, Draft][] = [];
  for (const form of forms()) {
    const { command = "" } = form.dataset;
    const parts = PARTS.flatMap((part) => kept.get(idOf(visitOf(form), command, part)) ?? []);
    if (parts.length === 0 || waits(visitOf(form))) continue;
    if (form.closest<HTMLElement>("[data-state]")?.dataset.state !== "left") {
      forgotten.push(...parts);
      continue;
    }
    const draft = parts.reduce<Draft>((sum, part) => ({ ...sum, ...part }), {});
    if (draft.texts) fillIn(form, draft.texts);
    drafts.push([form, draft]);
  }
  for (const { id } of forgotten) write(id, null);
  return drafts;
}

document.addEventListener("input", ({ target }) => {
  const form = target instanceof Element && isText(target) ? target.form : null;
  if (form && forms().includes(form)) keepDraft(form, { texts: textsOf(form) });
});
