import type { BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { test as base, expect } from "@playwright/test";
import { demoEmail, Platforms } from "../setup/e2e-platform";
import type { DemoRole } from "../setup/e2e-platform";
import { ON_MARIADB } from "../setup/e2e-server";
import type { PlatformServer } from "../setup/e2e-server";
import { slowDown } from "../setup/slow-network";
import { VisitedRoutes } from "./visited-routes";

/** Collects what browsers complain about; a test that provokes an error says so before. */
export class BrowserErrors {
  private readonly seen: string[] = [];
  private readonly allowed: RegExp[] = [];

  /** @param pattern of messages that this test provokes, for example /status of 400/ */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern);
  }

  watch(context: BrowserContext): void {
    context.on("console", (message) => {
      if (message.type() === "error") this.seen.push(`${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.seen.push(error.error().stack ?? error.error().message));
  }

  unexpected(): string[] {
    return this.seen.filter((text) => !this.allowed.some((pattern) => pattern.test(text)));
  }
}

/**
 * A page that React takes over answers keys and clicks only once it has; on a busy machine that is some time after it
 * has loaded. Whoever tests what happens before then goes there without waiting: `{ waitUntil: "commit" }`.
 */
async function takenOver(page: Page): Promise<void> {
  const isTaken = () => !("__remixContext" in window) || performance.getEntriesByName("taken over").length > 0;
  // Without scripts nobody could be asked again.
  if (await page.evaluate(isTaken).catch(() => false)) return;
  await page.waitForFunction(isTaken);
}

/** All pages of a browser wait for their scripts when they are gone to or loaded anew. */
function waitForScripts(context: BrowserContext): void {
  context.on("page", (page) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
    page.goto = async (address, options) => {
      const response = await goto(address, options);
      if (options?.waitUntil !== "commit") await takenOver(page);
      return response;
    };
    page.reload = async (options) => {
      const response = await reload(options);
      if (options?.waitUntil !== "commit") await takenOver(page);
      return response;
    };
  });
}

export interface Fixtures {
  /** What the server of this file is told beside the usual; a file that needs more gives it by `test.use`. */
  serverEnv: Record<string, string>;
  /** The server of this file of tests. */
  platform: PlatformServer;
  browserErrors: BrowserErrors;
  visitedRoutes: VisitedRoutes;
  /** A page in a browser profile of its own: a second person, or a phone. Its errors count too. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** Gives the page's browser the session of an account, without a look at the form; the page stays where it is. */
  signIn: (page: Page, role: DemoRole) => Promise<void>;
  /** Signs in through the form, into a session that nobody else has. */
  signInByForm: (page: Page, role: DemoRole) => Promise<void>;
}

/** Addresses in tests are relative to the base path: page.goto("planning"), without a slash in front. */
export const test = base.extend<Fixtures, { platforms: Platforms }>({
  platforms: [
    async ({}, provide, info) => {
      const platforms = new Platforms(info.project.name === ON_MARIADB ? "mariadb" : "sqlite");
      await provide(platforms);
      await platforms.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  serverEnv: {},
  platform: [
    async ({ platforms, serverEnv }, provide, info) => provide(await platforms.of(info.file, serverEnv)),
    { timeout: 180_000 },
  ],
  baseURL: ({ platform }, provide) => provide(platform.url),

  browserErrors: [
    async ({ platform }, provide, info) => {
      const errors = new BrowserErrors();
      await provide(errors);
      if (info.status !== info.expectedStatus)
        await info.attach("server.log", { body: platform.output().slice(-50_000), contentType: "text/plain" });
      expect(errors.unexpected(), "errors on the browser's console").toEqual([]);
    },
    { auto: true },
  ],

  visitedRoutes: [
    async ({ platform }, provide, info) => {
      const visited = new VisitedRoutes(info.file, platform.url);
      await provide(visited);
      // Prefetched pages come or don't come by chance, and all files run before anything lands: a hint, not a fault.
      if (visited.unnamed.size > 0)
        console.warn(
          `${visited.file} also asks for ${[...visited.unnamed].join(", ")}: name it in tests/e2e/routes.mjs`,
        );
    },
    { auto: true },
  ],

  context: async ({ context, browserErrors, visitedRoutes }, provide, info) => {
    browserErrors.watch(context);
    visitedRoutes.watch(context);
    waitForScripts(context);
    await slowDown(context, info.title);
    await provide(context);
  },

  openPage: async ({ browser, browserErrors, visitedRoutes, baseURL, locale }, provide, info) => {
    const contexts: BrowserContext[] = [];
    await provide(async (options = {}) => {
      const context = await browser.newContext({ baseURL, locale, ...options });
      contexts.push(context);
      browserErrors.watch(context);
      visitedRoutes.watch(context);
      waitForScripts(context);
      await slowDown(context, `${info.title} ${contexts.length}`);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  signIn: ({ platforms, platform }, provide) =>
    provide(async (page, role) => {
      await page.context().addCookies(await platforms.cookiesOf(platform, role));
    }),

  signInByForm: ({ platform }, provide) =>
    provide(async (page, role) => {
      await page.goto("login");
      await page.getByLabel("E-mail").fill(demoEmail(platform, role));
      await page.getByLabel("Password").fill(platform.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page).not.toHaveURL(/\/login/);
      await takenOver(page);
    }),
});

export { expect };
