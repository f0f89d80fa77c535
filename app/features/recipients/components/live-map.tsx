import { useMemo, useState } from "react";
import type { BaseMap } from "~/domain/base-map";
import { parseUtcText } from "~/domain/time/utc-text";
import { useLivePositions } from "~/realtime/use-live-positions";
import { MapView } from "~/ui/map/map-view";
import { vehicleMark, type MarkedPosition } from "~/ui/map/route-marks";
import { Panel } from "~/ui/page/page-header";
import { EmptyState } from "~/ui/page/states";
import { useNowSec } from "~/ui/use-now";
import { liveLines, liveStops, mapWords, type LiveMapData } from "../live-map-view";
import styles from "./live-map.module.css";

interface LiveMapProps {
  data: LiveMapData;
  baseMap: BaseMap;
  /** of the server's clock, when the page was made: epoch seconds */
  nowSec: number;
  /** the stop that the page is about; null: all of them */
  stopId?: number | null;
  onSelect?: (stopId: number) => void;
}

/** Where the route's vehicle is. All of it but the map itself is also in the page's words. */
export function LiveMap({ data, baseMap, nowSec, stopId = null, onSelect }: LiveMapProps) {
  const position = useVehiclePosition(data);
  const now = useNowSec(nowSec);
  const stops = useMemo(() => liveStops(data, stopId), [data, stopId]);
  const lines = useMemo(() => liveLines(data, stopId), [data, stopId]);
  const { route } = data;
  const vehicles = useMemo(
    () => (route === null || position === null ? [] : [vehicleMark(route, position, now)]),
    [route, position, now],
  );
  const words = mapWords(data, position !== null);
  const isEmpty = stops.length === 0 && vehicles.length === 0;
  return (
    <div className={styles.map}>
      <Panel title="Map" flush>
        {isEmpty ? (
          <EmptyState compact icon="map" title="Nothing to show on a map">
            Stops are shown here once their places are known.
          </EmptyState>
        ) : (
          <div className={styles.stage}>
            <MapView
              label="Map of the route"
              stops={stops}
              routes={lines}
              vehicles={vehicles}
              baseMap={baseMap}
              fitToken={`${stops.length > 0}-${vehicles.length > 0}`}
              {...(onSelect !== undefined && { onSelect: (id) => id !== null && onSelect(id) })}
            />
          </div>
        )}
        {!isEmpty && words !== "" && <p className={styles.words}>{words}</p>}
      </Panel>
    </div>
  );
}

/** As the page knows it, or what was heard since and is newer. */
function useVehiclePosition({ route, position }: LiveMapData): MarkedPosition | null {
  const [heard, setHeard] = useState<(MarkedPosition & { routeId: number }) | null>(null);
  useLivePositions((events) => {
    for (const { routeId, lat, lng, headingDeg, takenAt } of events) {
      const atSec = parseUtcText(takenAt);
      if (atSec === null || routeId !== route?.id) continue;
      setHeard((before) =>
        before?.routeId === routeId && before.atSec >= atSec ? before : { routeId, lat, lng, headingDeg, atSec },
      );
    }
  });
  if (route === null || !route.isOnRoad) return null;
  return heard?.routeId === route.id && heard.atSec > (position?.atSec ?? 0) ? heard : position;
}
