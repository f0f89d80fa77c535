import type { Page } from "@playwright/test";

/** In px, of all text that is shown. */
export const textSizes = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const sizes = new Set<number>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement!;
      if (text.textContent!.trim() !== "" && parent.checkVisibility() && parent.getClientRects().length > 0)
        sizes.add(Number.parseFloat(getComputedStyle(parent).fontSize));
    }
    return [...sizes].sort((a, b) => a - b);
  });
