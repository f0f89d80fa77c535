import type { Page } from "@playwright/test";

/** What the script of a driver's page has taken from the server since the page was opened. */
export interface Taken {
  /** pages that it has read, and shown where they are to be shown */
  pages(): Promise<number>;
  /** versions that it was told of */
  versions(): Promise<number>;
}

/** In a page: counts before its script has anything of it, which is done with each by the time that somebody asks. */
function countTaken(): void {
  const taken = { pages: 0, versions: 0 };
  Object.assign(window, { taken });
  const readText = Response.prototype.text;
  Response.prototype.text = async function () {
    const text = await readText.call(this);
    if (/\/driver(\/route\/\d+)?$/.test(new URL(this.url).pathname)) taken.pages += 1;
    return text;
  };
  window.EventSource = class extends EventSource {
    constructor(address: string | URL) {
      super(address);
      this.addEventListener("message", () => (taken.versions += 1));
    }
  };
}

/** @param phone whose pages are opened after this */
export async function watchTaken(phone: Page): Promise<Taken> {
  await phone.addInitScript(countTaken);
  const taken = () => phone.evaluate(() => (window as unknown as { taken: { pages: number; versions: number } }).taken);
  return { pages: async () => (await taken()).pages, versions: async () => (await taken()).versions };
}

/**
 * Opens a page of the driver's, until its script has read what waits on the phone and has written so: then it listens.
 * The words that stand there before are the server's, which always says that all is sent.
 */
export async function untilListening(phone: Page, open: () => Promise<unknown>): Promise<void> {
  const listening = phone.waitForRequest(/\/driver\/events/);
  await open();
  await listening;
}

/** As in a dead zone, where nobody tells a phone, whose pages are opened after this, that its line is gone. */
export const withDeadLine = (phone: Page): Promise<unknown> =>
  phone.addInitScript(() => {
    window.EventSource = class extends EventTarget {
      static readonly OPEN = 1;
      readonly readyState = 1;
      close(): void {}
    } as unknown as typeof EventSource;
  });
