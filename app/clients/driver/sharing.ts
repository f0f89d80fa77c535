/** Shares where the driver is, from their tap until the next one, while the page of a route on the road is seen. */
import { POSITIONS_AT_ONCE } from "~/domain/position/position";
import { savesPower, sharingIntervalSec, speedBetween, withPosition } from "~/domain/position/sharing-rate";
import type { Power } from "~/domain/position/sharing-rate";
import { WORST_ACCURACY_M } from "~/domain/visit/reported-place";
import type { PositionAnswer, SentPosition } from "~/lib/position-answer";
import { OWNER_HEADER } from "~/lib/report-answer";
import { timeLimit } from "~/lib/time-limit";
import { addressOf, companyId, main, owner, write } from "./page";
import { findPlace, isRefused } from "./place";
import type { KnownPlace } from "./place";
import { noteServerTime, serverAheadMs } from "./server-clock";
import { server, showSync } from "./status";
import { shownStage } from "./stops";

const OFF = "Share where I am";
const ON = "Your position is shared";
const OFF_WORDS = "Off: your way isn\u2019t followed. What you report says where you were.";
const ON_WORDS =
  "Your dispatchers see where you are, and recipients do whose turn comes soon: while this page is open and the " +
  "route is on the road.";
const OVER_WORDS = "Your position isn\u2019t shared: this route is over.";
const REFUSED_WORDS =
  "This phone doesn\u2019t tell where it is: allow it in the browser\u2019s settings for this page. Everything else " +
  "works without.";
/** Whose wish it is: it holds for the next routes, and for nobody else on this phone. */
const WISH = "driver.shares";
/** What waits for a network, by whose it is and on which route: it outlives the page, and the route. */
const WAITING = "driver.positions";
const TIMEOUT_MS = 15_000;
const FASTEST_KMH = 200;
/** As lib/page-stamp has it, which React comes with. */
const COMPANY_HEADER = "X-Page-Company";

/** oldest first, by "owner/route" */
type Waiting = Record<string, SentPosition[]>;

/** As an earlier build kept those of one route. */
interface EarlierWaiting {
  of: string;
  positions: SentPosition[];
}

const button = document.querySelector<HTMLElement>("#share");
const words = document.querySelector<HTMLElement>("#share-words");

/** What the phone could not keep waits for as long as the page does. */
let unkept: Waiting | null = null;
/** the one before, sent already */
let last: SentPosition | undefined;
/** the route of the page; "": it is no route's */
let routeId = "";
/** the page, or the server, said that the route is not on the road, or its day is over */
let isOver = false;
let isBusy = false;
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;

const isWished = (): boolean => {
  try {
    return localStorage.getItem(WISH) === owner;
  } catch {
    return server.isSharing;
  }
};

function wish(on: boolean): void {
  try {
    if (on) localStorage.setItem(WISH, owner);
    else localStorage.removeItem(WISH);
  } catch {
    // It holds for as long as the page does.
  }
}

const isEarlier = (stored: Waiting | EarlierWaiting): stored is EarlierWaiting => typeof stored.of === "string";

const keyOf = (route: string): string => `${owner}/${route}`;

/** Read each time: another tab may have sent them. */
function kept(): Waiting {
  if (unkept) return unkept;
  try {
    const stored = JSON.parse(localStorage.getItem(WAITING) ?? "{}") as Waiting | EarlierWaiting;
    return isEarlier(stored) ? { [stored.of]: stored.positions } : stored;
  } catch {
    return {};
  }
}

function keep(key: string, positions: SentPosition[]): void {
  const { [key]: _before, ...others } = kept();
  const next = positions.length > 0 ? { ...others, [key]: positions } : others;
  try {
    if (Object.keys(next).length === 0) localStorage.removeItem(WAITING);
    else localStorage.setItem(WAITING, JSON.stringify(next));
    unkept = null;
  } catch {
    unkept = next;
  }
}

/** The routes of this driver of which positions wait. */
const waitingRoutes = (): string[] =>
  Object.keys(kept()).flatMap((key) => (key.startsWith(keyOf("")) ? [key.slice(keyOf("").length)] : []));

const waitingOf = (route: string): SentPosition[] => kept()[keyOf(route)] ?? [];

function forgetWaiting(): void {
  for (const route of waitingRoutes()) keep(keyOf(route), []);
}

function show(): void {
  if (!button || !words) return;
  const isShown = shownStage() === "road" && "geolocation" in navigator;
  button.hidden = !isShown || isOver;
  words.hidden = !isShown;
  const { isSharing } = server;
  write(button, isSharing ? ON : OFF);
  button.setAttribute("aria-pressed", String(isSharing));
  const text = isOver ? OVER_WORDS : isSharing ? ON_WORDS : isRefused() ? REFUSED_WORDS : OFF_WORDS;
  write(words, text);
  showSync();
}

async function powerOf(): Promise<Power | null> {
  const { getBattery } = navigator as { getBattery?: () => Promise<{ level: number; charging: boolean }> };
  const battery = await getBattery?.call(navigator).catch(() => undefined);
  return battery ? { level: battery.level, isCharging: battery.charging } : null;
}

function positionOf({ at, lat, lng, accuracyM, headingDeg, speedKmh }: KnownPlace): SentPosition {
  const atSec = Math.round((at + (serverAheadMs() ?? 0)) / 1000);
  const speed = speedKmh ?? speedBetween(last, { atSec, lat, lng });
  return {
    atSec,
    lat,
    lng,
    accuracyM: Math.min(accuracyM, WORST_ACCURACY_M),
    headingDeg,
    // A place that jumps is no vehicle that flies.
    speedKmh: Math.min(speed, FASTEST_KMH),
  };
}

/** Sends what waits, oldest first. What the network doesn't take now goes on waiting. */
async function send(): Promise<void> {
  // What is on its way isn't sent beside itself: a slow line takes longer than the pause between two positions.
  if (isSending) return;
  isSending = true;
  try {
    for (const route of waitingRoutes()) if (!(await sendOf(route))) break;
  } finally {
    isSending = false;
  }
}

/** @returns false when the network, or who is signed in, takes nothing now */
async function sendOf(route: string): Promise<boolean> {
  for (;;) {
    const batch = waitingOf(route).slice(0, POSITIONS_AT_ONCE);
    // Who says no while they are sent means all that waits.
    if (batch.length === 0 || !isWished()) return true;
    if (!navigator.onLine) return false;
    const answer = await post(route, batch);
    if (answer === null || answer.kind === "signed-out" || answer.kind === "switched") return false;
    // What was refused once is refused again. Of a route that is over those from before its end are taken.
    const sent = new Set(batch.map(({ atSec }) => atSec));
    keep(
      keyOf(route),
      waitingOf(route).filter(({ atSec }) => !sent.has(atSec)),
    );
    if (answer.kind === "over" && route === routeId) end();
  }
}

async function post(route: string, positions: readonly SentPosition[]): Promise<PositionAnswer | null> {
  const limit = timeLimit(TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(`/driver/position/${route}`), {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        [COMPANY_HEADER]: companyId,
        [OWNER_HEADER]: owner,
      },
      body: JSON.stringify({ positions }),
      signal: limit.signal,
    });
    noteServerTime(response);
    if (response.status >= 500 || response.status === 429 || response.status === 408) return null;
    const answer: unknown = await response.json();
    return typeof answer === "object" && answer !== null && "kind" in answer ? (answer as PositionAnswer) : null;
  } catch {
    return null;
  } finally {
    limit.end();
  }
}

/** The route is over: nothing is shared of what comes after it. What waits from before is sent. */
function end(): void {
  isOver = true;
  stop();
}

function stop(): void {
  clearTimeout(timer);
  timer = undefined;
  server.isSharing = false;
  show();
}

/** The wish may have ended in another tab. */
const mayShare = (): boolean =>
  server.isSharing && isWished() && !document.hidden && shownStage() === "road" && !isOver;

/** Finds the place, sends it, and comes again after a while: sooner in traffic, later with little battery. */
async function share(): Promise<void> {
  if (isBusy || !mayShare()) return;
  isBusy = true;
  clearTimeout(timer);
  timer = undefined;
  let power: Power | null;
  let found: KnownPlace | null;
  try {
    power = await powerOf();
    found = await findPlace({ maxAgeMs: 1000, exact: !savesPower(power) });
  } finally {
    // A browser that refuses by throwing is asked again by what comes next.
    isBusy = false;
  }
  if (!mayShare()) return;
  if (found === null && isRefused()) {
    wish(false);
    forgetWaiting();
    return stop();
  }
  const position = found && positionOf(found);
  if (position) {
    keep(keyOf(routeId), withPosition(waitingOf(routeId), position));
    last = position;
  }
  timer = setTimeout(() => void share(), sharingIntervalSec(position?.speedKmh ?? 0, power) * 1000);
  await send();
}

/** For every view that is shown, and every newer page: the route may be over, or another one. */
export function followSharing(): void {
  const { route = "" } = main().dataset;
  if (route !== routeId) {
    [routeId, isOver] = [route, false];
    const waiting = waitingOf(route);
    last = waiting[waiting.length - 1];
  }
  if (main().dataset.over !== undefined) isOver = true;
  const isOffered = shownStage() === "road" && !isOver;
  if (isOffered && isWished()) server.isSharing = true;
  else if (!isOffered && server.isSharing) stop();
  show();
  if (timer === undefined) void share();
  if (!server.isSharing) void send();
}

button?.addEventListener("click", () => {
  if (server.isSharing) {
    wish(false);
    forgetWaiting();
    return stop();
  }
  wish(true);
  server.isSharing = true;
  show();
  void share();
});

window.addEventListener("online", () => void send());

// Another tab of the same phone has ended it.
window.addEventListener("storage", ({ key }) => {
  if (key === WISH && server.isSharing && !isWished()) stop();
});

document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  timer = undefined;
  void share();
});
