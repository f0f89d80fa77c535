/**
 * What is filled in for a stop and not reported yet, kept on the phone: one that is short of memory ends the tab while
 * its camera is open, and a newer page replaces the form.
 */
import { DRIVER_DRAFTS } from "~/lib/signed-out";
import { browserStore } from "./browser-store";
import { all, owner } from "./page";

/** Pictures are kept apart from texts, so that a letter typed doesn't write them again. */
interface DraftPart {
  /** owner, visit, command and what it is of the form */
  id: string;
  owner: string;
  visitId: string;
  /** milliseconds on this phone's clock */
  keptAt: number;
  /** by the names of the fields; of choices those that are made */
  texts?: Record<string, string>;
  photos?: File[];
  /** null: cleared */
  signature?: File | null;
}

type Draft = Pick<DraftPart, "texts" | "photos" | "signature">;
type Part = keyof Draft;
const PARTS: readonly Part[] = ["texts", "photos", "signature"];
const COMMANDS = ["done", "failed"];

/** Nobody comes back to a stop of the day before yesterday, and signatures are nobody else's business. */
const KEPT_MS = 48 * 3_600_000;

const store = browserStore<DraftPart>(DRIVER_DRAFTS, "drafts");

const forms = () => all<HTMLFormElement>(COMMANDS.map((command) => `form[data-command=${command}]`).join());
const visitOf = (form: HTMLFormElement): string => form.querySelector<HTMLInputElement>("[name=visitId]")?.value ?? "";
const idOf = (form: HTMLFormElement, part: Part) => [owner, visitOf(form), form.dataset.command, part].join("/");

type Field = HTMLInputElement | HTMLTextAreaElement;
const isField = (one: Element): one is Field => one.matches("textarea, input:not([type=hidden], [type=file])");
const isChoice = (field: Field): field is HTMLInputElement => field.type === "radio";

function textsOf(form: HTMLFormElement): Record<string, string> {
  const given = [...form.elements].filter(isField).filter((field) => !isChoice(field) || field.checked);
  return Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

function fillIn(form: HTMLFormElement, texts: Record<string, string>): void {
  for (const field of [...form.elements].filter(isField)) {
    const text = texts[field.name];
    // A choice that isn't offered any more leaves the one that is made.
    if (isChoice(field)) field.checked ||= field.value === text;
    else if (text !== undefined) field.value = text;
  }
}

/** What is to be written next, by its id: only the last state of it counts. */
const unwritten = new Map<string, DraftPart>();
let writing = Promise.resolve();

function afterWriting(work: () => Promise<void>): void {
  // A phone that can't keep it loses no more than it would without this.
  writing = writing.then(work).catch(() => undefined);
}

async function writeOne(): Promise<void> {
  const [next] = unwritten;
  if (next === undefined) return;
  unwritten.delete(next[0]);
  await store.put(next[1]);
}

/** Keeps what a form has now, in place of what it had. */
export function keepDraft(form: HTMLFormElement, draft: Draft): void {
  for (const part of PARTS) {
    const value = draft[part];
    if (value === undefined) continue;
    const id = idOf(form, part);
    unwritten.set(id, { id, owner, visitId: visitOf(form), keptAt: Date.now(), [part]: value });
    afterWriting(writeOne);
  }
}

/**
 * What was filled in for a report that has its answer. Once it is accepted nothing of it is kept; of a refused one the
 * server has the pictures, and the texts are there to be sent again.
 * @param madeAt what was filled in after it, milliseconds on this phone's clock, is for another one
 */
export function settleDraft(visitId: string, madeAt: number, isAccepted: boolean): void {
  afterWriting(async () => {
    for (const part of await store.all(owner)) {
      const isOfReport = part.visitId === visitId && part.keptAt <= madeAt;
      if (isOfReport && (isAccepted || part.texts === undefined)) await store.remove(part.id);
    }
  });
}

/** @param waits whether a report of this visit has no answer yet: if it is refused its texts are wanted */
export function forgetOldDrafts(waits: (visitId: string) => boolean): void {
  afterWriting(async () => {
    for (const part of await store.all()) {
      const isWanted = part.owner === owner && waits(part.visitId);
      if (part.keptAt < Date.now() - KEPT_MS && !isWanted) await store.remove(part.id);
    }
  });
}

/** The forms that were typed in since they are shown. */
const touched = new WeakSet<HTMLFormElement>();

/** Whether the form is offered: of a stop that is left, or one that failed and is done after all. */
function isOffered(form: HTMLFormElement): boolean {
  const state = form.closest<HTMLElement>("[data-state]")?.dataset.state;
  return state === "left" || (state === "failed" && form.dataset.command === "done");
}

/**
 * Fills in the texts of the page's forms again, where nobody has typed meanwhile.
 * @returns the forms with their drafts, for what is more than texts
 */
export async function restoreDrafts(): Promise<[HTMLFormElement, Draft][]> {
  await writing;
  const kept = new Map((await store.all(owner).catch(() => [])).map((part) => [part.id, part]));
  const drafts: [HTMLFormElement, Draft][] = [];
  for (const form of kept.size > 0 ? forms().filter(isOffered) : []) {
    const parts = PARTS.flatMap((part) => kept.get(idOf(form, part)) ?? []);
    if (parts.length === 0) continue;
    const draft = parts.reduce<Draft>((sum, part) => ({ ...sum, ...part }), {});
    if (draft.texts && !touched.has(form)) fillIn(form, draft.texts);
    drafts.push([form, draft]);
  }
  return drafts;
}

document.addEventListener("input", ({ target }) => {
  const form = target instanceof Element && isField(target) ? target.form : null;
  if (!form || !forms().includes(form)) return;
  touched.add(form);
  keepDraft(form, { texts: textsOf(form) });
});
