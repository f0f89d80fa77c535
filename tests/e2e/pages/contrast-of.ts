import type { Locator, Page } from "@playwright/test";

/** WCAG's contrast of a property's colour with the ground of the page. */
export const contrastOf = (locator: Locator, property: string): Promise<number> =>
  locator.evaluate((element, name) => {
    const numbers = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
    const luminance = (colour: string) => {
      const [r = 0, g = 0, b = 0] = numbers(colour).map((value) =>
        value <= 10.31 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const style = getComputedStyle(element);
    const pair = [style.getPropertyValue(name), style.backgroundColor].map(luminance);
    return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
  }, property);

/** The words of a page that are hardest to read on their ground. */
export const palestText = (page: Page): Promise<{ contrast: number; words: string }> =>
  page.evaluate(() => {
    const luminance = (colour: string) => {
      const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? [])
        .slice(0, 3)
        .map(Number)
        .map((value) => (value <= 10.31 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const groundOf = (element: Element | null): string => {
      if (element === null) return "rgb(255, 255, 255)";
      const { backgroundColor } = getComputedStyle(element);
      // What lets the ground behind it through is taken for none.
      return backgroundColor.startsWith("rgba") ? groundOf(element.parentElement) : backgroundColor;
    };
    const found = { contrast: Infinity, words: "" };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const element = text.parentElement!;
      const words = text.textContent?.trim() ?? "";
      if (words === "" || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // Only read out.
      if (element.getBoundingClientRect().width <= 1) continue;
      const pair = [getComputedStyle(element).color, groundOf(element)].map(luminance);
      const contrast = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
      if (contrast < found.contrast) Object.assign(found, { contrast, words });
    }
    return found;
  });
