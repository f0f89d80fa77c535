import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { post } from "./prepare";
import { addExaminer, seriousFaults } from "./pages/serious-faults";
import {
  dialogNamesInSources,
  dialogs,
  driverScreens,
  LONG_TITLE,
  pages,
  prepareWorld,
  screenAddressesInSources,
  superAdminScreens,
} from "./screens";
import type { Screen, World } from "./screens";

const BETWEEN = 1000;
const WIDTHS = [1440, BETWEEN, 360, 320];
/** Looked at for accessibility: the widest and the narrowest layout. The others only for what sticks out. */
const LOOKED_AT = [1440, 360];
/** Its colours, which are the same at every width, and take longer than all other rules. */
const COLOURS_AT = 1440;

// Who asked for less motion waits for none.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** A dialog that is narrower than a window between the widest and the narrowest is there as it is in the widest. */
const isSameAt = (page: Page, width: number) =>
  page.evaluate((width) => {
    const widths = [...document.querySelectorAll("dialog:modal")].map((box) => box.getBoundingClientRect().width);
    return widths.length > 0 && Math.max(...widths) < width - 32;
  }, width);

/** After a change of width: drawn anew, and what fades or slides has arrived. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });

/** px that the page, or the dialog over it, can be pushed sideways. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const dialogs = [...document.querySelectorAll("dialog:modal")].map((box) => box.scrollWidth - box.clientWidth);
    return Math.max(0, (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth, ...dialogs);
  });

/** px of tables that are cut off where nobody can scroll to them. */
const outOfReach = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("table[role=table]")].flatMap((table) => {
      const box = table.parentElement!;
      const canScroll = ["auto", "scroll"].includes(getComputedStyle(box).overflowX);
      const over = table.scrollWidth - box.clientWidth;
      return over <= 1 || canScroll ? [] : [`${table.getAttribute("aria-label")}: ${over}`];
    }),
  );

/** Words that end beyond the edge of screen or dialog: neither scrolled to, nor cut with dots, nor only read out. */
const beyond = (page: Page) =>
  page.evaluate(() => {
    const within = document.querySelector("dialog:modal") ?? document.querySelector("main") ?? document.body;
    const edge = Math.min(innerWidth, within.getBoundingClientRect().right);
    // A dialog scrolls down, and so it does sideways: that minds nothing.
    const isMinded = (element: Element | null): boolean => {
      if (element === null || element === within) return false;
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
      const isCut = overflowX === "hidden" && textOverflow === "ellipsis";
      return ["auto", "scroll"].includes(overflowX) || isCut || clipPath !== "none" || isMinded(element.parentElement);
    };
    return [...within.querySelectorAll("*")]
      .filter((element) => {
        const hasWords = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
        const { right, width } = element.getBoundingClientRect();
        return hasWords && width > 1 && right > edge + 1 && element.checkVisibility() && !isMinded(element);
      })
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
  });

/** px, of WCAG 2.5.8. */
const LEAST_TARGET = 24;

/** Links and buttons that a finger misses. Those in a sentence are exempt; what covers its row is as high as it. */
const smallTargets = (page: Page) =>
  page.evaluate((least) => {
    const within = document.querySelector("dialog:modal") ?? document.body;
    const isInSentence = (element: Element) => {
      const sentence = element.closest("p") ?? element.parentElement;
      return [...(sentence?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim());
    };
    const height = (element: Element) => {
      const spread = getComputedStyle(element, "::after");
      return Math.max(
        element.getBoundingClientRect().height,
        spread.position === "absolute" ? parseFloat(spread.height) : 0,
      );
    };
    return [...within.querySelectorAll("a[href], button, summary")]
      .filter((element) => {
        const isSeen = element.checkVisibility() && element.getBoundingClientRect().width > 1;
        // A fraction of a pixel is rounding.
        return isSeen && height(element) < least - 0.5 && !isInSentence(element);
      })
      .map((element) => `${element.tagName} ${element.textContent?.trim().slice(0, 40)}: ${height(element)}`);
  }, LEAST_TARGET);

async function look(page: Page, screen: Screen): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(screen.path);
  await screen.prepare?.(page);
  // Open as the script leaves it: until then a dialog is a panel in the page.
  if (screen.dialog || screen.open) {
    if (screen.open) await screen.open(page);
    await expect(page.locator("dialog:modal").last(), `the dialog of ${screen.path}`).toBeVisible();
  }
  await addExaminer(page);
  for (const width of WIDTHS) {
    // The page under it is looked at by itself.
    if (width === BETWEEN && (await isSameAt(page, width))) continue;
    await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
    await settled(page);
    expect.soft(await sideways(page), `${screen.name}: sideways at ${width}`).toBe(0);
    expect.soft(await outOfReach(page), `${screen.name}: tables at ${width}`).toEqual([]);
    expect.soft(await beyond(page), `${screen.name}: beyond the edge at ${width}`).toEqual([]);
    if (width < 500 && !screen.path.startsWith("planning"))
      expect.soft(await smallTargets(page), `${screen.name}: targets at ${width}`).toEqual([]);
    if (LOOKED_AT.includes(width)) {
      const faults = await seriousFaults(page, { colours: width === COLOURS_AT });
      expect.soft(faults, `${screen.name} at ${width}`).toEqual([]);
    }
  }
}

test.describe("every screen", { tag: "@screen" }, () => {
  test.describe.configure({ timeout: 600_000 });
  let world: World;

  test("is listed here", () => {
    const none = new Proxy({}, { get: () => 1 }) as World;
    // An account that asks is in invitations.spec.ts, an order that waits in billing.spec.ts.
    const opened = ["allow-account", "refuse-account", "approve-order", "decline-order"];
    const listed = [...opened, ...[...dialogs(none), ...superAdminScreens(1)].map(({ name }) => name)];
    expect(
      dialogNamesInSources().filter((name) => !listed.includes(name)),
      "dialogs that nobody looks at",
    ).toEqual([]);
    const addresses = [...pages(none), ...superAdminScreens(1)].map((one) => one.path.replace(/\?.*/, ""));
    // The pages of accounts are looked at by accounts.spec.ts.
    const accounts = ["login", "sign-up", "forgot", "reset", "new-password", "email-verify", "email-verify/$id/$hash"];
    const invited = ["invitation/$token", "invitations"];
    // By second-factor.spec.ts and social.spec.ts.
    const signingIn = ["verify-mfa", "social/link"];
    const elsewhere = [
      "",
      "$",
      "admin",
      "company",
      "driver",
      "driver/route/$routeId",
      "routing",
      // By recipient-messages.spec.ts.
      "stop/$token",
      ...accounts,
      ...invited,
      ...signingIn,
    ];
    const matches = (pattern: string) =>
      addresses.some((address) => new RegExp(`^${pattern.replace(/\$\w+/g, "\\d+")}$`).test(address));
    expect(
      screenAddressesInSources().filter((one) => !elsewhere.includes(one) && !matches(one)),
      "screens that nobody looks at",
    ).toEqual([]);
  });

  // @spec PC-2.05 PC-2.12 PC-2.13 PC-2.15
  test("has no serious fault for assistive technology, fits every width, and is silent on the console", async ({
    page,
    signIn,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 404/);
    await signIn(page, "dispatcher");
    world = await prepareWorld(page);
    for (const screen of pages(world)) await test.step(screen.name, () => look(page, screen));
  });

  // @spec PC-2.68
  test("and so has every dialog", async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    world ??= await prepareWorld(page);
    for (const screen of dialogs(world)) await test.step(screen.name, () => look(page, screen));
  });

  test("and so have those of super admins, under the bar of a clock of their own", async ({ page, signIn }) => {
    await signIn(page, "super admin");
    const clock = { dev_custom_time: 1, dev_start_time: "2031-05-06T07:08", dev_speed_factor: 60 };
    await post(page, "profile", { intent: "profile.clock", ...clock });
    const training = { title: LONG_TITLE.slice(0, 100), companies: 1, plans: 1, vehicles: 1, visits: 1 };
    await post(page, "system/generator", { intent: "generator.start", ...training, lat: 47, lng: 9, radius_km: 1 });
    // The driver: another one than who looks.
    for (const screen of superAdminScreens(3)) await test.step(screen.name, () => look(page, screen));
    await look(page, { name: "profile with development settings", path: "profile" });
    await expect(page.getByRole("note", { name: "Custom time" })).toBeVisible();
  });

  test("and so have the driver's pages and those of somebody who may not enter", async ({
    page,
    openPage,
    signIn,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 40[34]/);
    if (world === undefined) {
      const dispatcher = await openPage();
      await signIn(dispatcher, "dispatcher");
      world = await prepareWorld(dispatcher);
    }
    await signIn(page, "driver");
    for (const screen of driverScreens(world)) await test.step(screen.name, () => look(page, screen));
    await look(page, { name: "no access", path: "company/settings" });
  });
});
