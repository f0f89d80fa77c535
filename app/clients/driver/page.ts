/** The driver's page as the server sent it. */
import type { Units } from "~/domain/units";

export const frame = document.querySelector<HTMLElement>(".road-frame")!;
/** Says whether everything has arrived. */
export const sync = document.getElementById("sync")!;

/** The part that is replaced by each newer page. */
export const main = (): HTMLElement => document.getElementById("main")!;

export const all = <E extends HTMLElement = HTMLElement>(selector: string): E[] =>
  Array.from(main().querySelectorAll<E>(selector));

/** The path of the page, which names its reports, too. */
export const pagePath = (): string => location.pathname;

/** What the script wrote last, by where: what shows may be a translation of it. At first what the server sent. */
const written = new WeakMap<Element, string>([[sync, sync.textContent ?? ""]]);

/**
 * Writes a text where it isn't there already: the same words are neither read out nor translated once more. The mark
 * tells a newer page that this isn't what the server sent.
 */
export function write(place: Element | null | undefined, text: string): void {
  if (!place || (written.get(place) ?? place.textContent) === text) return;
  written.set(place, text);
  place.setAttribute("data-written", "");
  place.textContent = text;
}

export const question = (): HTMLElement | null => document.getElementById("question");

/** An address of the platform, whose own path the page's begins with. */
export const addressOf = (path: string): string => location.pathname.replace(/\/driver.*/, path);

/** Reports and refusals belong to one member of one company. */
export const owner = frame.dataset.owner ?? "";
/** In which the driver reads distances. */
export const units: Units = { distance: frame.dataset.distance === "mi" ? "mi" : "km", weight: "kg" };
export const companyId = frame.dataset.company ?? "";
