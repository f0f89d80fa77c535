/**
 * What a page does whose server runs another build since the page was loaded. Data of another build may have another
 * shape: given to this page's components they would break it, and take what is typed with them. So the page keeps what
 * it shows until its user changes something, and what leads to another page loads the document. After a change the page
 * is given what has come: the next change would else be decided on what is no longer so.
 *
 * The state lives in the browser's tab; nothing here runs on the server.
 */
import { useSyncExternalStore } from "react";
import { BASE_PATH } from "~/paths";
import type { Flash } from "./flash";

/** Names the build that has answered. */
export const BUILD_HEADER = "X-Site-Build";

/** The build that the server was heard to run; null until then. */
let heard: string | null = null;
/** How often the user is to be told of it. */
let reasons = 0;
/** Something was stored from this page since then. */
let hasChanged = false;
const listeners = new Set<() => void>();

const ownBuild = (): string | undefined =>
  typeof window === "undefined" ? undefined : window.__remixManifest?.version;

const isOther = (build: string | null): boolean => {
  const own = ownBuild();
  return build !== null && own !== undefined && build !== own;
};

/** The server that was heard last runs another build than this page. */
export const isOtherBuild = (): boolean => isOther(heard);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const nobody = () => false;

/** The same for what is drawn. */
export const useIsOtherBuild = (): boolean => useSyncExternalStore(subscribe, isOtherBuild, nobody);

const reasonsNow = () => reasons;
const noReason = () => 0;

/** Grows with each reason to tell the user that the site was upgraded; 0: there is none. */
export const useUpgradeReasons = (): number => useSyncExternalStore(subscribe, reasonsNow, noReason);

/** @param changes what the server was asked for changes something, which this page will not show */
export function hearBuild(build: string | null, changes = false): void {
  if (build === null) return;
  const isNews = build !== heard;
  heard = build;
  hasChanged &&= isOther(build);
  if (isOtherBuild() && (isNews || changes)) reasons += 1;
  if (isNews || changes) for (const listener of listeners) listener();
}

/** What the page's router says; addresses are with base path and parameters. */
export interface ShownPage {
  address: string;
  /** where a link or a form leads that is under way, with its part of the page */
  next: string | null;
  /** undefined: there are none */
  dataOf: (routeId: string) => unknown;
}

function shownPage(): ShownPage {
  const { location, navigation, loaderData } = window.__remixRouter.state;
  const addressOf = (one: { pathname: string; search: string }) => `${one.pathname}${one.search}`;
  return {
    address: addressOf(location),
    next: navigation.location === undefined ? null : `${addressOf(navigation.location)}${navigation.location.hash}`,
    dataOf: (routeId) => (loaderData as Record<string, unknown>)[routeId],
  };
}

/** Without what only tells Remix which of an address's routes is asked. */
function placeOf(address: string): { place: string; routeId: string } {
  const url = new URL(address, "http://here.invalid");
  const routeId = url.searchParams.get("_data") ?? "";
  url.searchParams.delete("_data");
  if (url.searchParams.get("index") === "") url.searchParams.delete("index");
  return { place: `${url.pathname}${url.search}`, routeId };
}

const isSame = (one: string, other: string | null): boolean => other !== null && placeOf(other).place === one;

/** The newest answers of this page's own build to what parts of it have asked for; panels ask for few. */
const KEPT_ANSWERS = 20;
const answers = new Map<string, string>();

async function keepAnswer(address: string, answer: Response): Promise<void> {
  if (!answer.ok || answer.headers.get("X-Remix-Redirect") !== null) return;
  const text = await answer.clone().text();
  answers.delete(address);
  answers.set(address, text);
  for (const oldest of answers.keys()) if (answers.size > KEPT_ANSWERS) answers.delete(oldest);
}

const kept = (text: string): Response =>
  new Response(text, { headers: { "Content-Type": "application/json", "X-Remix-Response": "yes" } });

/** What Remix takes for a redirect that loads the document. */
const documentAt = (place: string): Response =>
  new Response(null, {
    status: 204,
    headers: {
      "X-Remix-Status": "302",
      "X-Remix-Redirect": withoutBase(place),
      "X-Remix-Reload-Document": "true",
    },
  });

/** Remix names the page without the base path in an answer. */
const withoutBase = (place: string): string =>
  place === BASE_PATH || place.startsWith(`${BASE_PATH}/`) ? place.slice(BASE_PATH.length) || "/" : place;

/**
 * What the page is given of data that it has asked for: a reload brings what it has already, a link or a redirect
 * loads the document, and so does a page that has nothing to keep. A panel is given what its address was answered
 * before; where it is asked for the first time, what has come. After a change from this page a reload and a panel bring
 * what has come, too.
 */
export async function dataForThisBuild(
  input: RequestInfo | URL,
  answer: Response,
  page: () => ShownPage = shownPage,
): Promise<Response> {
  const build = answer.headers.get(BUILD_HEADER);
  hearBuild(build);
  if (build === null || ownBuild() === undefined) return answer;
  const { place, routeId } = placeOf(String(input));
  const { address, next, dataOf } = page();
  const isReload = isSame(place, address);
  const isPage = isReload || isSame(place, next);
  if (!isOther(build)) {
    if (!isPage) await keepAnswer(String(input), answer);
    return answer;
  }
  if (answer.headers.get("X-Remix-Redirect") !== null) return answer;
  if (hasChanged && !isSame(place, next)) return answer;
  if (!isPage) {
    const before = answers.get(String(input));
    return before === undefined ? answer : kept(before);
  }
  const data = isReload ? dataOf(routeId) : undefined;
  if (data !== undefined) {
    if (hasChanged) return answer;
    // What has happened isn't shown.
    hearBuild(build, true);
    return kept(JSON.stringify(data));
  }
  carryOver(place);
  return documentAt(`${place}${next === null ? "" : new URL(next, "http://here.invalid").hash}`);
}

/** What an action of another build has answered, where its redirect loads the document. */
const CARRIED = "flash";
let told: { flash: Flash; to: string } | null = null;

/** An action's answer is taken, of whichever build it is. @param flash what it says was done */
export function hearAction(answer: Response, flash: Flash | null): void {
  const build = answer.headers.get(BUILD_HEADER);
  hearBuild(build, isOther(build));
  hasChanged ||= isOther(build) && answer.ok;
  const to = answer.headers.get("X-Remix-Redirect");
  told = flash !== null && to !== null && isOther(build) ? { flash, to } : null;
}

/** The document that is loaded now says it once more: this page goes before anybody has read it. */
function carryOver(place: string): void {
  if (told === null || placeOf(told.to).place !== withoutBase(place)) return;
  try {
    sessionStorage.setItem(CARRIED, JSON.stringify(told.flash));
  } catch {
    // A browser that keeps nothing: the page itself shows what was done.
  }
  told = null;
}

/** What the page before has carried over; null: nothing. */
export function takeCarried(): Flash | null {
  try {
    const text = sessionStorage.getItem(CARRIED);
    sessionStorage.removeItem(CARRIED);
    return text === null ? null : (JSON.parse(text) as Flash);
  } catch {
    return null;
  }
}
