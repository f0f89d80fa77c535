import { useId, useMemo, useRef, useState, type ReactNode } from "react";
import { Form } from "@remix-run/react";
import { countUntil, replaySpan } from "~/domain/route/replay";
import { formatDay } from "~/domain/time/day-words";
import { localTime } from "~/domain/time/time-zone";
import { count } from "~/domain/format-number";
import { paths } from "~/paths";
import { Button, ButtonLink } from "~/ui/button";
import { ColourDot } from "~/ui/feedback/dots";
import { createHover, useHovered } from "~/ui/hover";
import { Icon } from "~/ui/icons";
import type { RouteChoice } from "~/ui/map/map-types";
import { MapView, preloadMap } from "~/ui/map/map-view";
import { EmptyState } from "~/ui/page/states";
import { useMounted } from "~/ui/use-mounted";
import { VehicleName } from "~/ui/vehicle-name";
import { useReplayClock } from "../live/use-replay";
import type { ReplayData } from "../queries/replay.server";
import {
  reportsOf,
  stopsThen,
  trailsThen,
  unpackTrail,
  vehiclesThen,
  type KnownTrail,
  type ReplayReport,
} from "../replay-view";
import { colourOf, type TrackedStop } from "../tracking-view";
import { OnlyTheFirst, OnlyTheFirstStops } from "./left-out";
import { ReplayPlayer } from "./replay-player";
import styles from "./tracking.module.css";
import own from "./replay.module.css";

preloadMap();

export interface ReplayPageProps extends Omit<ReplayData, "stops"> {
  stops: readonly TrackedStop[];
}

/** A day as it was driven: vehicles on their ways, and what was reported. */
export function ReplayPage(props: ReplayPageProps) {
  const { day, drivenDay, lastDay, routes, stops, hasMore, hasMoreStops } = props;
  const trails = useMemo(() => new Map(props.trails.map((trail) => [trail.id, unpackTrail(trail)])), [props.trails]);
  const byId = useMemo(() => new Map(routes.map((route) => [route.id, route])), [routes]);
  const reports = useMemo(() => reportsOf(stops, byId), [stops, byId]);
  const span = useMemo(
    () =>
      replaySpan(
        [...trails.values()],
        reports.map(({ atSec }) => atSec),
      ),
    [trails, reports],
  );
  const head = (
    <header className={styles.head}>
      <span className={own.back}>
        <ButtonLink to={paths.tracking()} icon="arrow-left" kind="quiet">
          <span className="visually-hidden">Tracking</span>
        </ButtonLink>
      </span>
      <h1 className={styles.title}>Replay</h1>
      <p className={`${styles.facts} num`}>
        {formatDay(day)}
        {routes.length > 0 && ` · ${count(routes.length, "route")}`}
      </p>
      <Form method="get" className={own.day} aria-label="Which day">
        <input key={day} type="date" name="day" defaultValue={day} max={lastDay} aria-label="Day" required />
        <Button type="submit">Show</Button>
      </Form>
    </header>
  );
  const leftOut = (
    <>
      {hasMore && <OnlyTheFirst shown={routes.length} />}
      {hasMoreStops && <OnlyTheFirstStops shown={stops.length} />}
    </>
  );
  if (span === null)
    return (
      <div className={styles.page}>
        {head}
        {leftOut}
        <EmptyState
          icon="history"
          title="Nothing was driven on this day"
          action={
            drivenDay === null ? (
              <ButtonLink to={paths.planningMain()} kind="primary">
                Open the plans
              </ButtonLink>
            ) : (
              <ButtonLink to={paths.replay({ day: drivenDay })} kind="primary">
                Show {formatDay(drivenDay)}
              </ButtonLink>
            )
          }
        >
          {drivenDay === null
            ? "Ways and reports are shown for routes that were started, and none was so far."
            : "The last day that was driven has ways and reports to show."}
        </EmptyState>
      </div>
    );
  return (
    <div className={styles.page}>
      {head}
      <Replayed
        key={`${day} ${span.fromSec}`}
        {...props}
        span={span}
        trailPoints={trails}
        reports={reports}
        byId={byId}
        leftOut={leftOut}
      />
    </div>
  );
}

interface ReplayedProps extends ReplayPageProps {
  span: { fromSec: number; toSec: number };
  trailPoints: Map<number, ReturnType<typeof unpackTrail>>;
  reports: readonly ReplayReport[];
  byId: ReadonlyMap<number, ReplayPageProps["routes"][number]>;
  leftOut: ReactNode;
}

function Replayed({ routes, stops, timeZone, map, span, trailPoints, reports, byId, leftOut }: ReplayedProps) {
  const headingId = useId();
  const clock = useReplayClock(span);
  // Without scripts the list is that of the whole day.
  const atSec = useMounted() ? clock.atSec : span.toSec;
  const passed = countUntil(reports, atSec);
  const reported = useMemo(() => new Set(reports.slice(0, passed).map(({ stop }) => stop.id)), [reports, passed]);
  const shownStops = useMemo(() => stopsThen(stops, byId, reported), [stops, byId, reported]);
  const vehicles = useMemo(() => vehiclesThen(routes, trailPoints, atSec), [routes, trailPoints, atSec]);
  const known = useRef(new Map<number, KnownTrail>());
  const ways = useMemo(() => trailsThen(routes, trailPoints, atSec, known.current), [routes, trailPoints, atSec]);
  const [selected, setSelected] = useState<number | null>(null);
  const [chosen, setChosen] = useState<RouteChoice | null>(null);
  const [hovers] = useState(() => ({ stop: createHover(), route: createHover() }));
  const select = (id: number | null) => {
    const next = id === selected ? null : id;
    setSelected(next);
    setChosen({ routeId: next });
  };
  return (
    <div className={own.split}>
      {/* Nothing in it takes the focus: keys scroll it where it takes it itself. */}
      <div className={own.list} role="region" aria-labelledby={headingId} tabIndex={0}>
        <h2 id={headingId} className={styles.heading}>
          Reports <span className="num">{`${passed} of ${reports.length}`}</span>
        </h2>
        {leftOut}
        <ReportList reports={reports.slice(0, passed)} onHover={hovers.stop.set} />
      </div>
      <div className={own.stage}>
        <div className={own.map}>
          <MapView
            label="Map of the day"
            stops={shownStops}
            vehicles={vehicles}
            trails={ways}
            hoveredStopId={useHovered(hovers.stop)}
            hoveredRouteId={useHovered(hovers.route)}
            onHover={hovers.stop.set}
            onHoverRoute={hovers.route.set}
            selectedRouteId={selected}
            chosen={chosen}
            onSelectRoute={select}
            onSelect={(id) => select(id === null ? null : (shownStops.find((stop) => stop.id === id)?.routeId ?? null))}
            baseMap={map}
          />
        </div>
        <ReplayPlayer
          clock={clock}
          span={span}
          timeZone={timeZone}
          namesZone={routes.some((route) => route.timeZone !== timeZone)}
          reports={reports}
        />
      </div>
    </div>
  );
}

/** The newest on top; at most so many, which a page scrolls easily. */
const MOST_LISTED = 200;

interface ReportListProps {
  reports: readonly ReplayReport[];
  onHover: (stopId: number | null) => void;
}

function ReportList({ reports, onHover }: ReportListProps) {
  if (reports.length === 0) return <p className={styles.more}>Nothing has been reported yet.</p>;
  return (
    <>
      {reports.length > MOST_LISTED && (
        <p className={styles.more}>
          <Icon name="info" size={16} /> Only the newest {MOST_LISTED} reports are listed.
        </p>
      )}
      <ul className={own.reports} aria-label="Reports">
        {reports
          .slice(-MOST_LISTED)
          .reverse()
          .map(({ atSec, stop, route }) => {
            const { fill, square } = colourOf(route);
            return (
              <li key={stop.id} onPointerEnter={() => onHover(stop.id)} onPointerLeave={() => onHover(null)}>
                <span className="num">{localTime(atSec, route.timeZone)}</span>
                <ColourDot colour={fill} square={square} />
                <span className={own.what}>
                  <b>{stop.name}</b> <VehicleName name={route.vehicle} plate={route.plate} className={own.vehicle} />
                </span>
                <span className={own.state} data-failed={stop.status === "failed" || undefined}>
                  <Icon name={stop.status === "failed" ? "close" : "check"} size={14} />
                  {stop.status === "failed" ? "Failed" : "Done"}
                </span>
              </li>
            );
          })}
      </ul>
    </>
  );
}
