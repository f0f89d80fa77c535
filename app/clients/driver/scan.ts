/** Compares the barcode on a parcel with the stop: by the camera where the browser reads codes, typed everywhere. */
import { scanResult } from "~/domain/visit/scanned-code";
import type { CodedStop } from "~/domain/visit/scanned-code";
import { all, main, write } from "./page";

const LOOK_MS = 250;

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

/** The stop whose parcel is checked. */
let wanted = "";
let stream: MediaStream | null = null;
let looking: ReturnType<typeof setTimeout> | undefined;

const part = <E extends HTMLElement = HTMLElement>(name: string) => main().querySelector<E>(`[data-scan-${name}]`);
const stopOf = (id: string | number) => document.getElementById(`stop-${id}`);
const stopsWithCodes = (): CodedStop[] =>
  all(".stop[data-code]").map(({ dataset }) => ({ id: Number(dataset.visit), code: dataset.code ?? "" }));

const say = (name: string, text: string): void => write(part(name), text);

function showResult(code: string): void {
  const result = scanResult(code, Number(wanted), stopsWithCodes());
  const other = part<HTMLAnchorElement>("other");
  const place = part("result");
  if (!other || !place) return;
  const name = result.kind === "other" ? (stopOf(result.stop.id)?.dataset.name ?? "") : "";
  const words = {
    right: `✓ ${code} belongs to this stop`,
    other: `✕ ${code} is for another stop: ${name}`,
    unknown: `✕ ${code} belongs to no stop of this route`,
  };
  say("result", words[result.kind]);
  place.className = `outcome ${result.kind === "right" ? "done" : "failed"}`;
  other.hidden = result.kind !== "other";
  if (result.kind === "other") other.href = `#stop-${result.stop.id}`;
  if (result.kind === "right") stopCamera();
}

function stopCamera(): void {
  clearTimeout(looking);
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  const video = part<HTMLVideoElement>("video");
  if (!video) return;
  video.srcObject = null;
  video.remove();
}

/** The page comes without it, see `ScanCard`. */
function picture(opened: MediaStream): HTMLVideoElement {
  const video = document.createElement("video");
  video.dataset.scanVideo = "";
  video.muted = true;
  video.playsInline = true;
  video.setAttribute("aria-label", "What the camera sees");
  video.srcObject = opened;
  return video;
}

async function startCamera(): Promise<void> {
  const { BarcodeDetector } = window as { BarcodeDetector?: new () => Detector };
  if (BarcodeDetector === undefined || !navigator.mediaDevices) {
    return say("camera", "This browser reads no barcodes: type the code that is on the parcel.");
  }
  try {
    const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    const place = part("camera");
    stream = opened;
    // The driver may have gone on while the browser asked.
    if (!place || !isShown()) return stopCamera();
    const video = picture(opened);
    place.before(video);
    // It plays once there is a picture; until then no code is found.
    void video.play().catch(() => undefined);
    say("camera", "Hold the barcode in front of the camera, or type the code.");
    look(new BarcodeDetector(), video);
  } catch {
    stopCamera();
    say("camera", "The camera can\u2019t be used here: type the code that is on the parcel.");
  }
}

function look(detector: Detector, video: HTMLVideoElement): void {
  looking = setTimeout(() => {
    void detector
      .detect(video)
      .catch(() => [])
      .then(([found]) => {
        if (stream === null) return;
        if (found) showResult(found.rawValue);
        // A newer page has another place for the picture.
        const place = part<HTMLVideoElement>("video");
        if (stream !== null && place === video) look(detector, video);
      });
  }, LOOK_MS);
}

const isShown = (): boolean => main().querySelector("#scan.shown") !== null;

/** For every view that is shown, and every newer page: the camera is on in its own view alone. */
export function followScan(view: HTMLElement | null): void {
  if (view?.id !== "scan") return stopCamera();
  const { code = "", name = "" } = stopOf(wanted)?.dataset ?? {};
  say("name", name);
  say("wanted", code);
  const back = part<HTMLAnchorElement>("back");
  if (back) back.href = wanted === "" ? "#" : `#stop-${wanted}`;
  if (code === "") return say("camera", "Open a stop first, and check its barcode from there.");
  if (stream === null && part("result")?.textContent === "") void startCamera();
}

document.addEventListener("click", ({ target }) => {
  const { scan } = (target as Element).closest<HTMLElement>("[data-scan]")?.dataset ?? {};
  if (scan === undefined) return;
  wanted = scan;
  say("result", "");
  part("other")?.setAttribute("hidden", "");
  part<HTMLFormElement>("typed")?.reset();
});

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset.scanTyped === undefined) return;
  event.preventDefault();
  const code = String(new FormData(form).get("code") ?? "").trim();
  if (code !== "") showResult(code);
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return stopCamera();
  if (isShown()) followScan(main().querySelector("#scan"));
});
