import { expect } from "@playwright/test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { SIZES } from "./sizes";

const SCRIPT = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Puts the examiner into the page that is open; the next page needs it again. */
export const addExaminer = (page: Page): Promise<void> => page.evaluate(SCRIPT);

/**
 * What keeps assistive technology out: each serious and critical finding as one line, with its first places.
 * @param page with the examiner in it. A dialog that is open makes the rest of it unreachable, so it is looked at
 * alone.
 * @param colours whether words are told from what is behind them
 * @param others roles, names and whatever else does not depend on the scheme
 */
export function seriousFaults(page: Page, { colours = true, others = true } = {}): Promise<string[]> {
  return page.evaluate(
    async ([colours, others]) => {
      const { axe: examiner } = window as unknown as { axe: typeof axe };
      const within = document.querySelector("dialog:modal") === null ? document : "dialog:modal";
      // Nothing that the page has loaded is loaded again, and what passes needs no report.
      const options = { resultTypes: ["violations" as const], preload: false };
      const { violations } = await examiner.run(within, {
        ...options,
        ...(others
          ? { rules: { "color-contrast": { enabled: colours } } }
          : { runOnly: ["color-contrast", "link-in-text-block"] }),
      });
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(
          ({ id, impact, help, nodes }) =>
            `${impact} ${id}: ${help} — ${nodes
              .slice(0, 3)
              .map((node) => node.target.join(" "))
              .join(" | ")}`,
        );
    },
    [colours, others] as const,
  );
}

/** Between the widest and the narrowest layout there is none with other roles or names. */
const BETWEEN = "tablet";

/**
 * In all widths nothing is wider than the screen, and in the widest and the narrowest layout nothing keeps assistive
 * technology out; colours are the same in both, and take longer than all other rules.
 */
export async function expectNoFaults(page: Page): Promise<void> {
  await addExaminer(page);
  for (const [name, { viewport }] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport ?? { width: 1440, height: 900 });
    if (name !== BETWEEN) expect(await seriousFaults(page, { colours: name === "desktop" }), name).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, name).toBeLessThanOrEqual(0);
  }
}
