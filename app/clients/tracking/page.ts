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

/** What stays here, whatever the newer page has: answers to what was sent from this page, what it says, its script. */
const STAYS = ":scope > [role=status], :scope > [role=alert], :scope > .old, :scope > script";

/**
 * Puts a newer page in the place of this one, part by part: what is the same isn't moved, so that readers, focus,
 * pictures and an open map stay. The parts that are read out keep their elements.
 */
export function replaceParts(next: HTMLElement): void {
  const shown = main();
  const before = sent;
  sent = htmlOf(next);
  const old = new Map(partsOf(shown).map((part) => [part.dataset.part, part]));

  /** What is to stand where the newer page has this part. */
  const partFor = (part: HTMLElement): HTMLElement => {
    const name = part.dataset.part ?? "";
    const own = old.get(name);
    if (own === undefined) return part;
    if (own.dataset.kept !== undefined && part.dataset.map !== undefined) own.dataset.map = part.dataset.map;
    const was = before.get(name) ?? "";
    if (was === sent.get(name)) return own;
    if (name === "when") return adopt(own, part);
    if (!isInUse(own) && own.dataset.kept === undefined) return keepOpen(own, part);
    // It shows what was sent before, and is replaced as soon as it is in use no longer.
    sent.set(name, was);
    return own;
  };
  const wanted = Array.from(next.childNodes)
    .filter(({ nodeName }) => nodeName !== "SCRIPT")
    .map((node) => (node instanceof HTMLElement && node.dataset.part !== undefined ? partFor(node) : node));
  for (const { name } of Array.from(shown.attributes)) if (name.startsWith("data-")) shown.removeAttribute(name);
  for (const { name, value } of Array.from(next.attributes)) shown.setAttribute(name, value);
  putInto(shown, wanted);
}

/** Makes these the children of the page, in their order, without a move of those that are there already. */
function putInto(shown: HTMLElement, wanted: readonly ChildNode[]): void {
  const staying = new Set<ChildNode>(shown.querySelectorAll(STAYS));
  for (const node of Array.from(shown.childNodes)) if (!wanted.includes(node) && !staying.has(node)) node.remove();
  let place = shown.firstChild;
  for (const node of wanted) {
    while (place !== null && staying.has(place)) place = place.nextSibling;
    if (node === place) place = place.nextSibling;
    else shown.insertBefore(node, place);
  }
}

function adopt(before: HTMLElement, part: HTMLElement): HTMLElement {
  before.innerHTML = part.innerHTML;
  before.dataset.stage = part.dataset.stage ?? "";
  return before;
}

/** What was unfolded stays so. */
function keepOpen(before: HTMLElement, part: HTMLElement): HTMLElement {
  const open = new Set(Array.from(before.querySelectorAll("details[open] form"), ({ id }) => id));
  for (const details of Array.from(part.querySelectorAll("details")))
    if (open.has(details.querySelector("form")?.id ?? "")) details.open = true;
  return part;
}
