/** Sends what waits, and takes newer pages: after a report, when the dispatcher changed something, now and then. */
import type { ReportQuestion } from "~/lib/report-answer";
import { askQuestion } from "./question";
import { all, companyId, pagePath, main, mainIn, question } from "./page";
import { flush, send } from "./queue";
import type { Report } from "./queue";
import { routeChanges, stopsIn } from "./route-changes";
import { setUpProofs } from "./proof";
import { refusals, reports, server, showRefusals, showSync } from "./status";
import { applyHere } from "./stops";
import { CHANGE_SETTLE_MS, SETTLE_MS, settle, settleButtons, show, showChanges, visibleState } from "./view";
import { filesOf, forgetFiles } from "./waiting-files";

/** After the line to the server was refused, e.g. because the session has ended. */
const RECONNECT_MS = 30_000;
const PAGE_TIMEOUT_MS = 20_000;

let sending = false;
/** The page is older than what the server has, and could not be replaced yet. */
let refreshPending = false;
/** The version that was announced while the driver was busy: each is announced once. */
let announcedVersion = "";
let eventSource: EventSource | null = null;

const driverIsBusy = (): boolean => main().querySelector("details[open], .proof.shown") !== null || question() !== null;

/**
 * Shows the page that the server sent, with the waiting reports applied to it.
 * @param isOwn after a report of the driver's own, not a change by the dispatcher
 */
function applyPage(html: string, { isOwn }: { isOwn: boolean }): void {
  const fresh = mainIn(html);
  const isError = fresh?.dataset.error !== undefined;
  const isHere = (page: HTMLElement) =>
    isError || main().dataset.error !== undefined || page.dataset.route === main().dataset.route;
  if (!fresh || !isHere(fresh)) return;
  const isRoute = !isError && main().dataset.error === undefined;
  const changes = isRoute ? routeChanges(stopsIn(main()), stopsIn(fresh), { isOwn }) : [];
  const before = visibleState();
  main().replaceWith(fresh);
  refreshPending = false;
  setUpProofs(fresh);
  for (const report of reports.all()) applyHere(report);
  show();
  showChanges(changes);
  if (changes.length > 0 || visibleState() !== before) settle(CHANGE_SETTLE_MS);
  else settleButtons();
}

/** Sends everything that waits; then the page follows what the server made of it. */
export async function sendAll(): Promise<void> {
  if (!navigator.onLine) server.reachable = false;
  if (sending || reports.all().length === 0 || question() !== null || !navigator.onLine) return showSync();
  sending = true;
  let [isOld, isOwn] = [false, false];
  const answer = await flush(
    reports,
    (report) => {
      // A report that an older page kept doesn't name its company; the queue does.
      const fields = { pageCompany: companyId, ...report.fields };
      return send({ ...report, fields }, { fetch: window.fetch.bind(window), now: Date.now(), filesOf });
    },
    (one, report) => {
      if (report.hasFiles && one.kind !== "question") void forgetFiles(report.id);
      if (one.kind === "refused") refusals.set([...refusals.all(), { label: report.label, message: one.message }]);
      if (one.kind === "question") confirmReport(report, one.question);
      isOld ||= report.url === pagePath();
      isOwn ||= one.kind === "accepted";
      showSync();
    },
  );
  sending = false;
  server.signedOut = answer?.kind === "signed-out";
  server.switched = answer?.kind === "switched";
  server.reachable = answer?.kind !== "offline";
  showSync();
  showRefusals();
  if (question() !== null) return;
  if (answer?.kind === "question") return sendAll();
  if (isOld || refreshPending) await refresh({ isOwn });
}

/** A driver who has left the page doesn't see the question: the report is sent again as confirmed. */
function confirmReport(report: Report, asked: ReportQuestion): void {
  if (report.url === pagePath() && askQuestion(report, asked)) {
    show(true);
    return settle(SETTLE_MS);
  }
  reports.set([{ ...report, fields: { ...report.fields, confirmed: "1" } }, ...reports.all()]);
}

/** Loads the page again. While the driver is busy, changes are announced and the page is replaced afterwards. */
export async function refresh({ isOwn = false }: { isOwn?: boolean } = {}): Promise<void> {
  refreshPending = true;
  if (sending || reports.all().length > 0 || document.hidden || !navigator.onLine) return;
  try {
    const signal = AbortSignal.timeout(PAGE_TIMEOUT_MS);
    const response = await fetch(pagePath(), { headers: { Accept: "text/html" }, signal });
    server.reachable = true;
    const html = await response.text();
    const isGone = response.status === 404 || response.status === 403;
    // A button may have been pressed meanwhile: then this page is older than the driver's report.
    if ((!response.ok && !isGone) || reports.all().length > 0) return;
    const fresh = mainIn(html);
    if (isGone || !driverIsBusy()) applyPage(html, { isOwn });
    else if (!isOwn && fresh && fresh.dataset.version !== announcedVersion) {
      announcedVersion = fresh.dataset.version ?? "";
      showChanges(routeChanges(stopsIn(main()), stopsIn(fresh)));
    }
  } catch {
    server.reachable = false;
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
  const address = location.pathname.replace(/\/driver.*/, "/driver/events");
  const own = new EventSource(`${address}${route ? `?route=${route}` : ""}`);
  eventSource = own;
  own.onmessage = ({ data }) => {
    if (data !== main().dataset.version) void refresh();
  };
  own.onerror = () => {
    if (own.readyState !== EventSource.CLOSED) return;
    eventSource = null;
    setTimeout(startListening, RECONNECT_MS);
  };
}

export function stopListening(): void {
  eventSource?.close();
  eventSource = null;
}

/** Puts a report into the queue and shows it at once. */
export function queueReport(report: Report): void {
  reports.set([...reports.all(), report]);
  for (const open of all("details[open]")) open.removeAttribute("open");
  question()?.remove();
  applyHere(report);
  if (location.hash) history.replaceState(null, "", location.pathname);
  show(true);
  settleButtons();
  showSync();
  void sendAll();
}
