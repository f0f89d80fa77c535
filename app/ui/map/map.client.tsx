import { useEffect, useRef, useState } from "react";
import OlMap from "ol/Map.js";
import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import type { Coordinate } from "ol/coordinate.js";
import Overlay from "ol/Overlay.js";
import View from "ol/View.js";
import Attribution from "ol/control/Attribution.js";
import ScaleLine from "ol/control/ScaleLine.js";
import { containsCoordinate } from "ol/extent.js";
import { defaults as defaultInteractions } from "ol/interaction/defaults.js";
import DragRotate from "ol/interaction/DragRotate.js";
import DragZoom from "ol/interaction/DragZoom.js";
import { fromLonLat, toLonLat } from "ol/proj.js";
import { MAP_DEFAULT_CENTER, MAP_DEFAULT_ZOOM } from "~/domain/constants";
import type { BaseMap } from "~/domain/base-map";
import { sixDecimals } from "~/domain/six-decimals";
import { pressOf } from "~/ui/press";
import { useUnits } from "~/ui/use-units";
import { addLasso } from "./lasso.client";
import { FarPlaces, MapControls } from "./map-controls";
import { MapFit, moveMs } from "./map-fit.client";
import { MapLayers } from "./map-layers.client";
import { makePinDraggable } from "./pin-drag.client";
import type { MapLayersShown, MapViewProps } from "./map-types";
import styles from "./map.module.css";

const NONE: ReadonlySet<number> = new Set();
const STOP_REACH_PX = 14;
const LINE_REACH_PX = 6;
const placeAt = (coordinate: Coordinate) => {
  const [lng = 0, lat = 0] = toLonLat(coordinate);
  return { lat: sixDecimals(lat), lng: sixDecimals(lng) };
};

interface Parts {
  map: OlMap;
  layers: MapLayers;
  tip: Overlay;
  fit: MapFit;
  scaleLine: ScaleLine;
}

/** The map itself; use MapView. OpenLayers is updated with what changed, never rebuilt. */
export default function MapClient(props: MapViewProps) {
  const {
    routes,
    stops,
    warehouses,
    vehicles,
    trails,
    selectedRouteId = null,
    hoveredStopId = null,
    hoveredRouteId = null,
    selectedStopIds = NONE,
    picked,
    fitToken,
    chosen = null,
  } = props;
  const { distance } = useUnits();
  const target = useRef<HTMLDivElement>(null);
  const scale = useRef<HTMLDivElement>(null);
  const credits = useRef<HTMLDivElement>(null);
  const parts = useRef<Parts | null>(null);
  const now = useRef(props);
  now.current = props;
  const [lassoing, setLassoing] = useState(false);
  const lassoOn = useRef(false);
  lassoOn.current = lassoing;
  const [shown, setShown] = useState<MapLayersShown>({
    lines: true,
    names: true,
    unscheduled: true,
    warehouses: true,
    vehicles: true,
    trails: true,
  });
  const [tilesFailed, setTilesFailed] = useState(false);
  /** in words: places far from all others that are not in view */
  const [far, setFar] = useState<string | null>(null);
  const fitted = useRef<string | number | null>(null);

  useEffect(() => {
    if (!target.current || !scale.current) return;
    // Offline, or a wrong address: the plain ground under what was loaded, and a word about it.
    const layers = new MapLayers(() => setTilesFailed(true));
    const element = document.createElement("div");
    element.className = styles.tip ?? "";
    const tip = new Overlay({ element, positioning: "bottom-center", offset: [0, -18], stopEvent: false });
    const scaleLine = new ScaleLine({ target: scale.current, className: "map-scale", minWidth: 64 });
    const centre = now.current.center ?? MAP_DEFAULT_CENTER;
    const map = new OlMap({
      target: target.current,
      layers: layers.all(),
      overlays: [tip],
      controls: [
        scaleLine,
        // What a source says of the tiles in view; most say nothing, and the layer's own word stands.
        new Attribution({ target: credits.current ?? undefined, className: "map-credits", collapsible: false }),
      ],
      interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
      view: new View({
        center: fromLonLat([centre.lng, centre.lat]),
        zoom: MAP_DEFAULT_ZOOM,
        maxZoom: 19,
        minZoom: 2,
        enableRotation: false,
      }),
    });
    for (const interaction of map.getInteractions().getArray().slice()) {
      if (interaction instanceof DragRotate || interaction instanceof DragZoom) map.removeInteraction(interaction);
    }
    const fit = new MapFit(map, layers, () => now.current.coveredRightPx ?? 0);
    parts.current = { map, layers, tip, fit, scaleLine };
    const viewport = map.getViewport() as HTMLElement;

    // Looked up in the sources' own index: cheaper than asking the canvas which pixel belongs to whom.
    const reach = (px: number) => px * (map.getView().getResolution() ?? 1);
    const stopAt = (event: MapBrowserEvent) => layers.stopAt(event.coordinate, reach(STOP_REACH_PX));
    const vehicleAt = (event: MapBrowserEvent) => layers.vehicleAt(event.coordinate, reach(STOP_REACH_PX));
    const onMove = (event: MapBrowserEvent) => {
      const { onHover, onHoverRoute } = now.current;
      if (event.dragging || !onHover) return;
      const vehicle = onHoverRoute ? vehicleAt(event) : null;
      const id = vehicle === null ? stopAt(event) : null;
      viewport.style.cursor = id !== null || vehicle !== null ? "pointer" : "";
      if (id !== (now.current.hoveredStopId ?? null)) onHover(id);
      if (vehicle !== (now.current.hoveredRouteId ?? null)) onHoverRoute?.(vehicle);
    };
    if (now.current.onPick) makePinDraggable(map, layers.pinLayer, (at) => now.current.onPick?.(placeAt(at)));
    const onClick = (event: MapBrowserEvent) => {
      const { onPick, onSelect, onSelectRoute } = now.current;
      if (onPick) return onPick(placeAt(event.coordinate));
      // A vehicle lies over the stop at which it stands.
      const vehicle = onSelectRoute ? vehicleAt(event) : null;
      const id = vehicle === null ? stopAt(event) : null;
      if (id === null && onSelectRoute) {
        const routeId = vehicle ?? layers.routeAt(event.coordinate, reach(LINE_REACH_PX));
        if (routeId !== null) {
          onSelectRoute(routeId);
          return;
        }
      }
      onSelect?.(id, pressOf(event.originalEvent as PointerEvent));
    };
    map.on("pointermove", onMove);
    map.on("click", onClick);
    map.on("moveend", () => {
      layers.zoomed(map.getView().getResolution());
      setFar(fit.outOfView());
    });
    const leave = () => {
      now.current.onHover?.(null);
      now.current.onHoverRoute?.(null);
    };
    viewport.addEventListener("pointerleave", leave);
    // Browsers select all text between two Shift-clicks.
    const keepText = (event: MouseEvent) => {
      if (event.shiftKey) event.preventDefault();
    };
    viewport.addEventListener("mousedown", keepText);

    // Light and dark change an attribute of the page; a canvas has to be redrawn.
    const schemes = new MutationObserver(() => layers.recolour());
    schemes.observe(document.documentElement, { attributeFilter: ["data-mantine-color-scheme"] });

    return () => {
      schemes.disconnect();
      viewport.removeEventListener("pointerleave", leave);
      viewport.removeEventListener("mousedown", keepText);
      map.setTarget(undefined);
      map.dispose();
      parts.current = null;
      fitted.current = null;
    };
  }, []);

  // Loaders make the description anew each time; what counts is what it says.
  const ground = JSON.stringify(props.baseMap);
  useEffect(() => {
    setTilesFailed(false);
    parts.current?.layers.ground.show(JSON.parse(ground) as BaseMap);
  }, [ground]);
  useEffect(() => parts.current?.scaleLine.setUnits(distance === "mi" ? "us" : "metric"), [distance]);
  useEffect(() => parts.current?.layers.setRoutes(routes ?? []), [routes]);
  useEffect(() => parts.current?.layers.setStops(stops ?? []), [stops]);
  useEffect(() => parts.current?.layers.setWarehouses(warehouses ?? []), [warehouses]);
  useEffect(() => parts.current?.layers.setVehicles(vehicles ?? []), [vehicles]);
  useEffect(() => parts.current?.layers.setTrails(trails ?? []), [trails]);
  useEffect(() => {
    parts.current?.layers.setPin(picked ?? null);
    const view = parts.current?.map.getView();
    // A place that was typed may lie outside of what is shown.
    if (picked && view && !containsCoordinate(view.calculateExtent(), fromLonLat([picked.lng, picked.lat])))
      view.setCenter(fromLonLat([picked.lng, picked.lat]));
  }, [picked]);
  useEffect(() => parts.current?.layers.selectRoute(selectedRouteId), [selectedRouteId]);
  useEffect(() => parts.current?.layers.show(shown), [shown]);

  useEffect(() => {
    const { layers, tip } = parts.current ?? {};
    if (!layers || !tip) return;
    layers.emphasize(hoveredStopId, selectedStopIds, hoveredRouteId);
    const stop = hoveredStopId === null ? undefined : layers.stop(hoveredStopId);
    const vehicle = hoveredRouteId === null || stop ? undefined : layers.vehicle(hoveredRouteId);
    const element = tip.getElement();
    if (stop && element)
      element.textContent = [stop.label, stop.name, stop.routeName === undefined ? "" : `· ${stop.routeName}`]
        .filter(Boolean)
        .join("  ");
    if (vehicle && element) element.textContent = [vehicle.name, vehicle.stale].filter(Boolean).join("  · ");
    tip.setPosition(
      stop && hoveredStopId !== null
        ? layers.position(hoveredStopId)
        : vehicle && fromLonLat([vehicle.lng, vehicle.lat]),
    );
  }, [hoveredStopId, selectedStopIds, stops, hoveredRouteId, vehicles]);

  useEffect(() => {
    parts.current?.fit.survey();
    setFar(parts.current?.fit.outOfView() ?? null);
  }, [stops, warehouses]);
  // Once, when the first data is there, and whenever it is asked for.
  useEffect(() => {
    const token = fitToken ?? "once";
    if (fitted.current === token) return;
    if (parts.current?.fit.day(fitted.current !== null)) fitted.current = token;
  }, [fitToken, stops, routes, warehouses, vehicles]);
  useEffect(() => {
    if (chosen !== null) parts.current?.fit.choose(chosen.routeId);
  }, [chosen]);

  const canLasso = props.onLasso !== undefined;
  useEffect(() => {
    const { map, layers } = parts.current ?? {};
    if (!canLasso || !map || !layers) return;
    return addLasso(map, {
      isOn: () => lassoOn.current,
      onEnd: (area) => {
        if (area !== null) now.current.onLasso?.(layers.within(area));
        setLassoing(false);
      },
    });
  }, [canLasso]);

  const zoom = (by: number) => {
    const view = parts.current?.map.getView();
    view?.animate({ zoom: (view.getZoom() ?? MAP_DEFAULT_ZOOM) + by, duration: moveMs(160) });
  };

  const attribution = [...new Set(props.baseMap.map((layer) => layer.attribution))].join(", ");

  return (
    <>
      <div
        ref={target}
        className={styles.map}
        data-picking={props.onPick !== undefined || lassoing || undefined}
        tabIndex={0}
        role="application"
        aria-label={
          `${props.label}. Arrow keys move, plus and minus zoom. ` +
          (props.onPick ? "Enter sets the pin in the middle." : "Everything on it is also in the list.")
        }
        onKeyDown={(event) => {
          if (event.key === "Escape" && lassoing) {
            event.preventDefault();
            setLassoing(false);
          }
          const middle = parts.current?.map.getView().getCenter();
          if (event.key !== "Enter" || !props.onPick || !middle) return;
          event.preventDefault();
          props.onPick(placeAt(middle));
        }}
      />
      <FarPlaces
        words={far}
        onShowAll={() => {
          parts.current?.fit.everything();
          // Its button goes.
          target.current?.focus({ preventScroll: true });
        }}
      />
      <MapControls
        shown={shown}
        onShow={setShown}
        onZoom={zoom}
        onFit={() => parts.current?.fit.everything()}
        lasso={canLasso ? { on: lassoing, toggle: () => setLassoing(!lassoing) } : null}
        withLayers={props.onPick === undefined}
        withTrails={trails !== undefined}
      />
      <div className={styles.foot}>
        <div ref={scale} />
        <div ref={credits} className={styles.credits} />
        {tilesFailed && (
          <span className={styles.attribution} role="status">
            The map’s background can’t be loaded. Stops and routes are complete.
          </span>
        )}
        {attribution && <span className={styles.attribution}>{attribution}</span>}
      </div>
    </>
  );
}
