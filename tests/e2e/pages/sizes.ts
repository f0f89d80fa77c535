import type { BrowserContextOptions } from "@playwright/test";

export type SizeName = "desktop" | "tablet" | "phone";

/** The three widths of the specification's screens; the phone has a finger and no mouse. */
export const SIZES: Readonly<Record<SizeName, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 1000, height: 768 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};
