import { absolute, paths } from "~/paths";
import type { DriverRoutePage } from "../queries/driver-route.server";

/** Filled in by the script when the view is opened: nobody else loads the map. */
export function MapCard({ route }: { route: Pick<DriverRoutePage, "id" | "title" | "mapScript"> }) {
  return (
    <section
      data-whole=""
      className="view"
      id="map"
      data-script={route.mapScript}
      data-source={absolute(paths.driverMap(route.id))}
      data-label={`Map of ${route.title}`}
      tabIndex={-1}
    >
      <h1 className="visually-hidden">Map</h1>
      <div className="map-place" data-map-place="">
        <p role="status">Loading the map…</p>
      </div>
    </section>
  );
}
