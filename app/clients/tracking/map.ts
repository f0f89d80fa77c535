/** The map, which is loaded when somebody asks for it. */
import type { LightMap, LightMapData, LightMapModule } from "~/domain/light-map";
import { loadModule } from "~/lib/load-module";
import { main } from "./page";

let map: LightMap | null = null;
let shown = "";

/** After each newer page: offers the map, and shows what is new on one that is open. */
export function followMap(): void {
  const part = main().querySelector<HTMLElement>('[data-part="map"]');
  if (part === null) return;
  part.hidden = false;
  if (map !== null) return show(part);
  const button = part.querySelector<HTMLButtonElement>("[data-open-map]");
  if (button === null || button.onclick !== null) return;
  // Of the page as it was sent: later they may be translated.
  const words = button.textContent ?? "";
  button.onclick = () => void open(part, button, words);
}

function show({ dataset }: HTMLElement): void {
  const text = dataset.map ?? "";
  if (map === null || text === shown) return;
  shown = text;
  map.show(JSON.parse(text) as LightMapData);
}

async function open(part: HTMLElement, button: HTMLButtonElement, words: string): Promise<void> {
  button.disabled = true;
  button.textContent = "Loading the map…";
  try {
    const { openMap } = await loadModule<LightMapModule>(() => import(part.dataset.script ?? ""));
    const place = part.querySelector<HTMLElement>("[data-map-place]")!;
    place.hidden = false;
    // From now on it stays when the page is replaced.
    part.dataset.kept = "";
    map = openMap(place, { label: part.dataset.label ?? "Map" });
    button.remove();
    show(part);
  } catch {
    button.disabled = false;
    button.textContent = `${words}: that did not work. Try again`;
  }
}
