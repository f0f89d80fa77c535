/** The page of a link as the server sent it, and how a newer one takes its place. */

export const main = (): HTMLElement => document.getElementById("main")!;

/** The `main` of a page in text; null: it has none. */
export const mainIn = (html: string): HTMLElement | null =>
  new DOMParser().parseFromString(html, "text/html").getElementById("main");

const typed = new WeakSet<Element>();

/** The parts as the server sent them, by their names: a translator has put other words into those that show. */
let sent = new Map<string, string>();

const partsOf = (root: ParentNode): HTMLElement[] => Array.from(root.querySelectorAll<HTMLElement>("[data-part]"));

const htmlOf = (root: ParentNode): Map<string, string> =>
  new Map(partsOf(root).map((part) => [part.dataset.part ?? "", part.outerHTML]));

/** Of the page that was loaded, before anybody has changed it. */
export const noteSent = (): void => void (sent = htmlOf(main()));

/** What somebody is typing, or has sent in vain, stays, whatever happens meanwhile. */
export function keepTyped(): void {
  document.addEventListener("input", ({ target }) => {
    const form = (target as Element).closest("form");
    if (form !== null) typed.add(form);
  });
}

const isInUse = (part: Element): boolean =>
  Array.from(part.querySelectorAll("form")).some(
    (form) => typed.has(form) || form.dataset.unsaved === "refused" || form.contains(document.activeElement),
  );

/**
 * Puts a newer page in the place of this one, part by part: what is the same isn't touched, so that readers, focus and
 * an open map stay. The parts that are read out keep their elements.
 */
export function replaceParts(next: HTMLElement): void {
  const shown = main();
  const before = sent;
  sent = htmlOf(next);
  const isSame = ({ dataset: { part = "" } }: HTMLElement) => before.get(part) === sent.get(part);
  const old = new Map(partsOf(shown).map((part) => [part.dataset.part, part]));
  for (const part of partsOf(next)) {
    const own = old.get(part.dataset.part);
    if (own === undefined) continue;
    if (own.dataset.part === "when") {
      if (!isSame(part)) adopt(own, part);
    } else if (isInUse(own) || own.dataset.kept !== undefined || isSame(part)) part.replaceWith(own);
    else keepOpen(own, part);
    if (own.dataset.kept !== undefined && part.dataset.map !== undefined) own.dataset.map = part.dataset.map;
  }
  const when = shown.querySelector('[data-part="when"]');
  const script = shown.querySelector("script");
  const note = shown.querySelector(":scope > .old");
  const notes = Array.from(shown.querySelectorAll(":scope > [role=status], :scope > [role=alert], :scope > .old"));
  for (const { name } of Array.from(shown.attributes)) if (name.startsWith("data-")) shown.removeAttribute(name);
  for (const { name, value } of Array.from(next.attributes)) shown.setAttribute(name, value);
  const children = Array.from(next.childNodes).filter((node) => node.nodeName !== "SCRIPT");
  for (const node of Array.from(shown.childNodes))
    if (node !== when && node !== script && !notes.includes(node as Element)) node.remove();
  // In the newer page's order, around the part that stays and the note below it.
  const at = children.findIndex((node) => node instanceof HTMLElement && node.dataset.part === "when");
  if (when === null || at < 0) {
    when?.remove();
    shown.prepend(...children);
  } else {
    when.before(...children.slice(0, at));
    (note ?? when).after(...children.slice(at + 1));
  }
}

function adopt(before: HTMLElement, part: HTMLElement): void {
  before.innerHTML = part.innerHTML;
  before.dataset.stage = part.dataset.stage ?? "";
}

/** What was unfolded stays so. */
function keepOpen(before: HTMLElement, part: HTMLElement): void {
  const open = new Set(Array.from(before.querySelectorAll("details[open] form"), ({ id }) => id));
  for (const details of Array.from(part.querySelectorAll("details")))
    if (open.has(details.querySelector("form")?.id ?? "")) details.open = true;
}
