import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";

/** What a page makes a browser load of scripts, those in the page among them, in bytes as they go over the wire. */
export async function scriptSize(page: Page, address: string): Promise<number> {
  const files: Promise<Buffer>[] = [];
  const take = (response: { request(): { resourceType(): string }; body(): Promise<Buffer> }) => {
    if (response.request().resourceType() === "script") files.push(response.body());
  };
  page.on("response", take);
  await page.goto(address, { waitUntil: "networkidle" });
  page.off("response", take);
  const inline = await page.locator("script:not([src])").allTextContents();
  return [...(await Promise.all(files)), Buffer.from(inline.join("\n"))].reduce(
    (sum, script) => sum + gzipSync(script).length,
    0,
  );
}
