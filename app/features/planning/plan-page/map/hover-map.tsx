import { MapView, preloadMap } from "~/ui/map/map-view";
import type { MapViewProps } from "~/ui/map/map-types";
import { useHovered, type Hover } from "~/ui/hover";

preloadMap();

/** The map, which follows the pointer in list and timeline without rendering the page again. */
export function HoverMap({ hover, ...map }: Omit<MapViewProps, "hoveredStopId" | "onHover"> & { hover: Hover }) {
  return <MapView {...map} hoveredStopId={useHovered(hover)} onHover={hover.set} />;
}
