// @ts-check
/**
 * Makes the driver's page quick and safe without a network: what is pressed shows at once, waits in a queue and is sent
 * as the plain form would be. Without this script every form works by itself.
 */
import { filesOf, forgetFiles, keepFiles } from "./driver-files.js";
import { newsWords, routeNews, stopsIn } from "./driver-news.js";
import { proofFiles, proofIsComplete, setUpProofs } from "./driver-proof.js";
import { flush, newId, send, storedList, syncWords } from "./driver-queue.js";

/** @typedef {import("./driver-queue.js").Report} Report */
/** @typedef {import("./driver-queue.js").Refused} Refused */

const RETRY_MS = 15_000;
const REFRESH_MS = 60_000;
/** A second tap within this time was meant for the first button, not for what stands there now: the buttons wait. */
const SETTLE_MS = 600;
/** The same for what moved without a tap of the reader's own, which they can't foresee. */
const NEWS_SETTLE_MS = 1_000;
/** After the line to the server was refused, e.g. because the session has ended. */
const LISTEN_AGAIN_MS = 30_000;

const frame = /** @type {HTMLElement} */ (document.querySelector(".road-frame"));
const sync = /** @type {HTMLElement} */ (document.getElementById("sync"));
const owner = frame.dataset.owner ?? "";
const companyId = frame.dataset.company ?? "";
const storage = (() => {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
})();
/** @type {ReturnType<typeof storedList<Report>>} */
const reports = storedList(storage, `driver.reports.${owner}`);
/** @type {ReturnType<typeof storedList<Refused>>} */
const refusals = storedList(storage, `driver.refused.${owner}`);

let reachable = navigator.onLine;
let signedOut = false;
let switched = false;
let sending = false;
let settledAt = 0;
/** The page is older than what the server has, and could not be replaced yet. */
let owed = false;
/** @type {EventSource | null} */
let line = null;

const main = () => /** @type {HTMLElement} */ (document.getElementById("main"));
/** @param {string} selector @returns {HTMLElement[]} */
const all = (selector) => Array.from(main().querySelectorAll(selector));
const hereUrl = () => location.pathname;

/* ---- what is shown ---- */

function firstView() {
  const { stage, first } = main().dataset;
  if (document.getElementById("question")) return "question";
  if (stage === "ready") return "start";
  if (stage === "completed") return "completed";
  if (stage !== "road") return first ?? "";
  return all(".stop.next:not(.proof)")[0]?.id ?? "finish";
}

/** @param {boolean} [moved] the reader was sent here: focus and top of the page follow */
function show(moved = false) {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const view = (wanted && !document.getElementById("question") && document.getElementById(wanted)) || document.getElementById(firstView());
  for (const one of all(".view")) one.classList.toggle("shown", one === view);
  for (const tab of all(".tabs a")) tab.toggleAttribute("aria-current", (tab.getAttribute("href") === "#list") === (view?.id === "list"));
  if (!moved || !view) return;
  window.scrollTo(0, 0);
  view.focus({ preventScroll: true });
}

function showSync() {
  const waiting = reports.all().length;
  sync.dataset.tone = waiting > 0 || !reachable ? "waiting" : "sent";
  if (signedOut && waiting > 0) {
    const link = document.createElement("a");
    link.href = `${location.pathname.replace(/\/driver.*/, "/login")}?redirectTo=/driver`;
    link.textContent = `Sign in to send ${waiting}`;
    sync.replaceChildren(link);
    return;
  }
  if (switched && waiting > 0) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = `${frame.dataset.switch}?company_id=${companyId}&to=/driver`;
    const button = document.createElement("button");
    button.className = "link";
    button.textContent = `You switched company: switch back to send ${waiting}`;
    form.append(button);
    sync.replaceChildren(form);
    return;
  }
  const words = syncWords(waiting, reachable);
  if (sync.textContent !== words) sync.textContent = words;
}

function showRefusals() {
  document.getElementById("refused")?.remove();
  const list = refusals.all();
  if (list.length === 0) return;
  const box = document.createElement("div");
  box.id = "refused";
  box.className = "notice bad";
  box.setAttribute("role", "alert");
  for (const { label, message } of list) {
    const line = document.createElement("p");
    line.textContent = `${label} was not accepted: ${message}`;
    box.append(line);
  }
  const close = document.createElement("button");
  close.className = "button";
  close.textContent = "OK";
  close.addEventListener("click", () => {
    refusals.set([]);
    box.remove();
  });
  box.append(close);
  sync.after(box);
}

/** Switches what can be pressed off until the new view has settled, and on again then. */
function settleButtons() {
  const rest = settledAt - Date.now();
  for (const button of all("form[data-command] button")) /** @type {HTMLButtonElement} */ (button).disabled = rest > 0;
  for (const button of all(".view a.button, .view summary")) {
    if (rest > 0) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
  if (rest > 0) setTimeout(settleButtons, rest);
}

/** @param {number} ms */
function settle(ms) {
  settledAt = Math.max(settledAt, Date.now() + ms);
  settleButtons();
}

/** @param {readonly string[]} news what changed; nothing is said for nothing */
function tell(news) {
  if (news.length === 0) return;
  const box = document.getElementById("news") ?? document.createElement("div");
  box.id = "news";
  box.className = "notice";
  box.setAttribute("role", "status");
  const words = document.createElement("p");
  words.textContent = newsWords(news);
  const close = document.createElement("button");
  close.className = "button";
  close.textContent = "OK";
  close.addEventListener("click", () => box.remove());
  box.replaceChildren(words, close);
  sync.after(box);
}

/* ---- optimistic changes ---- */

const WORDS = /** @type {const} */ ({ done: "Done", failed: "Failed", left: "" });

/** @param {"done" | "failed" | "left"} state @param {string} visitId */
function setStop(state, visitId) {
  const stop = document.getElementById(`stop-${visitId}`);
  const row = main().querySelector(`[data-row="${CSS.escape(visitId)}"]`);
  if (!stop || !row) return;
  stop.dataset.state = state;
  document.getElementById(`proof-${visitId}`)?.setAttribute("data-state", state);
  row.setAttribute("data-state", state);
  /** @param {Element} root @param {string} selector @param {string} text */
  const write = (root, selector, text) => {
    const place = root.querySelector(selector);
    if (place) place.textContent = text;
  };
  write(row, "[data-word]", WORDS[state]);
  write(row, "[data-past]", "");
  write(stop, "[data-outcome]", `${WORDS[state]}!`);
  write(stop, "[data-past]", "");
  const last = /** @type {HTMLElement | null} */ (main().querySelector("[data-last]"));
  if (!last) return;
  last.hidden = state === "left";
  write(last, "[data-word]", WORDS[state]);
  last.querySelector("[data-word]")?.setAttribute("class", state);
  write(last, "[data-time]", "");
  write(last, "[data-name]", stop.dataset.name ?? "");
  const field = /** @type {HTMLInputElement | null} */ (last.querySelector("[name=visitId]"));
  if (field) field.value = visitId;
}

/** The first stop of the list that is left is next; the progress follows. */
function setNext() {
  const stage = main().dataset.stage;
  const left = all("[data-row]").filter((row) => row.dataset.state === "left");
  const nextId = stage === "road" ? left[0]?.dataset.row : undefined;
  for (const stop of all(".stop")) stop.classList.toggle("next", stop.dataset.visit === nextId);
  for (const row of all("[data-row]")) row.classList.toggle("next", row.dataset.row === nextId);
  const progress = main().querySelector("[data-progress]");
  const total = Number(main().dataset.total);
  const stops = all("[data-row]").filter((row) => row.dataset.kind === "stop");
  const served = stops.filter((row) => row.dataset.state !== "left").length;
  if (progress && stage === "road") progress.textContent = served < total ? `Stop ${served + 1} of ${total}` : `All ${total} served`;
  if (progress && stage === "completed") progress.textContent = "Completed";
}

/** @param {Report} report */
function applyHere(report) {
  if (report.url !== hereUrl()) return;
  const { intent, visitId = "" } = report.fields;
  if (intent === "start") main().dataset.stage = "road";
  if (intent === "finish" && all('[data-row][data-state="left"]').length === 0) main().dataset.stage = "completed";
  if (intent === "done" || intent === "failed") setStop(intent, visitId);
  if (intent === "on-route") setStop("left", visitId);
  setNext();
}

/** What lies under the reader's thumb: a tap is meant for this, and for nothing that takes its place. */
function underThumb() {
  const view = main().querySelector(".view.shown");
  return `${view?.id} ${view?.getAttribute("data-state")} ${Array.from(view?.querySelectorAll("[data-text]") ?? [], (one) => one.textContent).join("|")}`;
}

/** @param {string} html */
const mainIn = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("main");

/**
 * Takes the page that the server sent, with what still waits on top of it.
 * @param {string} html
 * @param {{ isOwn: boolean }} given the answer to a report of one's own, or news
 */
function takePage(html, { isOwn }) {
  const fresh = mainIn(html);
  const isError = fresh?.dataset.error !== undefined;
  if (!fresh || (!isError && main().dataset.error === undefined && fresh.dataset.route !== main().dataset.route)) return;
  const news = !isError && main().dataset.error === undefined ? routeNews(stopsIn(main()), stopsIn(fresh), { isOwn }) : [];
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

/* ---- sending ---- */

const askedSomething = () => document.getElementById("question") !== null;
const readerIsBusy = () => main().querySelector("details[open], .proof.shown") !== null || askedSomething();

async function sendAll() {
  if (!navigator.onLine) reachable = false;
  if (sending || reports.all().length === 0 || askedSomething() || !navigator.onLine) return showSync();
  sending = true;
  let page = "";
  const answer = await flush(
    reports,
    // A report that an older page kept doesn't name its company; the queue does.
    (report) => send({ ...report, fields: { pageCompany: companyId, ...report.fields } }, { fetch: window.fetch.bind(window), now: Date.now(), filesOf }),
    (one, report) => {
      if (report.hasFiles) void forgetFiles(report.id);
      if (one.kind === "refused") refusals.set([...refusals.all(), { label: report.label, message: one.message }]);
      if ((one.kind === "accepted" || one.kind === "question") && report.url === hereUrl()) page = one.html;
      if (one.kind === "refused") page = "";
      showSync();
    },
  );
  sending = false;
  signedOut = answer?.kind === "signed-out";
  switched = answer?.kind === "switched";
  reachable = answer?.kind !== "offline";
  showSync();
  showRefusals();
  if (page && (answer?.kind === "question" || !readerIsBusy())) takePage(page, { isOwn: true });
  else if (page || owed || answer?.kind === "refused") await refresh();
}

/** What was told last while the reader was busy: it is said once. */
let toldVersion = "";

/** News from the dispatcher. In the middle of something they are said, and the page is taken afterwards. */
async function refresh() {
  owed = true;
  if (sending || reports.all().length > 0 || document.hidden || !navigator.onLine) return;
  try {
    const response = await fetch(hereUrl(), { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(20_000) });
    reachable = true;
    const html = await response.text();
    const isGone = response.status === 404 || response.status === 403;
    // A button may have been pressed meanwhile: then this page is older than what the reader did.
    if ((!response.ok && !isGone) || reports.all().length > 0) return;
    const fresh = mainIn(html);
    if (isGone || !readerIsBusy()) takePage(html, { isOwn: false });
    else if (fresh && fresh.dataset.version !== toldVersion) {
      toldVersion = fresh.dataset.version ?? "";
      tell(routeNews(stopsIn(main()), stopsIn(fresh)));
    }
  } catch {
    reachable = false;
  }
  showSync();
}

/** The reader is free again: what was owed to them comes now. */
const payOwed = () => {
  if (owed && !readerIsBusy()) void refresh();
};

/** Hears that the page is out of date. Without the line it asks each minute. */
function listen() {
  if (line || document.hidden || typeof EventSource === "undefined") return;
  const { route } = main().dataset;
  const own = new EventSource(`${location.pathname.replace(/\/driver.*/, "/driver/events")}${route ? `?route=${route}` : ""}`);
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

/** @param {HTMLFormElement} form */
const labelOf = (form) => {
  const name = form.closest("[data-name]")?.getAttribute("data-name") ?? main().querySelector(".last [data-name]")?.textContent ?? "";
  const words = { start: "Start", finish: "Finish", done: "Done", failed: "Failed", "on-route": "On route again" };
  const what = words[/** @type {keyof typeof words} */ (form.dataset.command)] ?? "The report";
  return name && form.dataset.command !== "start" && form.dataset.command !== "finish" ? `${what}, ${name},` : what;
};

// A tap that was meant for what stood there before does nothing, whatever it hits now.
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (Date.now() >= settledAt || !target.closest(".view")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.command) return;
  event.preventDefault();
  const now = Date.now();
  if (now < settledAt) return;
  const withProof = form.dataset.proof !== undefined;
  if (withProof && !proofIsComplete(form)) return;
  settledAt = now + SETTLE_MS;
  const data = new FormData(form, /** @type {SubmitEvent} */ (event).submitter);
  /** @type {Record<string, string>} */
  const fields = {};
  for (const [name, value] of data) if (typeof value === "string") fields[name] = value;
  const id = newId();
  fields.commandId = id;
  const report = { id, url: new URL(form.action).pathname, fields, label: labelOf(form), at: now };
  void (withProof ? proofFiles(form) : Promise.resolve([])).then(async (files) => {
    // Kept before the report is: what is sent always has its pictures.
    if (files.length > 0) await keepFiles(id, files);
    accept(files.length > 0 ? { ...report, hasFiles: true } : report);
  });
});

/** From here on the report is the queue's. @param {Report} report */
function accept(report) {
  reports.set([...reports.all(), report]);
  for (const open of all("details[open]")) open.removeAttribute("open");
  document.getElementById("question")?.remove();
  applyHere(report);
  if (location.hash) history.replaceState(null, "", location.pathname);
  show(true);
  settleButtons();
  showSync();
  void sendAll();
}

// Another page can't be loaded without a network, and the browser's own error page would hide this one.
document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link || link.origin !== location.origin || link.getAttribute("href")?.startsWith("#") || navigator.onLine) return;
  event.preventDefault();
  reachable = false;
  showSync();
});

window.addEventListener("hashchange", () => {
  show(true);
  settle(SETTLE_MS);
  payOwed();
});
// What unfolds is seen whole.
document.addEventListener("toggle", (event) => {
  const details = /** @type {HTMLDetailsElement} */ (event.target);
  if (details.open) details.scrollIntoView({ block: "nearest" });
  else payOwed();
}, { capture: true });
window.addEventListener("online", () => {
  reachable = true;
  void sendAll().then(refresh);
});
window.addEventListener("offline", () => {
  reachable = false;
  showSync();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    line?.close();
    line = null;
    return;
  }
  listen();
  void sendAll().then(refresh);
});
setInterval(() => void sendAll(), RETRY_MS);
setInterval(() => void refresh(), REFRESH_MS);

document.documentElement.classList.add("js");
setUpProofs(main());
for (const report of reports.all()) applyHere(report);
show();
showSync();
showRefusals();
listen();
void sendAll();
