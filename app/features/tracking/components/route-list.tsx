import { memo } from "react";
import { Link } from "@remix-run/react";
import { DayTimes } from "~/ui/day-times";
import { planTimeOr } from "~/domain/time/service-clock";
import { ageWords, isStale } from "~/domain/route/position-age";
import { paths } from "~/paths";
import { Delay } from "~/ui/feedback/bars";
import { FailedCount } from "~/ui/feedback/failed-count";
import { ColourDot } from "~/ui/feedback/dots";
import { useIsHovered } from "~/ui/hover";
import { Icon } from "~/ui/icons";
import { vehicleInText } from "~/domain/vehicle/vehicle";
import { VehicleName } from "~/ui/vehicle-name";
import type { PositionStore } from "../live/position-store";
import { usePositions } from "../live/use-positions";
import { clockOf, colourOf, nothingLeftText, type RouteState } from "../tracking-view";
import type { Hovers } from "./live-map";
import styles from "./route-list.module.css";

interface RouteListProps {
  states: readonly RouteState[];
  store: PositionStore;
  nowSec: number;
  hovers: Hovers;
  selectedId: number | null;
  onSelect: (routeId: number) => void;
}

/** The routes on the road, those that are late on top. */
export function RouteList({ states, store, nowSec, hovers, selectedId, onSelect }: RouteListProps) {
  const { latest } = usePositions(store);
  return (
    <ul className={styles.routes} aria-label="Routes on the road">
      {states.map((state) => {
        const position = latest.get(state.route.id) ?? state.route.position;
        return (
          <RouteRow
            key={state.route.id}
            state={state}
            age={position === null ? null : ageWords(position.atSec, nowSec)}
            isStale={position !== null && isStale(position.atSec, nowSec)}
            hovers={hovers}
            isSelected={state.route.id === selectedId}
            onSelect={onSelect}
          />
        );
      })}
    </ul>
  );
}

interface RouteRowProps {
  state: RouteState;
  /** of the last position, in words; null: none is known */
  age: string | null;
  isStale: boolean;
  hovers: Hovers;
  isSelected: boolean;
  onSelect: (routeId: number) => void;
}

/** Drawn anew when its route or the words about its position change. */
const RouteRow = memo(function RouteRow({ state, age, isStale: old, hovers, isSelected, onSelect }: RouteRowProps) {
  const { route, next, lateSec } = state;
  const { fill, square } = colourOf(route);
  const isHovered = useIsHovered(hovers.route, route.id);
  const over = `${nothingLeftText(route)} · finish ${planTimeOr(route.finish, clockOf(route), "open")}`;
  return (
    <li
      className={styles.route}
      data-hovered={isHovered || undefined}
      data-selected={isSelected || undefined}
      onPointerEnter={() => hovers.route.set(route.id)}
      onPointerLeave={() => hovers.route.set(null)}
    >
      <div className={styles.line}>
        <ColourDot colour={fill} square={square} />
        <Link
          to={paths.tracking({ route: route.id })}
          className={styles.name}
          title={vehicleInText(route)}
          aria-current={isSelected || undefined}
          preventScrollReset
          replace
          onFocus={() => hovers.route.set(route.id)}
          onBlur={() => hovers.route.set(null)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onSelect(route.id);
          }}
        >
          <VehicleName name={route.vehicle} plate={route.plate} />
        </Link>
        <Delay seconds={lateSec} />
        <Progress state={state} />
      </div>
      <div className={styles.line}>
        <span className={`cut ${styles.next}`} title={next?.name ?? over}>
          {next === null ? (
            <DayTimes text={over} />
          ) : (
            <>
              <span className="num">
                <DayTimes text={planTimeOr(next.eta, clockOf(route), "–")} /> · {next.label}
              </span>{" "}
              {next.name}
            </>
          )}
        </span>
        {/* Above there is no room left once the route is hours late. */}
        <span className={`cut ${styles.driver}`} title={route.driver}>
          {route.driver}
        </span>
        <span className={`${styles.age} num`} data-stale={old || undefined}>
          {old && <Icon name="alert" size={14} />}
          {age ?? "no position"}
        </span>
      </div>
    </li>
  );
});

function Progress({ state: { route } }: { state: RouteState }) {
  const { stops, served, failed } = route;
  const percent = (part: number) => (stops === 0 ? 0 : (100 * part) / stops);
  return (
    <span
      className={`${styles.progress} num`}
      title={`${served} of ${stops} done${failed > 0 ? `, ${failed} failed` : ""}`}
    >
      <span aria-hidden="true">
        {served}/{stops}
      </span>
      <span className="visually-hidden">
        {served} of {stops} done{failed > 0 && ", "}
      </span>
      <FailedCount failed={failed} />
      {/* Under the row: beside the count it would take the room of the driver's name. */}
      <span className={styles.track} aria-hidden="true">
        <span className={styles.done} style={{ width: `${percent(served)}%` }} />
        <span className={styles.failed} style={{ width: `${percent(failed)}%` }} />
      </span>
    </span>
  );
}
