/** Sends what waits, and takes newer pages: after a report, when the dispatcher changed something, now and then. */
import { isOvertaken, KEPT_HEADER } from "~/lib/kept-page";
import { OWNER_HEADER } from "~/lib/report-answer";
import type { ReportQuestion } from "~/lib/report-answer";
import { timeLimit } from "~/lib/time-limit";
import { askQuestion } from "./question";
import { holdQuestion, releaseQuestion } from "./question-lock";
import { showTicked } from "./load-list";
import { addressOf, all, companyId, owner, pagePath, main, question } from "./page";
import { flush, NOBODYS, send } from "./queue";
import type { Answer, Report } from "./queue";
import { routeChanges, shownStopsOf, stopsIn } from "./route-changes";
import { settleDraft } from "./drafts";
import { releasePictures } from "./photos";
import { restoreProofs } from "./proof";
import { reports, server, showRefusals, showSync } from "./status";
import { noteServerTime, serverAheadMs } from "./server-clock";
import { noticeUpgrade } from "./site-upgrade";
import { applyReports, isAsMade, noteAsMade } from "./stops";
import { readPage, sentPage, takeOver } from "./take-over";
import { CHANGE_SETTLE_MS, SETTLE_MS, settle, settleButtons, show, showChanges, showNews, visibleState } from "./view";

/** After the line to the server was refused, e.g. because the session has ended. */
const RECONNECT_MS = 30_000;
const PAGE_TIMEOUT_MS = 20_000;

let sending = false;
/** The page is older than what the server has, and could not be replaced yet. */
let refreshPending = false;
/** Pages that are on their way. */
let loads = 0;
/** The version that was told of meanwhile: mostly that page has it. "": none. */
let toldMeanwhile = "";
/** A page that takes longer may be on a line that is dead, or older than what was told. */
const TOLD_PATIENCE_MS = 2_000;
/** Requests are numbered in the order of their beginning: the answer of an older one may come last. */
let requests = 0;
/** The newest one that was answered to the owner of the page. */
let answeredAsOwner = 0;
/** The version that was announced while the driver was busy: each is announced once. */
let announcedVersion = "";
let eventSource: EventSource | null = null;
/** Its line was cut, and none has opened since. */
let wasCut = false;
/** Something came over it since somebody asked: a phone in a dead zone isn't told that its line is gone. */
let isHeard = false;

const BUSY = "details[open], .proof.shown, #scan.shown, form[data-unsaved=refused]";

const isBeingFilledIn = (form: HTMLFormElement): boolean =>
  form.contains(document.activeElement) ||
  [...form.elements].some((one) => one instanceof HTMLInputElement && one.value !== one.defaultValue);

const driverIsBusy = (): boolean =>
  main().querySelector(BUSY) !== null ||
  question() !== null ||
  all<HTMLFormElement>("form[data-unsaved]").some(isBeingFilledIn);

/** When the server made a page; 0: it doesn't say, as of an error. */
const madeAt = ({ dataset }: HTMLElement): number => Number(dataset.made ?? 0);

/**
 * Shows the page that the server sent, with the waiting reports applied to it.
 * @param isOwn after a report of the driver's own, not a change by the dispatcher
 */
function applyPage(fresh: HTMLElement, { isOwn }: { isOwn: boolean }): void {
  const isError = fresh.dataset.error !== undefined;
  const isHere = (page: HTMLElement) =>
    isError || main().dataset.error !== undefined || page.dataset.route === main().dataset.route;
  if (!isHere(fresh)) return;
  const isRoute = !isError && main().dataset.error === undefined;
  const changes = isRoute ? routeChanges(shownStopsOf(main(), sentPage()), stopsIn(fresh), { isOwn }) : [];
  const before = visibleState();
  const views = all(".view");
  // Before: the pressed button loses the focus with its page, which would ask for what is still pending.
  refreshPending = false;
  const made = madeAt(fresh);
  const focused = document.activeElement;
  takeOver(main(), fresh);
  noteAsMade();
  for (const view of views) if (!view.isConnected) releasePictures(view);
  void reports.forgetShown(pagePath(), made, Date.now());
  showTicked();
  applyReports(reports.list);
  void restoreProofs();
  show();
  // A view that has moved has lost it, and takes it again once it shows.
  if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement)
    focused.focus({ preventScroll: true });
  showChanges(changes);
  if (changes.length > 0 || visibleState() !== before) settle(CHANGE_SETTLE_MS);
  else settleButtons();
}

/** The page is as the server would make it now: nobody loses their place on it, or a tap. */
function noteLooked(fresh: HTMLElement): void {
  refreshPending = false;
  // What was announced was taken back.
  if (announcedVersion !== "") document.getElementById("news")?.remove();
  announcedVersion = "";
  main().dataset.made = fresh.dataset.made;
  void reports.forgetShown(pagePath(), madeAt(fresh), Date.now());
  show();
}

/** One tab sends at a time, where the browser can tell; a report that two tabs send is applied once all the same. */
async function alone<T>(work: () => Promise<T>): Promise<T | null> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request("driver.send", { ifAvailable: true }, (lock) => (lock === null ? null : work()));
}

async function sendOne(report: Report): Promise<Answer> {
  // A report that an older page kept doesn't name its company; the queue does.
  const fields = { pageCompany: companyId, ...report.fields };
  const fetched: typeof fetch = async (...asked) => {
    const response = await window.fetch(...asked);
    noteServerTime(response);
    return response;
  };
  return send({ ...report, fields }, { fetch: fetched, now: Date.now() });
}

function settleFilledIn({ kind }: Answer, { fields: { intent = "", visitId = "" }, at }: Report): void {
  if ((kind === "accepted" || kind === "refused") && ["done", "failed"].includes(intent))
    settleDraft(visitId, at, kind === "accepted");
}

/** Sends everything that waits; then the page follows what the server made of it. */
export async function sendAll(): Promise<void> {
  if (!navigator.onLine) server.reachable = false;
  // A tab that is closed by now may have left some.
  await reports.load();
  if (sending || reports.waiting.length === 0 || !navigator.onLine) {
    // Another tab may have sent what waited, after its driver had signed in again.
    if (server.signedOut && !sending && loads === 0) void refresh();
    return showSync();
  }
  sending = true;
  const number = (requests += 1);
  let [isOld, isOwn] = [false, false];
  let answer: Answer | null;
  try {
    answer = await alone(() =>
      flush(reports, sendOne, (one, report) => {
        isOld ||= report.url === pagePath();
        // A report that is refused takes back what the phone has shown, and a dispatcher did nothing.
        isOwn ||= one.kind === "accepted" || one.kind === "refused";
        settleFilledIn(one, report);
        showSync();
      }),
    );
  } finally {
    // A page that is put to sleep is refused the lock: it sends again once it wakes up.
    sending = false;
  }
  if (answer !== null) {
    if (!NOBODYS.has(answer.kind)) noteOwner(number, answer.kind !== "signed-out");
    server.switched = answer.kind === "switched";
    if (answer.kind !== "unreadable") server.reachable = answer.kind !== "offline";
  }
  showSync();
  showRefusals();
  if (await askWhatIsAsked()) return;
  if (isOld || refreshPending) await refresh({ isOwn });
}

/**
 * Shows the question about a report, unless another tab shows it, on whichever page the driver is: they alone say yes.
 * @returns whether the page asks
 */
export async function askWhatIsAsked(): Promise<boolean> {
  if (document.hidden) return false;
  for (const { id } of reports.in("asked")) {
    if (!(await holdQuestion(id))) continue;
    // The tab that held it before may have had the answer.
    await reports.load();
    const report = askedReport(id);
    // It may have been put away meanwhile.
    if (report !== undefined && !document.hidden && askQuestion(report)) {
      show(true);
      settle(SETTLE_MS);
      return true;
    }
    releaseQuestion(id);
  }
  return false;
}

/** When the page is looked at again: another tab may have asked meanwhile, or be asking now. */
export async function takeUpQuestion(): Promise<void> {
  await reports.load();
  const shown = question();
  if (shown !== null && askedReport(shown.dataset.report ?? "") === undefined) shown.remove();
  if (!(await askWhatIsAsked())) question()?.remove();
  if (shown !== null && !shown.isConnected) show(true);
}

const askedReport = (id: string): Report | undefined => reports.in("asked").find((one) => one.id === id);

async function confirmReport(id: string): Promise<void> {
  const asked = askedReport(id);
  const confirmed: Record<string, string> = asked?.isOwnQuestion ? {} : { confirmed: "1" };
  if (asked)
    await reports.change(id, { state: "waiting", isOwnQuestion: false, fields: { ...asked.fields, ...confirmed } });
  releaseQuestion(id);
  void sendAll();
}

/** What the driver says to the question that the page shows. */
export async function answerQuestion(yes: boolean): Promise<void> {
  const id = question()?.dataset.report ?? "";
  question()?.remove();
  // A browser without locks may have shown it in another tab, too.
  await reports.load();
  const report = reports.list.find((one) => one.id === id);
  const isAnswered = report !== undefined && report.state !== "asked";
  // What was filled in for the report stays where nothing but the phone asked.
  const isOwn = report?.isOwnQuestion === true;
  if (yes || isAnswered) {
    await confirmReport(id);
    applyReports(reports.list);
    if (!yes) showNews(`${report?.label} was confirmed in another tab already.`);
  } else {
    await reports.remove(id);
    releaseQuestion(id);
    void restoreProofs();
  }
  show(true);
  settle(SETTLE_MS);
  showSync();
  if (!yes && !isOwn) void refresh();
}

/** @param isGone the route is the driver's no longer */
function takePage(fresh: HTMLElement, { isOwn, isGone }: { isOwn: boolean; isGone: boolean }): void {
  const { version = "" } = fresh.dataset;
  if (version !== "" && version === main().dataset.version && isAsMade(reports.list)) noteLooked(fresh);
  else if (isGone || !driverIsBusy()) applyPage(fresh, { isOwn });
  else if (!isOwn && version !== announcedVersion) {
    announcedVersion = version;
    showChanges(routeChanges(shownStopsOf(main(), sentPage()), stopsIn(fresh)));
  }
}

/** @param isOwner whether the server answered a request to the owner of this page */
function noteOwner(number: number, isOwner: boolean): void {
  if (isOwner) answeredAsOwner = Math.max(answeredAsOwner, number);
  server.signedOut = !isOwner && number > answeredAsOwner;
}

/** Loads the version that was told of while another page was on its way. */
function askForTold(): void {
  if (toldMeanwhile !== "" && toldMeanwhile !== main().dataset.version) void refresh();
}

/** The driver has switched company in another tab. With reports that wait the page stays, and asks to switch back. */
function isOfAnotherCompany(page: Document): boolean {
  const of = page.querySelector<HTMLElement>(".road-frame")?.dataset.owner;
  if (of === undefined || of === owner) return false;
  if (reports.waiting.length === 0 && !driverIsBusy()) location.reload();
  return true;
}

/** Loads the page again. While the driver is busy, changes are announced and the page is replaced afterwards. */
export async function refresh({ isOwn = false }: { isOwn?: boolean } = {}): Promise<void> {
  refreshPending = true;
  if (sending || reports.underWay.length > 0 || document.hidden || !navigator.onLine) return;
  loads += 1;
  toldMeanwhile = "";
  const number = (requests += 1);
  const limit = timeLimit(PAGE_TIMEOUT_MS);
  try {
    const response = await fetch(pagePath(), {
      headers: { Accept: "text/html", [OWNER_HEADER]: owner },
      redirect: "manual",
      signal: limit.signal,
    });
    // It leads to the sign-in: nobody is signed in, or somebody else is.
    if (response.type === "opaqueredirect") {
      noteOwner(number, false);
      return showSync();
    }
    // Without a network the service worker answers with the page that it keeps.
    const isKept = response.headers.has(KEPT_HEADER);
    server.reachable = !isKept;
    if (isKept) return showSync();
    noteServerTime(response);
    const isGone = response.status === 404 || response.status === 403;
    if (response.ok || isGone) noteOwner(number, true);
    const page = await readPage(await response.text());
    // A button may have been pressed meanwhile: then this page is older than the driver's report.
    if ((!response.ok && !isGone) || reports.underWay.length > 0) return;
    if (isOfAnotherCompany(page)) return;
    noticeUpgrade(page);
    const fresh = page.getElementById("main");
    const version = fresh?.dataset.version;
    if (fresh && !isOvertaken(madeAt(fresh), madeAt(main()))) takePage(fresh, { isOwn, isGone });
    if (toldMeanwhile === version) toldMeanwhile = "";
    askForTold();
  } catch {
    server.reachable = false;
  } finally {
    limit.end();
    loads -= 1;
  }
  showSync();
}

/** Loads the page again if a reload was put off while the driver was busy. */
export function refreshIfPending(): void {
  if (refreshPending && !driverIsBusy()) void refresh();
}

/** Listens for newer versions of the page. Without the stream the page is checked every minute. */
export function startListening(): void {
  if (eventSource || document.hidden || typeof EventSource === "undefined") return;
  const { route } = main().dataset;
  const address = addressOf("/driver/events");
  const own = new EventSource(`${address}${route ? `?route=${route}` : ""}`);
  eventSource = own;
  own.onopen = () => {
    // A new build is none of the page's version.
    if (wasCut) void refresh();
    wasCut = false;
  };
  own.addEventListener("beat", () => (isHeard = true));
  own.onmessage = ({ data }: MessageEvent<string>) => {
    isHeard = true;
    if (data === main().dataset.version) return;
    if (loads === 0) return void refresh();
    toldMeanwhile = data;
    setTimeout(askForTold, TOLD_PATIENCE_MS);
  };
  own.onerror = () => {
    wasCut = true;
    if (own.readyState !== EventSource.CLOSED) return;
    eventSource = null;
    setTimeout(startListening, RECONNECT_MS);
  };
}

/** Whether its line has stood since this was asked before, and nothing that the server told is still to be shown. */
export function isUpToDate(): boolean {
  const wasHeard = isHeard;
  isHeard = false;
  return wasHeard && eventSource?.readyState === EventSource.OPEN && !refreshPending && server.reachable;
}

export function stopListening(): void {
  eventSource?.close();
  eventSource = null;
}

/**
 * Puts a report into the queue, and shows it as soon as the phone has it.
 * @param ask what the driver has to say yes to before it is sent
 */
export async function queueReport(
  given: Pick<Report, "id" | "fields" | "label" | "files"> & { url: string },
  ask: ReportQuestion | null = null,
): Promise<void> {
  const aheadMs = serverAheadMs();
  const pageMade = Number(main().dataset.made);
  const time = {
    at: Date.now(),
    ...(aheadMs === undefined ? {} : { aheadMs }),
    ...(pageMade > 0 ? { pageMade } : {}),
  };
  if (ask === null) await reports.add({ ...given, ...time, owner });
  else await reports.add({ ...given, ...time, owner, question: ask, isOwnQuestion: true }, "asked");
  for (const open of all("details[open]")) open.removeAttribute("open");
  applyReports(reports.list);
  // Whoever removed a photo takes another one.
  if (location.hash && given.fields.intent !== "remove-photo") history.replaceState(null, "", location.pathname);
  show(true);
  settleButtons();
  showSync();
  if (ask === null) void sendAll();
  else await askWhatIsAsked();
}
