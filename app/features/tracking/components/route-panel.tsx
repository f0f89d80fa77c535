import type { ReactNode } from "react";
import { DayTimes } from "~/ui/day-times";
import type { ActionResult } from "~/lib/action-result";
import { planTimeOr } from "~/domain/time/service-clock";
import { localTime } from "~/domain/time/time-zone";
import { formatDay } from "~/domain/time/day-words";
import { ageWords, isStale } from "~/domain/route/position-age";
import { count } from "~/domain/format-number";
import { paths } from "~/paths";
import { useTabId } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { SidePanel } from "~/ui/dialog/side-panel";
import { Delay } from "~/ui/feedback/bars";
import { StopNumber } from "~/ui/feedback/dots";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { VehicleName } from "~/ui/vehicle-name";
import type { PositionStore } from "../live/position-store";
import { usePositions } from "../live/use-positions";
import { clockOf, colourOf, isLeft, type RouteState, type TrackedStop } from "../tracking-view";
import { CallLink } from "./call-link";
import type { Hovers } from "./live-map";
import styles from "./route-panel.module.css";

const STOPS_SHOWN = 8;

interface RoutePanelProps {
  state: RouteState;
  store: PositionStore;
  nowSec: number;
  hovers: Hovers;
  copyLink: ReactNode;
  result: ActionResult<unknown> | null;
  onClose: () => void;
}

/** Who drives a route, where they are, what comes next, and what can be done about it. */
export function RoutePanel({ state, store, nowSec, hovers, copyLink, result, onClose }: RoutePanelProps) {
  const { route, stops, lateSec } = state;
  const { latest } = usePositions(store);
  const tab = useTabId();
  const position = latest.get(route.id) ?? route.position;
  const left = stops.filter(isLeft);
  const failed = stops.filter(({ status }) => status === "failed");
  return (
    <SidePanel
      title={<VehicleName name={route.vehicle} plate={route.plate} />}
      subtitle={
        <>
          {route.plan} · <span className="num">{formatDay(route.date)}</span>
        </>
      }
      closeTo={paths.tracking()}
      onClose={onClose}
      footer={
        <>
          {copyLink}
          <ButtonLink to={paths.plan(route.planId, { route: route.id })}>Plan</ButtonLink>
          <ButtonLink to={paths.route(route.id)}>Route</ButtonLink>
        </>
      }
    >
      <dl className={styles.facts}>
        <dt>Driver</dt>
        <dd>
          {route.driver} <CallLink phone={route.driverPhone} whom={route.driver} />
        </dd>
        <dt>Progress</dt>
        <dd className="num">
          {route.served} of {route.stops} done{route.failed > 0 && `, ${route.failed} failed`}
        </dd>
        <dt>Finish</dt>
        <dd className="num">
          <DayTimes text={planTimeOr(route.finish, clockOf(route), "–")} /> <Delay seconds={lateSec} />
        </dd>
        <dt>Position</dt>
        <dd className="num" data-stale={(position !== null && isStale(position.atSec, nowSec)) || undefined}>
          {position === null
            ? "Not shared"
            : `${localTime(position.atSec, route.timeZone)} · ${ageWords(position.atSec, nowSec)}`}
        </dd>
      </dl>
      {left.length > 0 && (
        <AppForm
          layout="inline"
          hidden={{ tab, routeId: route.id }}
          result={result?.ok === false && result.values?.routeId === String(route.id) ? result : null}
          id={`panel-${route.id}`}
          aria-label={`Recalculate ${route.vehicle}`}
          keepPlace
        >
          <SubmitButton kind="plain" icon="calculate" intent="route.recalculate_rest">
            Recalculate the rest
          </SubmitButton>
        </AppForm>
      )}
      <Stops title="Next stops" stops={left.slice(0, STOPS_SHOWN)} state={state} hovers={hovers} />
      {left.length > STOPS_SHOWN && (
        <p className={styles.more}>and {count(left.length - STOPS_SHOWN, "stop")} more on the route’s page</p>
      )}
      <Stops title="Failed" stops={failed} state={state} hovers={hovers} />
    </SidePanel>
  );
}

interface StopsProps {
  title: string;
  stops: readonly TrackedStop[];
  state: RouteState;
  hovers: Hovers;
}

function Stops({ title, stops, state: { route }, hovers }: StopsProps) {
  if (stops.length === 0) return null;
  const { fill, text, square } = colourOf(route);
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.stops}>
        {stops.map((stop) => (
          <li
            key={stop.id}
            onPointerEnter={() => hovers.stop.set(stop.id)}
            onPointerLeave={() => hovers.stop.set(null)}
          >
            <StopNumber label={stop.label} colour={fill} textColour={text} square={square} />
            <span className={styles.stopName}>{stop.name}</span>
            <span className={`${styles.times} num`}>
              <DayTimes text={planTimeOr(stop.past ?? stop.eta, clockOf(route), "–")} />{" "}
              <Delay seconds={stop.lateSec ?? 0} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
