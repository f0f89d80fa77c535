import type { BaseMap } from "~/domain/base-map";
import type { LngLat } from "~/lib/polyline";
import type { Press } from "~/ui/press";

/** What a map shows. Coordinates are degrees (WGS 84); colours are CSS colours of the route palette. */

export type MapStopStatus = "unscheduled" | "scheduled" | "onRoute" | "done" | "failed";

export interface MapStop {
  id: number;
  lng: number;
  lat: number;
  /** Its number in the route; empty for unscheduled ones. */
  label: string;
  name: string;
  routeId: number | null;
  /** For its tip: colour alone doesn't identify the route for everybody. */
  routeName?: string | undefined;
  /** Fill and text of its route's colour; unscheduled stops are grey whatever is given. */
  colour: string;
  textColour?: string;
  /** a square marker instead of a round one */
  square?: boolean | undefined;
  status: MapStopStatus;
  /** Late, over the load …: a small amber dot. */
  warning?: boolean;
  /** Not what the map is about. */
  faded?: boolean;
}

export interface MapRoute {
  id: number;
  name: string;
  colour: string;
  textColour?: string;
  /** a dashed line, for a route with square markers */
  square?: boolean | undefined;
  /** The way driven, or the stops in order when there are no roads. */
  path: readonly LngLat[];
  /** What is still to be driven beside trails of what was: a thin line. */
  ahead?: boolean;
  /** Its vehicle on the map has the name already. */
  nameless?: boolean;
}

/** The way that a route's vehicle has taken so far, oldest first. */
export interface MapTrail {
  /** of its route */
  id: number;
  colour: string;
  path: readonly LngLat[];
}

export interface MapPlace {
  id: number;
  lng: number;
  lat: number;
  name: string;
}

export interface MapVehicle extends MapPlace {
  /** of its route */
  id: number;
  colour: string;
  textColour?: string;
  square?: boolean | undefined;
  /** degrees from north, clockwise; null: unknown */
  headingDeg: number | null;
  /** how old the position is, in words, where it is too old to be where the vehicle is: '18 min ago' */
  stale?: string | undefined;
}

export interface RouteChoice {
  routeId: number | null;
}

export interface MapViewProps {
  /** What the map shows, for screen readers: "Map of Plan 3". */
  label: string;
  routes?: readonly MapRoute[];
  /** Scheduled and unscheduled stops alike. */
  stops?: readonly MapStop[];
  warehouses?: readonly MapPlace[];
  /** One that is still the same object is left as it is; one that has moved is moved. */
  vehicles?: readonly MapVehicle[];
  /** The same for points that are added at the end. */
  trails?: readonly MapTrail[];
  /** Drawn on top; the others fade. */
  selectedRouteId?: number | null;
  /** The route that the user chose: the map shows the whole of it; null: what it showed before. Each choice is new. */
  chosen?: RouteChoice | null;
  hoveredStopId?: number | null;
  /** Whose vehicle stands out, with its name. */
  hoveredRouteId?: number | null;
  selectedStopIds?: ReadonlySet<number>;
  onHover?: (stopId: number | null) => void;
  /** The route of the vehicle under the pointer. */
  onHoverRoute?: (routeId: number | null) => void;
  /** A stop was clicked; null: the empty map was clicked. */
  onSelect?: (stopId: number | null, how: Press) => void;
  onSelectRoute?: (routeId: number) => void;
  /** Stops inside the drawn line. Shift-drag draws; the lasso button too. */
  onLasso?: (stopIds: number[]) => void;
  /** Picking a place: a click sets it. */
  onPick?: (place: { lat: number; lng: number }) => void;
  picked?: { lat: number; lng: number } | null;
  /** Under everything; empty: a plain ground with a grid. */
  baseMap: BaseMap;
  /** Where the map stands while there is nothing to show. */
  center?: { lat: number; lng: number };
  /** The map fits its view to the data once, and again whenever this changes. */
  fitToken?: string | number;
  /** px that something covers at the right side (a SidePanel), kept free when fitting. */
  coveredRightPx?: number;
}

export interface MapLayersShown {
  lines: boolean;
  names: boolean;
  unscheduled: boolean;
  warehouses: boolean;
  vehicles: boolean;
  trails: boolean;
}
