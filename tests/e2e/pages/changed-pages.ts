import type { BrowserContext, Page } from "@playwright/test";

/** As a text stands on a page that is translated: it can't be mistaken for the page's own words. */
export const translated = (text: string): string => `«${text}»`;

/**
 * Translates the pages of a browser as Chrome does it with Google's translator, as far as the page can tell: in place
 * of each text, or of several that follow each other, stand two `font` elements with other words; the page's own text
 * nodes are in the document no longer. It goes on with all that is written later. The methods of the browser are taken
 * before the page's scripts may change them: a translator has a world of its own.
 * @param when "early": before the page's scripts may have run
 */
export async function translatePages(of: Page | BrowserContext, when: "early" | "late" = "late"): Promise<void> {
  await of.addInitScript(translate, when);
}

function translate(when: "early" | "late"): void {
  const LEFT = "script, style, noscript, textarea, svg, [translate=no], .notranslate, font";
  const DELAY_MS = 20;
  const { insertBefore, removeChild } = Node.prototype;
  const isText = (node: Node | null): node is Text =>
    node instanceof Text && node.data.trim() !== "" && node.parentElement?.closest(LEFT) === null;

  function wordsFor(text: string): HTMLElement {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = text.replace(/^(\s*)([\s\S]*?)(\s*)$/, "$1«$2»$3");
    outer.append(inner);
    return outer;
  }

  function replace(first: Text): void {
    const run = [first];
    for (let next = first.nextSibling; isText(next); next = next.nextSibling) run.push(next);
    const parent = first.parentNode!;
    insertBefore.call(parent, wordsFor(run.map(({ data }) => data).join("")), first);
    for (const text of run) removeChild.call(parent, text);
  }

  function translateAll(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = isText(root) ? [root] : [];
    while (walker.nextNode() !== null) if (isText(walker.currentNode)) texts.push(walker.currentNode);
    for (const text of texts) if (text.isConnected && isText(text)) replace(text);
  }

  const observer = new MutationObserver((records) => {
    const roots = records.flatMap(({ type, target, addedNodes }) =>
      type === "childList" ? [...addedNodes] : [target],
    );
    // The other words come over the network.
    setTimeout(() => roots.filter(({ isConnected }) => isConnected).forEach(translateAll), DELAY_MS);
  });

  function begin(): void {
    document.documentElement.lang = "de";
    document.documentElement.classList.add("translated-ltr");
    observer.observe(document, { childList: true, characterData: true, subtree: true });
    translateAll(document.body);
  }

  const isTakenOver = () => !("__remixContext" in window) || performance.getEntriesByName("taken over").length > 0;
  const beginLater = () => void (isTakenOver() ? begin() : setTimeout(beginLater, DELAY_MS));
  if (when === "late") window.addEventListener("load", beginLater);
  else
    document.addEventListener("readystatechange", () => {
      if (document.readyState === "interactive") begin();
    });
}

/**
 * Changes the pages of a browser as extensions do before the page's scripts run: attributes and styles of a dark mode,
 * what a password manager puts beside fields, and an element of a tool in front of and behind everything.
 */
export async function extendPages(of: Page | BrowserContext): Promise<void> {
  await of.addInitScript(extend);
}

function extend(): void {
  const made = (name: string): HTMLElement => {
    const element = document.createElement(name);
    element.dataset.foreign = "";
    return element;
  };
  new MutationObserver((_, observer) => {
    if (document.head === null) return;
    observer.disconnect();
    document.documentElement.dataset.darkreaderMode = "dynamic";
    document.documentElement.prepend(made("grammarly-desktop-integration"));
    document.head.prepend(made("style"));
  }).observe(document, { childList: true, subtree: true });
  document.addEventListener("readystatechange", () => {
    if (document.readyState !== "interactive") return;
    document.head.prepend(made("meta"));
    document.body.setAttribute("cz-shortcut-listen", "true");
    document.body.prepend(made("div"));
    document.body.append(made("div"));
    for (const input of document.querySelectorAll("input, textarea")) {
      const host = made("div");
      input.after(host);
      host.append(made("span"));
    }
  });
}
