/** Sends what waits, and takes newer pages: after a report, when the dispatcher changed something, now and then. */
import type { ReportQuestion } from "~/lib/report-answer";
import { ask } from "./question";
import { all, companyId, here, main, mainIn, question } from "./page";
import { flush, send } from "./queue";
import type { Report } from "./queue";
import { routeNews, stopsIn } from "./news";
import { setUpProofs } from "./proof";
import { refusals, reports, server, showRefusals, showSync } from "./status";
import { applyHere } from "./stops";
import { NEWS_SETTLE_MS, SETTLE_MS, settle, settleButtons, show, tell, underThumb } from "./view";
import { filesOf, forgetFiles } from "./waiting-files";

/** After the line to the server was refused, e.g. because the session has ended. */
const LISTEN_AGAIN_MS = 30_000;
const PAGE_TIMEOUT_MS = 20_000;

let sending = false;
/** The page is older than what the server has, and could not be replaced yet. */
let owed = false;
/** What was told last while the driver was busy: it is said once. */
let toldVersion = "";
let line: EventSource | null = null;

const driverIsBusy = (): boolean => main().querySelector("details[open], .proof.shown") !== null || question() !== null;

/**
 * Takes the page that the server sent, with what still waits on top of it.
 * @param isOwn after a report of the driver's own, no news
 */
function takePage(html: string, { isOwn }: { isOwn: boolean }): void {
  const fresh = mainIn(html);
  const isError = fresh?.dataset.error !== undefined;
  const isHere = (page: HTMLElement) =>
    isError || main().dataset.error !== undefined || page.dataset.route === main().dataset.route;
  if (!fresh || !isHere(fresh)) return;
  const isRoute = !isError && main().dataset.error === undefined;
  const news = isRoute ? routeNews(stopsIn(main()), stopsIn(fresh), { isOwn }) : [];
  const before = underThumb();
  main().replaceWith(fresh);
  owed = false;
  setUpProofs(fresh);
  for (const report of reports.all()) applyHere(report);
  show();
  tell(news);
  if (news.length > 0 || underThumb() !== before) settle(NEWS_SETTLE_MS);
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
      if (one.kind === "question") askOrSay(report, one.question);
      isOld ||= report.url === here();
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
  if (isOld || owed) await refresh({ isOwn });
}

/** A driver who has left the page meant what they pressed there: the report goes again, with the answer yes. */
function askOrSay(report: Report, asked: ReportQuestion): void {
  if (report.url === here() && ask(report, asked)) {
    show(true);
    return settle(SETTLE_MS);
  }
  reports.set([{ ...report, fields: { ...report.fields, confirmed: "1" } }, ...reports.all()]);
}

/** Asks for the page anew. In the middle of something news are said, and the page is taken afterwards. */
export async function refresh({ isOwn = false }: { isOwn?: boolean } = {}): Promise<void> {
  owed = true;
  if (sending || reports.all().length > 0 || document.hidden || !navigator.onLine) return;
  try {
    const signal = AbortSignal.timeout(PAGE_TIMEOUT_MS);
    const response = await fetch(here(), { headers: { Accept: "text/html" }, signal });
    server.reachable = true;
    const html = await response.text();
    const isGone = response.status === 404 || response.status === 403;
    // A button may have been pressed meanwhile: then this page is older than what the driver did.
    if ((!response.ok && !isGone) || reports.all().length > 0) return;
    const fresh = mainIn(html);
    if (isGone || !driverIsBusy()) takePage(html, { isOwn });
    else if (!isOwn && fresh && fresh.dataset.version !== toldVersion) {
      toldVersion = fresh.dataset.version ?? "";
      tell(routeNews(stopsIn(main()), stopsIn(fresh)));
    }
  } catch {
    server.reachable = false;
  }
  showSync();
}

/** The driver is free again: what was owed to them comes now. */
export function payOwed(): void {
  if (owed && !driverIsBusy()) void refresh();
}

/** Hears that the page is out of date. Without the line it asks each minute. */
export function listen(): void {
  if (line || document.hidden || typeof EventSource === "undefined") return;
  const { route } = main().dataset;
  const address = location.pathname.replace(/\/driver.*/, "/driver/events");
  const own = new EventSource(`${address}${route ? `?route=${route}` : ""}`);
  line = own;
  own.onmessage = ({ data }) => {
    if (data !== main().dataset.version) void refresh();
  };
  own.onerror = () => {
    if (own.readyState !== EventSource.CLOSED) return;
    line = null;
    setTimeout(listen, LISTEN_AGAIN_MS);
  };
}

export function stopListening(): void {
  line?.close();
  line = null;
}

/** From here on the report is the queue's. */
export function accept(report: Report): void {
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
