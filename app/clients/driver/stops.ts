/** Shows what was reported before the server has answered. */
import { finishHeading, nextStop, progressText, servedText } from "~/domain/route/road-view";
import type { RoadStage, RoadStop, StopState } from "~/domain/route/road-view";
import { all, pagePath, main, write } from "./page";
import type { Report } from "./queue";

const WAITS = "waiting to send";
const WORDS: Readonly<Record<StopState, string>> = { done: "Done", failed: "Failed", left: "" };

/** null on a page that is no route's: the list of routes, an error. */
export const shownStage = (): RoadStage | null => (main().dataset.stage as RoadStage | undefined) ?? null;

/** The stops of the page, in the order of driving. */
export const shownStops = (): RoadStop[] =>
  all("[data-row]").map(({ dataset }) => ({
    id: Number(dataset.row),
    kind: dataset.kind as RoadStop["kind"],
    state: dataset.state as StopState,
  }));

function setStop(state: StopState, visitId: string, past: string): void {
  const stop = document.getElementById(`stop-${visitId}`);
  const row = main().querySelector(`[data-row="${CSS.escape(visitId)}"]`);
  if (!stop || !row) return;
  stop.dataset.state = state;
  // No page of the server's has this: the next one puts the stop in its place as a whole, with empty fields.
  stop.dataset.reported = "";
  document.getElementById(`proof-${visitId}`)?.setAttribute("data-state", state);
  row.setAttribute("data-state", state);
  write(row.querySelector("[data-word]"), WORDS[state]);
  write(row.querySelector("[data-past]"), past);
  write(stop.querySelector("[data-outcome]"), `${WORDS[state]}!`);
  write(stop.querySelector("[data-past]"), past);
  const last = main().querySelector<HTMLElement>("[data-last]");
  if (!last) return;
  last.hidden = state === "left";
  write(last.querySelector("[data-word]"), WORDS[state]);
  last.querySelector("[data-word]")?.setAttribute("class", state);
  write(last.querySelector("[data-time]"), "");
  write(last.querySelector("[data-name]"), stop.dataset.name ?? "");
  const field = last.querySelector<HTMLInputElement>("[name=visitId]");
  if (field) field.value = visitId;
}

/** The first stop that is left is next; the progress follows. Once the route is finished nothing is taken back. */
function setNext(): void {
  const stage = shownStage();
  if (stage === null) return;
  const stops = shownStops();
  const next = stage === "road" ? String(nextStop(stops)?.id ?? "") : "";
  for (const stop of all(".stop")) stop.classList.toggle("next", stop.dataset.visit === next);
  for (const row of all("[data-row]")) row.classList.toggle("next", row.dataset.row === next);
  write(main().querySelector("[data-progress]"), progressText(stage, stops));
  for (const place of all("[data-served]")) write(place, servedText(stops));
  for (const place of all("[data-finish-heading]")) write(place, finishHeading(stops));
  if (stage !== "road") for (const last of all("[data-last]")) last.hidden = true;
}

/** Takes a stored photo out of the stop, and of the proof's count. */
function removePicture(visitId: string, id: string): void {
  for (const picture of all(`[data-picture="${CSS.escape(id)}"]`)) picture.remove();
  const box = document.querySelector<HTMLElement>(`#proof-${CSS.escape(visitId)} [data-kind=photo]`);
  if (!box) return;
  box.dataset.count = String(box.querySelectorAll("[data-picture]").length);
  // Its form shows what is still missing.
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The reports of this page that it doesn't show as the server made it. */
function leftOf(list: readonly Report[]): Report[] {
  const made = Number(main().dataset.made ?? 0);
  const isLeft = ({ state, takenAt = 0 }: Report) => state === "waiting" || (state === "sent" && takenAt > made);
  return list.filter((report) => isLeft(report) && report.url === pagePath());
}

/** The page shows more than the server made it with: it may come to nothing. */
let showsReports = false;

/** Of a page that is about to be shown as the server made it. */
export const noteAsMade = (): void => void (showsReports = false);

/** Applies the reports of this page to it as the server will, or has since the page was made. */
export function applyReports(list: readonly Report[]): void {
  for (const report of leftOf(list)) {
    showsReports = true;
    apply(report);
  }
}

/** Whether the page shows what the server made, and nothing is to be shown beside it. */
export const isAsMade = (list: readonly Report[]): boolean => !showsReports && leftOf(list).length === 0;

function apply(report: Report): void {
  const past = report.state === "waiting" ? WAITS : "";
  const { intent, visitId = "" } = report.fields;
  if (intent === "start") main().dataset.stage = "road";
  if (intent === "finish" && nextStop(shownStops()) === null) main().dataset.stage = "completed";
  if (intent === "done" || intent === "failed") setStop(intent, visitId, past);
  if (intent === "on-route") setStop("left", visitId, "");
  if (intent === "remove-photo") removePicture(visitId, report.fields.attachmentId ?? "");
  setNext();
}
