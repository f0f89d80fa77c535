/**
 * Puts a newer page in the place of the shown one, and leaves what is the same where it stands: to draw two hundred
 * stops anew keeps a weak phone from answering a tap for seconds.
 */

/** About this many characters are read without a break: a weak phone needs 30 ms for them. */
const PIECE = 64_000;

const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** A page in text, read in pieces, between which taps are answered. Its scripts don't run. */
export async function readPage(html: string): Promise<Document> {
  const page = document.implementation.createHTMLDocument();
  page.open();
  for (let at = 0; at < html.length; at += PIECE) {
    page.write(html.slice(at, at + PIECE));
    await aMoment();
  }
  page.close();
  return page;
}

/** The ids of plain forms are new in each page, and the script makes one for every tap: they are no difference. */
export function forgetCommandIds(root: ParentNode): void {
  for (const field of Array.from(root.querySelectorAll("input[name=commandId]"))) field.removeAttribute("value");
}

const hasParts = (one: Node): one is HTMLElement => one instanceof HTMLElement && one.dataset.parts !== undefined;

/** What a part is known by among the parts of its page. */
const keyOf = (part: Node): string =>
  part instanceof Element
    ? part.id || part.getAttribute("data-row") || `${part.tagName} ${part.getAttribute("class") ?? ""}`
    : part.nodeName;

/** All parts of a page by their keys. A view may stand elsewhere in the next page: the first one comes first. */
function partsIn(root: Element, parts = new Map<string, Node>()): Map<string, Node> {
  for (const part of Array.from(root.childNodes)) {
    parts.set(keyOf(part), part);
    if (hasParts(part)) partsIn(part, parts);
  }
  return parts;
}

/** Each stands in one place. */
function taken(parts: Map<string, Node>, key: string): Node | undefined {
  const part = parts.get(key);
  parts.delete(key);
  return part;
}

function takeAttributes(shown: Element, fresh: Element): void {
  for (const { name } of Array.from(shown.attributes)) if (!fresh.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of Array.from(fresh.attributes)) shown.setAttribute(name, value);
}

/** The attributes by which Edge's translator knows what it has translated are no difference. */
const ownAttributes = ({ attributes }: Element): Attr[] =>
  Array.from(attributes).filter(({ name }) => !name.startsWith("_mst"));

function isSameElement(shown: Element, fresh: Element): boolean {
  const own = ownAttributes(shown);
  return (
    shown.nodeName === fresh.nodeName &&
    own.length === fresh.attributes.length &&
    own.every(({ name, value }) => fresh.getAttribute(name) === value)
  );
}

/** The page as the server sent it: a translator has put other words into the one that shows. */
let sent: Element | null = null;

/** Of the page that was loaded, before anybody has changed it. */
export function noteSent(page: Element): void {
  sent = page.cloneNode(true) as Element;
}

/** A view as the server sent it; the shown one, where it comes from the script. */
export const asSent = (view: Element): Element => sent?.querySelector(`#${CSS.escape(view.id)}`) ?? view;

/** The whole page as it was sent; null: it isn't known. */
export const sentPage = (): Element | null => sent;

/** Translators put their words into elements of this name. */
const isTranslation = ({ nodeName }: Element): boolean => nodeName === "FONT";

const ownElements = ({ children }: Element): Element[] => Array.from(children).filter((child) => !isTranslation(child));

/** Whether nothing but texts differs. What the script writes has a mark. */
function differsInWordsAlone(shown: Element, fresh: Element): boolean {
  const [own, others] = [ownElements(shown), ownElements(fresh)];
  return (
    own.length === others.length &&
    isSameElement(shown, fresh) &&
    own.every((child, index) => differsInWordsAlone(child, others[index]!))
  );
}

/** Three states of one node: as it shows, as the server sent it, and as it is to be. */
interface Before {
  shown: Node | undefined;
  sent: Node | undefined;
}

interface Parts {
  shown: Map<string, Node>;
  sent: Map<string, Node>;
}

/** To be shown. The newer page itself stays as it was sent, for the next one to be compared with. */
const copyOf = (fresh: Node): Node => document.importNode(fresh, true);

/** @returns what has to stand there: the shown node, where it is the same or something in it is; else a fresh one */
function merged({ shown, sent }: Before, fresh: Node, parts: Parts): Node {
  if (shown?.isEqualNode(fresh)) return shown;
  const isAsSent = sent?.isEqualNode(fresh) === true;
  if (!(shown instanceof Element)) return copyOf(fresh);
  if (!(fresh instanceof Element))
    return isAsSent && fresh instanceof Text && isTranslation(shown) ? shown : copyOf(fresh);
  if (isAsSent && differsInWordsAlone(shown, fresh)) return shown;
  const ofParts = hasParts(shown) && hasParts(fresh);
  if (ofParts) takeAttributes(shown, fresh);
  else if (fresh.hasAttribute("data-whole") || !isSameElement(shown, fresh)) return copyOf(fresh);
  const before = Array.from(shown.childNodes);
  const asSent = Array.from(sent?.childNodes ?? []);
  // Texts that were translated as one can't be known by their place.
  const isInPlace = asSent.length === before.length;
  const counterpart = (node: Node, index: number): Before =>
    ofParts
      ? { shown: taken(parts.shown, keyOf(node)), sent: taken(parts.sent, keyOf(node)) }
      : { shown: before[index], sent: isInPlace ? asSent[index] : undefined };
  putInto(
    shown,
    Array.from(fresh.childNodes, (node, index) => merged(counterpart(node, index), node, parts)),
  );
  return shown;
}

/** Makes these the children of an element, without a move of those that stand in their place. */
function putInto(element: Element, wanted: readonly Node[]): void {
  let place = element.firstChild;
  for (const node of wanted) {
    if (node === place) place = place.nextSibling;
    else element.insertBefore(node, place);
  }
  while (place !== null) {
    const next: ChildNode | null = place.nextSibling;
    place.remove();
    place = next;
  }
}

/**
 * Afterwards the document has what `fresh` has where `shown` was, made of the parts of both. The children of what has
 * `data-parts` are known by their keys, all others by their place. What has `data-whole` is replaced as a whole, where
 * it differs: the script has drawn in it. What differs from the newer page only because it was translated stays: to
 * have everything translated anew after each report would be seen, and felt on a weak phone.
 */
export function takeOver(shown: HTMLElement, fresh: HTMLElement): void {
  // Which view shows is the script's to say.
  for (const view of Array.from(shown.querySelectorAll(".shown"))) view.classList.remove("shown");
  for (const tab of Array.from(shown.querySelectorAll(".tabs a"))) tab.removeAttribute("aria-current");
  forgetCommandIds(fresh);
  const before = sent;
  sent = fresh;
  const parts = { shown: partsIn(shown), sent: before === null ? new Map<string, Node>() : partsIn(before) };
  const next = merged({ shown, sent: before ?? undefined }, fresh, parts);
  if (next !== shown) shown.replaceWith(next);
}
