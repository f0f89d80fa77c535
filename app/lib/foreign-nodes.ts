/**
 * Extensions of the browser (password managers, readers, dark modes) put elements of their own into pages. React takes
 * a page over only as the server made it: where it finds something else it draws the whole document anew, and what was
 * typed by then is lost, with the sheets of styles for a moment.
 */

declare global {
  interface Window {
    /** Ends the notes of `NOTE_EARLY_CHANGES`. */
    earlyChanges?: () => MutationRecord[];
  }
}

/**
 * A script for the head of the document. While a page is read its nodes come from the server; what comes later, or is
 * taken out, is somebody else's.
 */
export const NOTE_EARLY_CHANGES = `(function () {
  var noted = [], observer = new MutationObserver(note);
  function note(records) {
    records.forEach(function (one) {
      if (one.removedNodes.length > 0 || document.readyState !== "loading") noted.push(one);
    });
  }
  window.earlyChanges = function () {
    note(observer.takeRecords());
    observer.disconnect();
    return noted;
  };
  observer.observe(document, { childList: true, subtree: true });
})();`;

/** What was changed since the page was read. */
export const earlyChanges = (): readonly MutationRecord[] => window.earlyChanges?.() ?? [];

/** The head has no styles of its own, and its one script has a nonce: other ones came while it was read. */
const FOREIGN = "html > :not(head, body), head > style, head > script:not([nonce])";

const inOrder = (one: Node, other: Node): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** In the document's order. What stands in another one is left out: it goes with that one. */
function foreignIn(page: Document, changes: readonly MutationRecord[]): Set<Element> {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  const elements = added.filter((node): node is Element => node instanceof Element && node.isConnected);
  const found = new Set([...page.querySelectorAll(FOREIGN), ...elements]);
  const isInside = ({ parentElement: parent }: Element): boolean =>
    parent !== null && (found.has(parent) || isInside(parent));
  return new Set([...found].filter((element) => !isInside(element)).sort(inOrder));
}

/** React leaves alone what comes after its own in these two. */
function isBehindAll(element: Element, foreign: ReadonlySet<Element>): boolean {
  if (!element.parentElement?.matches("head, body")) return false;
  let next = element.nextElementSibling;
  while (next !== null && foreign.has(next)) next = next.nextElementSibling;
  return next === null;
}

/**
 * Takes elements of others out of the page until React has taken it over.
 * @returns puts them back; null: there are none
 */
export function setAside(page: Document, changes: readonly MutationRecord[]): (() => void) | null {
  const foreign = foreignIn(page, changes);
  const places = [...foreign]
    .filter((element) => !isBehindAll(element, foreign))
    .map((element) => ({ element, parent: element.parentNode!, next: element.nextSibling }));
  if (places.length === 0) return null;
  for (const { element } of places) element.remove();
  return () => {
    // From the page's last one on: each finds the one that it stood before. What its owner has put back stays there.
    for (const { element, parent, next } of places.splice(0).reverse())
      if (parent.isConnected && !element.isConnected)
        parent.insertBefore(element, next?.parentNode === parent ? next : null);
  };
}
