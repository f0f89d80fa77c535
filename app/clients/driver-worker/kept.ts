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

/** From the last day before a weekend to the first one after it; what is older names recipients for nothing. */
export const LONGEST_KEPT_MS = 4 * 24 * 3600_000;
/** The phone's clock was wrong when the page was kept, or is now. */
const IMPOSSIBLE_MS = 365 * 24 * 3600_000;

const pageKey = (url: URL): string => url.origin + url.pathname;

/** Milliseconds since it was kept, by the phone's clock. */
const ageOf = ({ headers }: Response): number => Date.now() - Number(headers.get(AT_HEADER));

const isTooOld = (kept: Response): boolean => ageOf(kept) > LONGEST_KEPT_MS && ageOf(kept) < IMPOSSIBLE_MS;

/** @param more headers beside the time */
function stamped(body: BodyInit, answer: Response, more: Readonly<Record<string, string>> = {}): Response {
  const headers = new Headers(answer.headers);
  headers.set(AT_HEADER, String(Date.now()));
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return new Response(body, { status: answer.status, headers });
}

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

/** Between the look at what is kept and the writing another page might be kept, or all be forgotten. */
let lastKept: Promise<unknown> = Promise.resolve();

const inTurn = (work: () => Promise<unknown>): Promise<unknown> => (lastKept = lastKept.then(work, work));

/** How often the day was forgotten: an answer that was asked for before may be of whoever was signed in then. */
let forgotten = 0;

/** The day of what is asked for now. */
export const currentDay = (): number => forgotten;

/**
 * Nobody is signed in, or not as a driver: the phone may be lost, or its driver gone. Pages and pictures are the
 * server's, which gives them again; reports that wait are in the browser's database, which stays.
 */
export function forgetTheDay(): Promise<unknown> {
  forgotten += 1;
  return inTurn(() => Promise.all([caches.delete(DRIVER_PAGES), caches.delete(DRIVER_PICTURES)]));
}

const forget = async (name: string, address: string): Promise<boolean> => (await caches.open(name)).delete(address);

/** @returns whether nothing is left */
async function forgetOlder(name: string): Promise<boolean> {
  const cache = await caches.open(name);
  for (const key of await cache.keys()) {
    const kept = await cache.match(key);
    if (kept && isTooOld(kept)) await cache.delete(key);
  }
  return (await cache.keys()).length === 0;
}

/** What nobody asks for any more is not found by being asked for. Pictures are nobody's without a page. */
export const forgetOld = (): Promise<unknown> =>
  inTurn(async () => {
    if (await forgetOlder(DRIVER_PAGES)) await caches.delete(DRIVER_PICTURES);
    else await forgetOlder(DRIVER_PICTURES);
  });

/** At this platform's: hotspots have pages of that name, too. */
function isAtSignIn({ redirected, url }: Response, asked: URL): boolean {
  if (!redirected) return false;
  const { origin, pathname } = new URL(url);
  return origin === asked.origin && pathname.endsWith("/login");
}

/** Of this platform's own pages; a proxy's say nothing about the driver. */
const refusalOf = (html: string): string | undefined => /data-error="(401|403|404|410)"/.exec(html)?.[1];

/** What is on the phone of another person, or of another company of the same one. */
async function forgetOthers(owner: string): Promise<void> {
  const pages = await caches.open(DRIVER_PAGES);
  let isOthers = false;
  for (const key of await pages.keys()) {
    if ((await pages.match(key))?.headers.get(OWNER_HEADER) === owner) continue;
    await pages.delete(key);
    isOthers = true;
  }
  // Whose they are doesn't stand on them.
  if (isOthers) await caches.delete(DRIVER_PICTURES);
}

/**
 * Keeps a page with the scripts and style sheets that it names, where none is kept that is newer. Pages of another
 * person are forgotten, and all are when the answer says that nobody is a driver here any more.
 * @param day when it was asked for
 */
export async function keepPage(url: URL, answer: Response, day: number): Promise<void> {
  // A page that is opened follows by itself, unseen from here: it may lead to a hotspot, too.
  if (answer.type === "opaqueredirect")
    return keepPage(url, await fetch(url, { headers: { Accept: "text/html" } }), day);
  if (isAtSignIn(answer, url)) return void (await forgetTheDay());
  if (answer.redirected) return;
  const html = await answer.text();
  const owner = /data-owner="([\w.]+)"/.exec(html)?.[1];
  const refusal = refusalOf(html);
  if (refusal === "401" || refusal === "403" || (refusal !== undefined && owner === undefined))
    return void (await forgetTheDay());
  // An error, a hotspot's page.
  if (owner === undefined) return;
  await inTurn(() => forgetOthers(owner));
  // The route is another driver's by now, or nobody's.
  if (refusal !== undefined) return void (await inTurn(() => forget(DRIVER_PAGES, pageKey(url))));
  if (!answer.ok) return;
  // Without its script it would open as text that does nothing: the page of before stays, whose files are there.
  if (!(await keepFiles(url, html))) return;
  const made = Number(/data-made="(\d+)"/.exec(html)?.[1] ?? 0);
  await inTurn(async () => {
    if (day !== currentDay()) return;
    const pages = await caches.open(DRIVER_PAGES);
    const kept = await pages.match(pageKey(url));
    if (isOvertaken(made, Number(kept?.headers.get(MADE_HEADER) ?? 0))) return;
    const page = stamped(html, answer, { [OWNER_HEADER]: owner, [MADE_HEADER]: String(made) });
    await put(pages, pageKey(url), page);
    await trim(pages, MOST_PAGES);
  });
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
  if (!kept || isTooOld(kept)) return undefined;
  const headers = new Headers(kept.headers);
  headers.set(KEPT_HEADER, "1");
  // The page's script can't see the headers that the page came with.
  const html = (await kept.text()).replace("<html", `<html ${KEPT_ATTRIBUTE}`);
  return new Response(html, { status: kept.status, headers });
}

/** Milliseconds since it was kept; Infinity where it wasn't. */
export async function ageOfKept(url: URL): Promise<number> {
  const kept = await (await caches.open(DRIVER_PAGES)).match(pageKey(url));
  return kept ? ageOf(kept) : Infinity;
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

async function keepPicture(address: string, answer: Response, day: number): Promise<void> {
  if (isAtSignIn(answer, new URL(address))) return void (await forgetTheDay());
  if ([401, 403, 404, 410].includes(answer.status)) await forget(DRIVER_PICTURES, address);
  if (!answer.ok || answer.redirected) return;
  const picture = stamped(await answer.blob(), answer);
  await inTurn(async () => {
    if (day !== currentDay()) return;
    const pictures = await caches.open(DRIVER_PICTURES);
    await put(pictures, address, picture);
    await trim(pictures, MOST_PICTURES);
  });
}

/** A picture of a stop, or what its map shows; the kept one where there is no network. */
export async function newestOrKept(request: Request): Promise<Answered> {
  const day = currentDay();
  try {
    const shown = await fetch(request);
    return { shown, kept: keepPicture(request.url, shown.clone(), day) };
  } catch (error) {
    const kept = await (await caches.open(DRIVER_PICTURES)).match(request.url);
    if (kept && !isTooOld(kept)) return withoutKeeping(kept);
    throw error;
  }
}
