/**
 * Holds the driver's day on the phone: its pages open without a network, as they were when there was one. Reports are
 * not its business: the pages keep and send them, so that nothing hangs on whether a browser runs this in the
 * background.
 */
import { FORGET_THE_DAY } from "~/lib/kept-page";
import { ageOfKept, currentDay, fileOnce, forgetOld, forgetTheDay, keepPage, keptPage, newestOrKept } from "./kept";
import type { Answered } from "./kept";
import { openNews, showNews } from "./news";
import { worker } from "./worker-scope";
import type { FetchEvent } from "./worker-scope";

/** With a page on the phone nobody who opens it waits longer for a newer one. */
const PATIENCE_MS = 4_000;
/** A page of the day that is older than this is fetched again when the phone has a network. */
const FRESH_MS = 10 * 60_000;
const JUST_NOW_MS = 60_000;
/** Routes of one driver's day; the list shows later days, too. */
const MOST_ROUTES = 20;

const home = new URL("driver", worker.location.href);
const icon = new URL("icons/driver-192.png", worker.location.href).href;
const isPage = ({ pathname }: URL): boolean =>
  pathname === home.pathname || new RegExp(`^${home.pathname}/route/\\d+$`).test(pathname);
const isMap = ({ pathname }: URL): boolean => new RegExp(`^${home.pathname}/map/\\d+$`).test(pathname);

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== home.origin) return;
  if (isPage(url)) respond(event, pageOf(url, request));
  else if (/\/build\/.+\.(?:js|css)$/.test(url.pathname)) respond(event, fileOnce(request));
  else if (url.pathname.endsWith("/preview/image") || isMap(url)) respond(event, newestOrKept(request));
});

function respond(event: FetchEvent, answer: Promise<Answered>): void {
  event.respondWith(answer.then(({ shown }) => shown));
  event.waitUntil(answer.then(({ kept }) => kept).catch(() => undefined));
}

worker.addEventListener("message", (event) => {
  if (event.data === "keep the day") event.waitUntil(keepTheDay());
  // The page of the sign-in has emptied what was kept; what is still on its way must not come after it.
  if (event.data === FORGET_THE_DAY) event.waitUntil(forgetTheDay());
});

worker.addEventListener("push", (event) => {
  const { data } = event;
  if (data !== null) event.waitUntil(showNews(() => data.json(), icon));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openNews(String(event.notification.data)));
});

/**
 * From the network, or as it was kept when that fails or takes long. The script of an open page waits as long as it
 * likes: it shows what is kept already.
 */
async function pageOf(url: URL, request: Request): Promise<Answered> {
  const kept = await keptPage(url);
  const day = currentDay();
  const answer = fetch(request);
  const done = answer
    .then((one) => keepPage(url, one.clone(), day))
    .catch(() => undefined)
    .then(forgetOld);
  try {
    const shown = await (kept && request.mode === "navigate" ? Promise.race([answer, late()]) : answer);
    // The server is being exchanged, or a proxy stands alone.
    if (kept && shown.status >= 502) return { shown: kept, kept: done };
    return { shown, kept: done };
  } catch {
    return { shown: kept ?? notHere(), kept: done };
  }
}

const late = (): Promise<never> =>
  new Promise((_resolve, reject) => setTimeout(() => reject(new Error("The network is slow.")), PATIENCE_MS));

function notHere(): Response {
  const html = `<!doctype html><html lang="en">
<meta name="viewport" content="width=device-width"><title>You are offline</title>
<body style="font:18px/1.5 system-ui;margin:24px"><h1>You are offline</h1>
<p>This page is not on this phone yet. It opens when there is a network.</p>
<p><a href="${home.pathname}">To my routes</a></p></body></html>`;
  return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** The list of routes; one that has just been opened isn't fetched again. */
async function newList(): Promise<Response> {
  const kept = (await ageOfKept(home)) < JUST_NOW_MS ? await keptPage(home) : undefined;
  if (kept) return kept;
  const day = currentDay();
  const list = await fetch(home);
  await keepPage(home, list.clone(), day);
  return list;
}

/** Fetches the list of routes, and the routes on it that the phone doesn't have or has had for long. */
async function keepTheDay(): Promise<void> {
  try {
    const list = await newList();
    const paths = [...(await list.text()).matchAll(/href="([^"]*\/driver\/route\/\d+)"/g)].map(([, path = ""]) => path);
    for (const path of [...new Set(paths)].slice(0, MOST_ROUTES)) {
      const url = new URL(path, home);
      if ((await ageOfKept(url)) < FRESH_MS) continue;
      const day = currentDay();
      await keepPage(url, await fetch(url, { headers: { Accept: "text/html" } }), day);
    }
  } catch {
    // Without a network it is tried again when a page asks for it.
  }
}
