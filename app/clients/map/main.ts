/**
 * The map of pages without hydration: loaded when it is asked for, by the script of the page, which gives it what to
 * show. Everything on it is also said in words under it.
 */
import OlMap from "ol/Map.js";
import View from "ol/View.js";
import { defaults as defaultInteractions } from "ol/interaction/defaults.js";
import { MAP_DEFAULT_CENTER, MAP_DEFAULT_ZOOM } from "~/domain/constants";
import { mapWords } from "~/domain/light-map";
import type { LightMap, LightMapData, LightMapModule, OwnPlace } from "~/domain/light-map";
import { Ground } from "~/ui/map/ground.client";
import { Drawing, positionOf } from "./drawing";

const NEAREST_ZOOM = 17;
const PADDING_PX = 48;
const MOVE_MS = 240;
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const moveMs = (): number => (window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : MOVE_MS);

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  text = "",
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

function button(text: string, label: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", class: "button" }, text);
  if (label !== "") made.setAttribute("aria-label", label);
  made.addEventListener("click", onClick);
  return made;
}

/** @param place its content is replaced */
export const openMap: LightMapModule["openMap"] = (place, { label, onStop, onLocate }): LightMap => {
  const canvas = element("div", { class: "map-canvas", role: "application", tabindex: "0", "aria-label": label });
  const credits = element("p", { class: "map-credits" });
  const words = element("p", { class: "map-words", role: "status" });
  const fault = element("p", { class: "map-words soft", hidden: "" }, "The map’s background can’t be loaded.");
  const frame = element("div", { class: "light-map" });
  const drawing = new Drawing();
  const ground = new Ground(
    () => drawing.groundColours,
    () => (fault.hidden = false),
    () => (dark.matches ? "dark" : "light"),
  );
  const map = new OlMap({
    target: canvas,
    layers: [ground.group, ...drawing.layers()],
    controls: [],
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
    view: new View({
      center: positionOf(MAP_DEFAULT_CENTER),
      zoom: MAP_DEFAULT_ZOOM,
      minZoom: 2,
      maxZoom: 19,
      enableRotation: false,
    }),
  });
  const view = map.getView();
  let shown: LightMapData | null = null;
  let own: OwnPlace | null = null;

  const zoomBy = (by: number) => view.animate({ zoom: (view.getZoom() ?? 0) + by, duration: moveMs() });
  const lookAtAll = () => {
    const extent = drawing.extent();
    const size = map.getSize();
    if (extent === null || size === undefined || size.some((side) => side === 0)) return;
    // On a small phone the room around must not be all there is.
    const padding = Array.from({ length: 4 }, () => Math.min(PADDING_PX, Math.min(...size) / 6));
    view.fit(extent, { padding, maxZoom: NEAREST_ZOOM, duration: moveMs() });
  };
  const say = () => {
    if (shown !== null) words.textContent = mapWords(shown, own);
  };

  canvas.setAttribute("aria-describedby", (words.id = "map-words"));
  const zooms = element("div", { class: "map-zoom" });
  zooms.append(
    button("+", "Zoom in", () => zoomBy(1)),
    button("−", "Zoom out", () => zoomBy(-1)),
  );
  const buttons = element("div", { class: "map-buttons" });
  buttons.append(button("Show all", "", lookAtAll));
  if (onLocate) buttons.append(button("My place", "", onLocate));
  const box = element("div", { class: "map-box" });
  box.append(canvas, zooms, credits);
  frame.append(box, buttons, words, fault);
  place.replaceChildren(frame);

  map.on("click", ({ coordinate }) => {
    const stop = drawing.stopAt(coordinate, view.getResolution() ?? 1);
    if (stop !== null) onStop?.(stop.id);
  });
  // The page may have been hidden when the map was opened.
  let hasFitted = false;
  const fitOnce = () => {
    if (hasFitted || shown === null || !map.getSize()?.every((side) => side > 0)) return;
    hasFitted = true;
    lookAtAll();
  };
  map.on("change:size", fitOnce);
  new ResizeObserver(() => map.updateSize()).observe(canvas);
  dark.addEventListener("change", () => {
    drawing.recolour();
    ground.recolour();
  });

  return {
    element: frame,
    show(data) {
      // Drawing the ground anew makes it flicker.
      if (shown === null || JSON.stringify(shown.base) !== JSON.stringify(data.base)) {
        fault.hidden = true;
        ground.show(data.base);
        credits.textContent = [...new Set(data.base.map(({ attribution }) => attribution))].join(", ");
      }
      shown = data;
      drawing.show(data);
      say();
      fitOnce();
    },
    showVehicle(vehicle) {
      if (shown !== null) shown = { ...shown, vehicle };
      drawing.showVehicle(vehicle);
      say();
    },
    showOwn(place) {
      own = place;
      drawing.showOwn(place);
      say();
    },
    lookAt(target) {
      hasFitted = true;
      view.cancelAnimations();
      const zoom = Math.max(view.getZoom() ?? 0, NEAREST_ZOOM - 2);
      view.animate({ center: positionOf(target), zoom, duration: moveMs() });
    },
    lookAtAll,
  };
};
