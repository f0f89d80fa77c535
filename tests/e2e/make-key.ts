import type { Page } from "@playwright/test";

/** Makes the company's key on the page, or another one in its place. */
export async function makeKey(page: Page): Promise<string> {
  await page.goto("company/api?dialog=regenerate-key");
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Make the key|Regenerate/ })
    .click();
  await page.getByText("Show the key").click();
  return (await page.locator("section", { hasText: "Company key" }).locator("code").innerText()).trim();
}
