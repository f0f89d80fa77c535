/**
 * Keeps React and a translator from losing each other's nodes. Chrome's translator takes a text out of the page and
 * puts a `font` element with other words in its place. React goes on writing into the text that it made, which nobody
 * sees, and throws where it has to take that text away or put something before it (facebook/react#11538).
 *
 * Here each text that was taken out is known by what stands in its place. As soon as React needs such a text, it is put
 * back there first: what React does then is right, and the translator finds the text as one that was just written.
 */

/** What was taken out, in the page's order, by the element that stands in its place. */
const takenOut = new WeakMap<Element, Text[]>();
/** The other way round. */
const standIns = new WeakMap<Node, Element>();
/** Taken out by the page itself. */
const removedHere = new WeakSet<Node>();

const isStandIn = (node: Node | null): node is Element => node?.nodeName === "FONT";
const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;

/** What a translator put where a node was removed from. */
function inPlaceOf({ addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined {
  return [...addedNodes, previousSibling, nextSibling].find(isStandIn);
}

function note(text: Text, standIn: Element): void {
  standIns.set(text, standIn);
  takenOut.set(standIn, [...(takenOut.get(standIn) ?? []), text]);
}

/** @returns whether a translator has changed something */
function follow(records: readonly MutationRecord[]): boolean {
  let isTranslated = false;
  for (const record of records) {
    for (const removed of record.removedNodes) {
      if (removed.parentNode !== null || removedHere.has(removed)) continue;
      const standIn = inPlaceOf(record);
      if (standIn === undefined || standIn === removed) continue;
      // Words that are translated once more take the place of those of before.
      const texts = isText(removed) ? [removed] : isStandIn(removed) ? (takenOut.get(removed) ?? []) : [];
      for (const text of texts) note(text, standIn);
      isTranslated ||= texts.length > 0;
    }
  }
  return isTranslated;
}

/** The outermost element of a translator's that a node was moved into. */
function around(node: Node): Element | undefined {
  let outermost: Element | undefined;
  for (let parent = node.parentNode; isStandIn(parent); parent = parent.parentNode) outermost = parent;
  return outermost;
}

/** Puts a text back where its translation stands, with those that were translated in one piece with it. */
function putBack(node: Node): void {
  if (!isText(node)) return;
  const standIn = around(node) ?? (node.parentNode === null ? standIns.get(node) : undefined);
  if (standIn?.parentNode == null) return;
  const texts = takenOut.get(standIn) ?? [node];
  takenOut.delete(standIn);
  for (const text of texts) standIns.delete(text);
  standIn.replaceWith(...texts);
}

/** From now on what React does with its texts finds them where React left them. */
function standBetween(): void {
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")!;

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this) putBack(child);
    removedHere.add(child);
    // An element is moved with the words around it, and removed where it is. A text that is nowhere is gone already.
    return child.parentNode === null ? child : (removeChild.call(child.parentNode, child) as T);
  };
  // `undefined` means the end, as `null` does.
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before?: Node | null): T {
    putBack(node);
    if (before != null && before.parentNode !== this) putBack(before);
    const place = before == null || before.parentNode === this ? before : around(before);
    return insertBefore.call(this, node, place?.parentNode === this ? place : null) as T;
  };
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    putBack(node);
    return appendChild.call(this, node) as T;
  };
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, value: string | null) {
      putBack(this);
      nodeValue.set!.call(this, value);
    },
  });
}

/**
 * Call it before React takes the page over. Nothing is changed in the browser until a translator is at work.
 * @param early what was changed in the page before
 * @returns whether texts were put back that a translator had taken out by then
 */
export function followTranslators(page: Document, early: readonly MutationRecord[]): boolean {
  const wasTranslated = follow(early);
  for (const { removedNodes } of early) removedNodes.forEach(putBack);
  let isBetween = false;
  new MutationObserver((records) => {
    if (!follow(records) || isBetween) return;
    isBetween = true;
    standBetween();
  }).observe(page, { childList: true, subtree: true });
  return wasTranslated;
}
