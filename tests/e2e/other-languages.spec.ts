import type { BrowserContextOptions, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { onTheRoad } from "./prepare";

/** Each with other digits, another calendar or other capitals, and far from the depot. */
const PLACES = [
  { locale: "ar-EG", timezoneId: "Pacific/Kiritimati" },
  { locale: "th-TH", timezoneId: "America/St_Johns" },
  { locale: "tr-TR", timezoneId: "Asia/Kathmandu" },
] as const satisfies readonly BrowserContextOptions[];

/** Times on the reader's own clock are other ones elsewhere, and a map may be drawn or not yet. */
const wordsOf = (page: Page): Promise<string[]> =>
  page.locator("body").evaluate((shown) => {
    const body = shown.cloneNode(true) as HTMLElement;
    for (const one of body.querySelectorAll("time, script, style, [role=application]")) one.remove();
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    while (walker.nextNode()) words.push(walker.currentNode.nodeValue ?? "");
    const titles = Array.from(body.querySelectorAll("[title]"), (one) => one.getAttribute("title") ?? "");
    return [...words, ...titles].filter((text) => /[\p{L}\p{N}]/u.test(text));
  });

test("pages are the same in browsers of every language and place", async ({ openPage, signIn }) => {
  // Four browsers at once.
  test.setTimeout(600_000);
  const home = await openPage();
  await signIn(home, "dispatcher");
  const { day, routeId } = await onTheRoad(home, "Languages", ["İstanbul Şubesi", "مخبز النور", "ร้านอาหาร"]);
  const paths = [
    "planning/main",
    day.path,
    `planning/route/${routeId}`,
    "company/dashboard",
    "company/resources/vehicles?dialog=new-vehicle",
    "company/billing/shop/6/7000",
    "profile",
  ];
  // Their errors count: a page whose words differ from the server's is drawn anew, and says so on the console.
  const others = await Promise.all(
    PLACES.map(async (place) => {
      const page = await openPage(place);
      await signIn(page, "dispatcher");
      return { page, ...place };
    }),
  );
  for (const path of paths) {
    await Promise.all([home, ...others.map(({ page }) => page)].map((page) => page.goto(path)));
    for (const { page, locale } of others)
      await expect(
        async () => expect(await wordsOf(page)).toEqual(await wordsOf(home)),
        `${path} in ${locale}`,
      ).toPass();
  }
});

test("what is typed with the digits of another keyboard is understood where it is typed", async ({
  openPage,
  signIn,
}) => {
  const page = await openPage(PLACES[0]);
  await signIn(page, "dispatcher");
  await page.goto("company/resources/vehicles?dialog=new-vehicle");
  const dialog = page.getByRole("dialog");
  const weight = dialog.getByLabel("Load", { exact: false }).first();
  await weight.fill("١٬٢٣٤٫٥");
  await weight.press("Tab");
  await expect(weight).toHaveValue("1234.5");
  const from = dialog.getByLabel("From").first();
  await from.fill("٠٨:٣٠");
  await from.press("Tab");
  await expect(from).toHaveValue("08:30");
});
