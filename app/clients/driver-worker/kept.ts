/** What the phone keeps for the time without a network: the pages of the day, and the files that they need. */
import { DRIVER_FILES, DRIVER_PAGES, DRIVER_PICTURES, isOvertaken, KEPT_ATTRIBUTE, KEPT_HEADER } from "~/lib/kept-page";

/** When a page was kept, milliseconds of the phone's clock; whose it is; when it was made, of the server's clock. */
const AT_HEADER = "X-Kept-At";
const OWNER_HEADER = "X-Kept-Owner";
const MADE_HEADER = "X-Kept-Made";

/** More than a day has. */
const MOST_PAGES = 40;
/** Scripts and sheets of several builds. */
const MOST_FILES = 60;
const MOST_PICTURES = 100;

const pageKey = (url: URL): string => url.origin + url.pathname;

async function trim(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys();
  // The oldest come first.
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key);
}

/** @returns false on a phone without room, which keeps what it had under this address */
const put = (cache: Cache, address: string, answer: Response): Promise<boolean> =>
  cache.put(address, answer).then(
    () => true,
    () => false,
  );

/** Between the look at what is kept and the writing another page might be kept. */
let lastKept: Promise<unknown> = Promise.resolve();

/**
 * Keeps a page with the scripts and style sheets that it names, where none is kept that is newer. Pages of another
 * person are forgotten.
 */
export async function keepPage(url: URL, answer: Response): Promise<void> {
  if (!answer.ok || answer.redirected) return;
  const html = await answer.text();
  const owner = /data-owner="([\w.]+)"/.exec(html)?.[1];
  // The sign-in, an error, a hotspot's page.
  if (owner === undefined) return;
  const pages = await caches.open(DRIVER_PAGES);
  for (const key of await pages.keys()) {
    if ((await pages.match(key))?.headers.get(OWNER_HEADER) !== owner) await pages.delete(key);
  }
  // Without its script it would open as text that does nothing: the page of before stays, whose files are there.
  if (!(await keepFiles(url, html))) return;
  const made = Number(/data-made="(\d+)"/.exec(html)?.[1] ?? 0);
  const headers = new Headers(answer.headers);
  headers.set(AT_HEADER, String(Date.now()));
  headers.set(OWNER_HEADER, owner);
  headers.set(MADE_HEADER, String(made));
  const keep = async () => {
    const kept = await pages.match(pageKey(url));
    if (isOvertaken(made, Number(kept?.headers.get(MADE_HEADER) ?? 0))) return;
    await put(pages, pageKey(url), new Response(html, { status: answer.status, headers }));
    await trim(pages, MOST_PAGES);
  };
  lastKept = lastKept.then(keep, keep);
  await lastKept;
}

/** @returns false where one of them finds no room */
async function keepFiles(page: URL, html: string): Promise<boolean> {
  const files = await caches.open(DRIVER_FILES);
  for (const [, address = ""] of html.matchAll(/(?:href|src)="([^"]+\/build\/[^"]+\.(?:js|css))"/g)) {
    const { href, origin } = new URL(address, page);
    if (origin !== page.origin || (await files.match(href)) !== undefined) continue;
    const file = await fetch(href);
    if (file.ok && !(await put(files, href, file))) return false;
  }
  await trim(files, MOST_FILES);
  return true;
}

/** The page as it was kept, marked as such. */
export async function keptPage(url: URL): Promise<Response | undefined> {
  const kept = await (await caches.open(DRIVER_PAGES)).match(pageKey(url));
  if (!kept) return undefined;
  const headers = new Headers(kept.headers);
  headers.set(KEPT_HEADER, "1");
  // The page's script can't see the headers that the page came with.
  const html = (await kept.text()).replace("<html", `<html ${KEPT_ATTRIBUTE}`);
  return new Response(html, { status: kept.status, headers });
}

/** Milliseconds since it was kept; Infinity where it wasn't. */
export async function ageOfKept(url: URL): Promise<number> {
  const kept = await (await caches.open(DRIVER_PAGES)).match(pageKey(url));
  return kept ? Date.now() - Number(kept.headers.get(AT_HEADER)) : Infinity;
}

/** An answer, and what keeps it on the phone: it is shown without waiting for that. */
export interface Answered {
  shown: Response;
  kept: Promise<unknown>;
}

const withoutKeeping = (shown: Response): Answered => ({ shown, kept: Promise.resolve() });

/** A file whose address changes with its content. */
export async function fileOnce(request: Request): Promise<Answered> {
  const files = await caches.open(DRIVER_FILES);
  const kept = await files.match(request.url);
  if (kept) return withoutKeeping(kept);
  const shown = await fetch(request);
  return shown.ok ? { shown, kept: put(files, request.url, shown.clone()) } : withoutKeeping(shown);
}

/** A picture of a stop, or what its map shows; the kept one where there is no network. */
export async function newestOrKept(request: Request): Promise<Answered> {
  const pictures = await caches.open(DRIVER_PICTURES);
  try {
    const shown = await fetch(request);
    if (!shown.ok) return withoutKeeping(shown);
    const kept = put(pictures, request.url, shown.clone()).then(() => trim(pictures, MOST_PICTURES));
    return { shown, kept };
  } catch (error) {
    const kept = await pictures.match(request.url);
    if (kept) return withoutKeeping(kept);
    throw error;
  }
}
