import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** The panel of one visit, beside the map or, on phones, on the whole screen. */
export class VisitPanel {
  readonly root: Locator;

  constructor(
    readonly page: Page,
    name: string,
  ) {
    this.root = page.getByRole("complementary", { name });
  }

  button(name: string): Locator {
    return this.root.getByRole("button", { name, exact: true }).or(this.root.getByRole("link", { name, exact: true }));
  }

  /** Asks for the reason; the question that may follow is the caller's. */
  async fail(reason: string): Promise<void> {
    await this.button("Failed").click();
    const dialog = this.page.getByRole("alertdialog", { name: "Mark as failed" });
    await dialog.getByRole("radio", { name: reason }).check();
    await dialog.getByRole("button", { name: "Mark as failed" }).click();
    await expect(dialog).toBeHidden();
  }

  /** @param answer to the question whether to remove it: "keep" declines, and the visit stays without a plan */
  async remove(answer: "delete" | "keep"): Promise<void> {
    await this.button("Remove").click();
    const dialog = this.page.getByRole("alertdialog", { name: "Please Confirm" });
    await dialog.getByRole("button", { name: answer === "delete" ? "Remove" : "No, keep it without a plan" }).click();
    await expect(dialog).toBeHidden();
  }

  async close(): Promise<void> {
    await this.root.getByRole("link", { name: "Close" }).click();
    await expect(this.root).toBeHidden();
  }
}
