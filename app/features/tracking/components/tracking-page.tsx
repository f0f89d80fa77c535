import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useSearchParams } from "@remix-run/react";
import { keepSame } from "~/lib/columns";
import { isOtherBuild } from "~/lib/other-build";
import { useReload } from "~/lib/use-reload";
import { paths } from "~/paths";
import type { ActionResult } from "~/lib/action-result";
import { useLiveChanges } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { createHover } from "~/ui/hover";
import type { RouteChoice } from "~/ui/map/map-types";
import { EmptyState } from "~/ui/page/states";
import { useNowSec } from "~/ui/use-now";
import { usePositionStore } from "../live/use-positions";
import type { TrackingData } from "../queries/tracking-page.server";
import { lateInWords, routeStates, type TrackedStop } from "../tracking-view";
import { AttentionList, type AttentionRow } from "./attention-list";
import { OnlyTheFirst, OnlyTheFirstStops } from "./left-out";
import { LiveMap } from "./live-map";
import { roadAttentionRows } from "./road-attention";
import { RouteList } from "./route-list";
import { RoutePanel } from "./route-panel";
import { WaitingRoutes } from "./waiting-routes";
import styles from "./tracking.module.css";

interface TrackingPageProps extends Omit<TrackingData, "stops"> {
  stops: readonly TrackedStop[];
  /** what other areas ask for attention */
  tasks: readonly AttentionRow[];
  /** the button that copies a route's public link */
  copyLink?: (routeId: number) => ReactNode;
  result: ActionResult<unknown> | null;
}

const PANEL_PX = 360;
/** What needs attention comes with time alone, too: a window draws near, a vehicle stays silent. */
const RELOAD_MS = 60_000;
const MODELS: readonly string[] = [
  "RoutingRoute",
  "RoutingVisit",
  "RoutingPlan",
  "RoadTask",
  "Vehicle",
  "CompanyMember",
];

/** All that is on the road: what needs attention, the routes, and where their vehicles are. */
export function TrackingPage(props: TrackingPageProps) {
  const { tasks, hasMore, hasMoreStops, map, result } = props;
  useLiveChanges((event) => MODELS.includes(event.model));
  const routes = useSame(props.routes);
  const stops = useSame(props.stops);
  const states = useMemo(() => routeStates(routes, stops), [routes, stops]);
  const nowSec = useNowSec(props.nowSec);
  useReloadEvery(RELOAD_MS, routes.length > 0);
  const store = usePositionStore(routes);
  const [hovers] = useState(() => ({ stop: createHover(), route: createHover() }));
  const [shown, setShown] = useState<"list" | "map">("list");
  const [params, setParams] = useSearchParams();
  const selectedId = Number(params.get("route") ?? 0);
  const selected = states.find(({ route }) => route.id === selectedId) ?? null;
  const [chosen, setChosen] = useState<RouteChoice | null>(selectedId === 0 ? null : { routeId: selectedId });
  const select = (routeId: number | null) => {
    const next = routeId === selectedId ? null : routeId;
    setChosen({ routeId: next });
    setParams(
      (before) => {
        before.delete("index");
        if (next === null) before.delete("route");
        else before.set("route", String(next));
        return before;
      },
      { preventScrollReset: true, replace: true },
    );
  };
  const isOpen = selected !== null;
  const close = useRef(select);
  close.current = select;
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) close.current(null);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isOpen]);
  const attention = useMemo(
    () => [...roadAttentionRows(props.attention, { states, nowSec, hovers, result }), ...tasks],
    [props.attention, states, nowSec, hovers, result, tasks],
  );
  const late = lateInWords(states);

  return (
    <div className={styles.page} data-shown={shown}>
      <header className={styles.head}>
        <h1 className={styles.title}>Tracking</h1>
        <p className={`${styles.facts} num`}>
          {routes.length} on the road
          {late !== null && <b className={styles.late}> · {late}</b>}
        </p>
        <div className={styles.tabs} role="group" aria-label="What is shown">
          {(["list", "map"] as const).map((tab) => (
            <button key={tab} type="button" aria-pressed={shown === tab} onClick={() => setShown(tab)}>
              {tab === "list" ? "List" : "Map"}
            </button>
          ))}
        </div>
        <ButtonLink to={paths.replay()} icon="history" kind="quiet">
          Replay
        </ButtonLink>
      </header>
      <div className={styles.split}>
        <div className={styles.list}>
          <div className={styles.attention}>
            <AttentionList rows={attention} />
          </div>
          <section className={styles.routes} aria-labelledby="routes-on-road">
            <h2 id="routes-on-road" className={styles.heading}>
              Routes on the road <span className="num">{routes.length}</span>
            </h2>
            {routes.length === 0 ? (
              <EmptyState
                icon="tracking"
                title="Nobody is on the road"
                compact
                action={
                  <ButtonLink
                    kind="primary"
                    to={props.todaysPlan === null ? paths.planningMain() : paths.plan(props.todaysPlan)}
                  >
                    {props.todaysPlan === null ? "Open the plans" : "Open today’s plan"}
                  </ButtonLink>
                }
              >
                Routes stand here from the moment their driver starts them.
              </EmptyState>
            ) : (
              <RouteList
                states={states}
                store={store}
                nowSec={nowSec}
                hovers={hovers}
                selectedId={selected?.route.id ?? null}
                onSelect={select}
              />
            )}
            {hasMore && <OnlyTheFirst shown={routes.length} />}
            {hasMoreStops && <OnlyTheFirstStops shown={stops.length} />}
            {props.waiting.length > 0 && (
              <>
                <h2 className={styles.heading}>
                  Not on the road yet <span className="num">{props.waiting.length}</span>
                </h2>
                <WaitingRoutes routes={props.waiting} nowSec={nowSec} />
                {props.hasMoreWaiting && <OnlyTheFirst shown={props.waiting.length} />}
              </>
            )}
          </section>
        </div>
        <div className={styles.map}>
          <LiveMap
            states={states}
            store={store}
            nowSec={nowSec}
            hovers={hovers}
            selectedId={selected?.route.id ?? null}
            chosen={chosen}
            onSelect={select}
            warehouses={props.warehouses}
            baseMap={map}
            coveredRightPx={selected === null ? 0 : PANEL_PX}
          />
          {selected !== null && (
            <RoutePanel
              key={selected.route.id}
              state={selected}
              store={store}
              nowSec={nowSec}
              hovers={hovers}
              copyLink={props.copyLink?.(selected.route.id)}
              result={result}
              onClose={() => select(null)}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** While somebody looks at the page. After an upgrade its data no longer come; nothing is typed on it. */
function useReloadEvery(ms: number, isOn: boolean): void {
  const reload = useReload();
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.hidden) return;
      if (isOtherBuild()) window.location.reload();
      else reload();
    }, ms);
    return () => clearInterval(timer);
  }, [ms, isOn, reload]);
}

/** Each row is the object of before when nothing in it has changed: what is drawn from it need not be drawn again. */
function useSame<Row extends { id: number }>(rows: readonly Row[]): readonly Row[] {
  const kept = useRef(rows);
  const now = useMemo(() => keepSame(kept.current, rows), [rows]);
  useEffect(() => {
    kept.current = now;
  }, [now]);
  return now;
}
