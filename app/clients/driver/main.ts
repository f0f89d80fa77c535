/**
 * Makes the driver's page quick and safe without a network: what is pressed shows at once, waits in a queue and is sent
 * as the plain form would be. Without this script every form works by itself.
 */
import { browserActivity, followInput } from "~/lib/activity";
import { KEPT_ATTRIBUTE } from "~/lib/kept-page";
import { onSignedOut } from "~/lib/signed-out";
import { startClock } from "./clock";
import { forgetOldDrafts } from "./drafts";
import { keepTheDay, pagesAreKept } from "./keep-the-day";
import { takeOverEarlier } from "./earlier-queue";
import { textFields } from "./form-fields";
import { showTicked } from "./load-list";
import { followMap } from "./map-view";
import { placeAtOnce } from "./place";
import { farQuestion, followPlace, placeFields, saysWhere } from "./reported-place";
import { addressOf, main, owner } from "./page";
import { followProof, proofFiles, proofIsComplete, restoreProofs } from "./proof";
import { newId } from "./queue";
import { releaseQuestions } from "./question-lock";
import {
  answerQuestion,
  askWhatIsAsked,
  isUpToDate,
  queueReport,
  refresh,
  refreshIfPending,
  sendAll,
  startListening,
  stopListening,
  takeUpQuestion,
} from "./sending";
import { noteTimeOfPage } from "./server-clock";
import { followScan } from "./scan";
import { followSharing } from "./sharing";
import { reports, server, showRefusals, showSync } from "./status";
import { followUpgrade } from "./site-upgrade";
import { offerPush } from "./push";
import { applyReports } from "./stops";
import { forgetCommandIds, noteSent } from "./take-over";
import { offerWakeLock } from "./wake-lock";
import { CHANGE_SETTLE_MS, isSettling, settle, SETTLE_MS, show, startSettling, visibleState, whenShown } from "./view";

const RETRY_MS = 15_000;
const REFRESH_MS = 60_000;

const WHAT: Readonly<Record<string, string>> = {
  start: "Start",
  finish: "Finish",
  done: "Done",
  failed: "Failed",
  "on-route": "On route again",
  "remove-photo": "Photo removed",
};

/** 'Done, Alder,': the label of a report that waits, or was refused. */
function labelOf({ dataset: { command = "" } }: HTMLFormElement, { visitId = "" }: Record<string, string>): string {
  const what = WHAT[command] ?? "The report";
  if (command === "start" || command === "finish") return what;
  const name = document.getElementById(`stop-${visitId}`)?.dataset.name;
  return name ? `${what}, ${name},` : what;
}

/** The reports of this phone, as they are kept on it. */
const loaded = reports.load().then(() => takeOverEarlier(reports, owner));

/** Asks before somebody signs out while reports wait, whichever tab they are from: nobody else sends them. */
async function mayLeave(): Promise<boolean> {
  await loaded.catch(() => undefined);
  await reports.load();
  const waiting = reports.waiting.length;
  if (waiting === 0) return true;
  const what = waiting === 1 ? "1 report is not sent yet. It stays" : `${waiting} reports are not sent yet. They stay`;
  return window.confirm(`${what} on this phone until you sign in here again. Sign out?`);
}

/** Where the last two taps were, in pixels of the window. */
let taps: [x: number, y: number][] = [];
document.addEventListener("pointerdown", ({ clientX, clientY }) => (taps = [...taps.slice(-1), [clientX, clientY]]), {
  capture: true,
});
const SAME_SPOT_PX = 96;
function isSameSpot(): boolean {
  const [[x, y] = [0, 0], [x2, y2] = [x, y]] = taps;
  return Math.hypot(x2 - x, y2 - y) < SAME_SPOT_PX;
}

// A tap just after the view has changed was meant for the view before, and does nothing: the switches below it least of
// all, because one of them shares where the driver is. What fills in a form and is seen there does no harm, where it is
// not the same tap once more.
document.addEventListener(
  "click",
  (event) => {
    const target = event.target as Element;
    if (!isSettling() || !target.closest(".view, .awake")) return;
    if (target.closest(".proof-form label, .proof-form input") && !isSameSpot()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);

/** Forms whose report isn't in the queue yet: a weak phone needs seconds to make photos smaller. */
const underWay = new WeakSet<HTMLFormElement>();

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset.leaves !== undefined) {
    event.preventDefault();
    void mayLeave().then((may) => may && form.submit());
    return;
  }
  if (form.dataset.answer !== undefined) {
    event.preventDefault();
    if (!isSettling()) void answerQuestion(true);
    return;
  }
  if (!form.dataset.command) return;
  event.preventDefault();
  if (isSettling() || underWay.has(form)) return;
  const withProof = form.dataset.proof !== undefined;
  if (withProof && !proofIsComplete(form)) return;
  startSettling(SETTLE_MS);
  underWay.add(form);
  const fields = textFields(form, event);
  const id = newId();
  fields.commandId = id;
  const report = { id, url: new URL(form.action).pathname, fields, label: labelOf(form, fields) };
  const place = saysWhere(fields.intent) ? placeAtOnce() : null;
  void Promise.all([place, withProof ? proofFiles(form) : []])
    .then(([from, files]) => {
      if (from) Object.assign(fields, placeFields(from));
      return queueReport(files.length > 0 ? { ...report, files } : report, from && farQuestion(fields.visitId, from));
    })
    .finally(() => underWay.delete(form));
});

document.addEventListener("click", (event) => {
  const no = (event.target as Element).closest<HTMLElement>("a[data-answer]");
  if (!no) return;
  event.preventDefault();
  if (!isSettling()) void answerQuestion(false);
});

// What only this page knows would be lost with it.
window.addEventListener("beforeunload", (event) => {
  if (reports.isAtRisk) event.preventDefault();
});

// A page that the phone doesn't keep can't be loaded without a network: the browser's error page would hide this one.
document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest("a");
  const isElsewhere = link && link.origin === location.origin && !link.getAttribute("href")?.startsWith("#");
  if (!isElsewhere || navigator.onLine || pagesAreKept()) return;
  event.preventDefault();
  server.reachable = false;
  showSync();
});

window.addEventListener("hashchange", () => {
  show(true);
  settle(SETTLE_MS);
  refreshIfPending();
});

// What unfolds is seen whole.
document.addEventListener(
  "toggle",
  (event) => {
    const details = event.target as HTMLDetailsElement;
    if (details.open) details.scrollIntoView({ block: "nearest" });
    else refreshIfPending();
  },
  { capture: true },
);

// Of a form that held a newer page back.
document.addEventListener("focusout", refreshIfPending);

window.addEventListener("online", () => {
  server.reachable = true;
  void sendAll().then(() => refresh());
});

window.addEventListener("offline", () => {
  server.reachable = false;
  showSync();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    releaseQuestions();
    return stopListening();
  }
  startListening();
  followPlace();
  void takeUpQuestion()
    .then(sendAll)
    .then(() => refresh());
  void keepTheDay();
});

// Back by the browser's history, which may have kept the page as it was left.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) void sendAll().then(() => refresh());
});

setInterval(() => void sendAll(), RETRY_MS);
setInterval(() => void (isUpToDate() || refresh()), REFRESH_MS);

// Signed out in another tab. With reports that wait the page stays, and asks to sign in for them.
onSignedOut(() => {
  if (reports.waiting.length === 0) return location.replace(addressOf("/login"));
  server.signedOut = true;
  showSync();
});

async function start(): Promise<void> {
  document.documentElement.classList.add("js");
  const isKept = document.documentElement.hasAttribute(KEPT_ATTRIBUTE);
  if (!isKept) noteTimeOfPage(Number(main().dataset.made));
  forgetCommandIds(main());
  // At once: with the end of this piece of work the page is loaded, and a translator may begin.
  noteSent(main());
  showTicked();
  offerWakeLock();
  whenShown(followProof);
  whenShown(followMap);
  whenShown(followPlace);
  whenShown(followSharing);
  whenShown(followScan);
  whenShown(followUpgrade);
  show();
  startClock();
  followInput(browserActivity(addressOf("/activity")), window);
  const before = visibleState();
  await loaded;
  applyReports(reports.list);
  await restoreProofs();
  forgetOldDrafts((visitId) => reports.waiting.some(({ fields }) => fields.visitId === visitId));
  show();
  // What waits on the phone has led to another stop under a finger that is on its way.
  if (visibleState() !== before) settle(CHANGE_SETTLE_MS);
  showSync();
  showRefusals();
  startListening();
  if (isKept) server.reachable = false;
  if (!(await askWhatIsAsked())) await sendAll();
  if (isKept) void refresh();
  await keepTheDay();
  void offerPush();
}

void start();
