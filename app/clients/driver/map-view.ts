/** The map of the route: loaded when its view is opened, then kept for newer pages. */
import type { LightMap, LightMapData, LightMapModule, LightMapStop } from "~/domain/light-map";
import { nextStop } from "~/domain/route/road-view";
import type { Place } from "~/domain/place";
import { loadModule } from "~/lib/load-module";
import { timeLimit } from "~/lib/time-limit";
import { findPlace, isGranted, isRefused } from "./place";
import { main, write } from "./page";
import { shownStage, shownStops } from "./stops";

const SLOW_MS = 20_000;
const FOLLOW_MS = 10_000;

let map: LightMap | null = null;
let data: LightMapData | null = null;
/** the version of the page that the data belongs to */
let version = "";
let isLoading = false;
/** a stop that the driver wants to see */
let wanted: Place | null = null;

const section = () => main().querySelector<HTMLElement>("#map");
const say = (words: string) => {
  const place = section()?.querySelector<HTMLElement>("[data-map-place]");
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  write(line, words);
  place?.replaceChildren(line);
};

/** As the page shows them: reports that wait to be sent count. */
function stopsNow({ stops }: LightMapData): LightMapStop[] {
  const shown = shownStops().filter(({ kind }) => kind === "stop");
  const next = shownStage() === "road" ? nextStop(shown)?.id : undefined;
  const states = new Map(shown.map(({ id, state }) => [id, state]));
  return stops.map((stop) => ({ ...stop, state: states.get(stop.id) ?? stop.state, isNext: stop.id === next }));
}

async function fetchData(source: string): Promise<LightMapData> {
  const limit = timeLimit(SLOW_MS);
  try {
    const response = await fetch(source, { headers: { Accept: "application/json" }, signal: limit.signal });
    if (!response.ok) throw new Error(`The map's data answered ${response.status}.`);
    return (await response.json()) as LightMapData;
  } finally {
    limit.end();
  }
}

async function open(view: HTMLElement): Promise<LightMap> {
  const { openMap } = await loadModule<LightMapModule>(() => import(view.dataset.script ?? ""));
  return openMap(view.querySelector<HTMLElement>("[data-map-place]")!, {
    label: view.dataset.label ?? "Map",
    onStop: (id) => {
      location.hash = `stop-${id}`;
    },
    onLocate: () => void locate(),
  });
}

/** Where the driver is, and there the map goes. */
async function locate(): Promise<void> {
  const own = await findPlace({ maxAgeMs: FOLLOW_MS });
  map?.showOwn(own);
  if (own !== null) return map?.lookAt(own);
  const line = map?.element.querySelector(".map-words");
  if (line)
    line.textContent = isRefused()
      ? "This phone doesn’t tell where it is. Its settings for this site allow it again."
      : "This phone can’t find out where it is right now.";
}

/** While the map is seen it follows the phone, where the browser doesn't have to ask. */
async function followPhone(): Promise<void> {
  if (document.hidden || map === null || !section()?.classList.contains("shown") || !(await isGranted())) return;
  map.showOwn(await findPlace({ maxAgeMs: FOLLOW_MS }));
}

/** For every view that is shown, and every newer page. */
export function followMap(view: HTMLElement | null): void {
  if (view?.id === "map") void showMap(view);
}

async function showMap(view: HTMLElement): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const isNewer = version !== main().dataset.version;
    const [opened, fresh] = await Promise.all([
      map ?? open(view),
      // Without a network the data of before shows, with the stops as they are now.
      data === null || isNewer ? fetchData(view.dataset.source ?? "").catch(() => data) : data,
    ]);
    if (fresh === null) throw new Error("There is no data.");
    [map, data, version] = [opened, fresh, main().dataset.version ?? ""];
    const place = section()?.querySelector("[data-map-place]");
    if (place && !place.contains(map.element)) place.replaceChildren(map.element);
    map.show({ ...data, stops: stopsNow(data) });
    if (wanted !== null) map.lookAt(wanted);
    wanted = null;
    void followPhone();
  } catch {
    say("The map can’t be loaded without a network. All stops are in the list.");
  } finally {
    isLoading = false;
  }
}

document.addEventListener("click", ({ target }) => {
  const { lat, lng } = (target as Element).closest("[data-look]")?.closest<HTMLElement>("[data-lat]")?.dataset ?? {};
  if (lat !== undefined && lng !== undefined) wanted = { lat: Number(lat), lng: Number(lng) };
});

setInterval(() => void followPhone(), FOLLOW_MS);
