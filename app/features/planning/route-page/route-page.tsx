import { useMemo, useState } from "react";
import { Form, useSearchParams } from "@remix-run/react";
import { DayTimes } from "~/ui/day-times";
import type { ActionResult } from "~/lib/action-result";
import { isolated } from "~/lib/isolated";
import { refusalMessage } from "~/domain/decision";
import { canFinish, canStart, offersApproval } from "~/domain/route/route-permissions";
import { RouteStatus } from "~/domain/route/route-status";
import { formatDelay, formatDuration } from "~/domain/time/format";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { paths } from "~/paths";
import { usePreloaded } from "~/ui/shell/loaded-pages";
import { useTabId } from "~/realtime/use-live";
import { Button, ButtonLink } from "~/ui/button";
import { Menu } from "~/ui/dialog/menu";
import { OPEN_PARAM } from "../plan-page/list/plan-rows";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { ColourDot } from "~/ui/feedback/dots";
import { RouteStatusBadge } from "~/ui/feedback/status-badge";
import { Icon } from "~/ui/icons";
import { EmptyState } from "~/ui/page/states";
import { formatDay } from "~/domain/time/day-words";
import { FailedCount } from "~/ui/feedback/failed-count";
import { colourOf, routeInText } from "../plan-page/stop-look";
import type { RouteItem, VisitItem } from "../plan-page/plan-view";
import type { RoutePageData } from "./route-page.server";
import type { VisitDetails } from "../visit-panel/visit-details.server";
import { HoverMap } from "../plan-page/map/hover-map";
import { DIALOG_PARAMS, RouteDialogs } from "../plan-page/dialogs/plan-dialogs";
import { routeHours } from "../plan-page/list/plan-list-rows";
import { PlanSplit } from "../plan-page/plan-split";
import { PlanTimeline } from "../plan-page/timeline/plan-timeline";
import { PlanViewTabs, type PlanTab } from "../plan-page/plan-view-tabs";
import { RouteSettingsDialog } from "../plan-page/dialogs/route-settings-dialog";
import { RouteWarnings } from "./route-warnings";
import { routeMenuItems } from "../plan-page/list/route-menu-items";
import { VisitGoneNotice } from "../plan-page/visit-gone-notice";
import { UndoButton } from "../undo/undo-button";
import { useDebugLegs } from "../visit-panel/use-debug-legs";
import { inTurn } from "../plan-page/moving/in-turn";
import { useLivePlan } from "../plan-page/use-live-plan";
import { usePlanMoves } from "../plan-page/moving/use-plan-moves";
import { usePlanShapes } from "../plan-page/use-plan-shapes";
import { usePlanView } from "../plan-page/use-plan-view";
import { useShortcuts } from "../plan-page/use-shortcuts";
import { VisitList } from "../plan-page/list/visit-list";
import { VisitDialogs } from "../visit-panel/visit-dialogs";
import { VisitPanel } from "../visit-panel/visit-panel";
import page from "../plan-page/plan-page.module.css";
import styles from "./route-page.module.css";
import { PageFields } from "~/ui/form/page-fields";
import header from "../plan-page/header/plan-header.module.css";
import { workSecOfItem } from "~/features/planning/plan-page/plan-view";
import { formatDistance } from "~/domain/format-units";
import { useUnits } from "~/ui/use-units";
import { VehicleName } from "~/ui/vehicle-name";

interface RoutePageProps extends Omit<RoutePageData, "route" | "routes" | "visits"> {
  routeId: number;
  /** all of the plan, as targets of a move */
  routes: readonly RouteItem[];
  /** of this route */
  visits: readonly VisitItem[];
  visitDetails: VisitDetails | null;
  result: ActionResult<unknown> | null;
}

/** One route: its day in order, on the map and on a timeline, with the actions that are possible now. */
export function RoutePage({
  plan,
  routeId,
  warehouse,
  choices,
  failReasons,
  map,
  rights,
  undoable,
  redoable,
  visitDetails,
  result,
  ...loaded
}: RoutePageProps) {
  const units = useUnits();
  const [params] = useSearchParams();
  const dialog = useDialogUrl(DIALOG_PARAMS);
  const tab = useTabId();
  usePreloaded(paths.visitDetails(plan.id), paths.planChanges(plan.id));
  const values = { version: plan.version, tab };
  const {
    routes: placedRoutes,
    visits: placedVisits,
    ...moves
  } = usePlanMoves({
    routes: loaded.routes,
    visits: loaded.visits,
    version: plan.version,
    tab,
  });
  const { routes, visits } = useLivePlan({ routes: placedRoutes, visits: placedVisits }, plan);
  const { post } = moves;
  const undo = () => post("plan.undo");
  const route = useMemo(() => routes.find((one) => one.id === routeId)!, [routes, routeId]);
  const own = useMemo(
    () => ({ routes: [route], visits: visits.filter((visit) => visit.routeId === routeId) }),
    [route, visits, routeId],
  );
  const asked = Number(params.get("visit") ?? "");
  const view = usePlanView({ ...own, visitId: params.has("dialog") || !asked ? null : asked, routeId });
  const rows = useMemo(() => view.rows.filter((row) => row.kind === "visit" && row.route !== null), [view.rows]);
  const { stops, lines, bars } = usePlanShapes(own.routes, own.visits, plan.midnight);
  const legs = useDebugLegs(view.visit, view.groups);
  const drawnLines = useMemo(() => (legs.lines.length === 0 ? lines : [...lines, ...legs.lines]), [lines, legs.lines]);
  const [shown, setShown] = useState<PlanTab>("list");
  useShortcuts({
    z: undo,
    "ctrl+z": undo,
    "ctrl+shift+z": () => post("plan.redo"),
    l: () => post("route.lock", { routeId }),
  });

  const warehouses = useMemo(
    () =>
      warehouse === null ? [] : [{ id: warehouse.id, lat: warehouse.lat, lng: warehouse.lng, name: warehouse.title }],
    [warehouse],
  );
  const { timeZone, serviceDate } = plan;
  const clock = useMemo(() => ({ timeZone, serviceDate }), [timeZone, serviceDate]);
  const center = warehouse === null ? undefined : { lat: warehouse.lat, lng: warehouse.lng };
  const shared = { version: plan.version, tab, result };
  const hours = routeHours(route, clock);
  const workSec = workSecOfItem(route);
  const menu = (
    <Menu
      label="What can be done"
      items={() => routeMenuItems({ route, visits: own.visits, values, href: dialog.href, ownPage: true })}
      plain={{
        id: "settings",
        label: "Settings",
        icon: "settings",
        to: dialog.href("route-settings", { route: String(routeId) }),
      }}
    />
  );
  const next = <NextStep route={route} visits={own.visits} values={values} href={dialog.href} post={moves.postOnce} />;

  return (
    <div className={page.page} data-shown={shown} data-page="route">
      <header className={header.header}>
        <div className={header.names}>
          <span className={header.back}>
            <ButtonLink kind="quiet" to={paths.plan(plan.id)} icon="arrow-left">
              <span className="visually-hidden">Plan {plan.title}</span>
            </ButtonLink>
          </span>
          <ColourDot colour={colourOf(route).fill} square={colourOf(route).square} size={12} />
          <h1 className={`${header.title} cut`} title={routeInText(route)}>
            <VehicleName name={route.vehicle} plate={route.plate} />
          </h1>
          <span className={`${header.place} cut`} title={[route.driver, plan.title].map(isolated).join(" · ")}>
            <bdi>{route.driver}</bdi> · <bdi>{plan.title}</bdi> ·{" "}
            <span className="num">{formatDay(plan.serviceDate)}</span>
          </span>
          <RouteStatusBadge status={route.status} />
          {route.isLocked && <Icon name="lock" size={16} label="Locked" />}
        </div>
        <div className={`${header.figures} num`}>
          <div className={header.facts}>
            <span className={header.fact}>
              <b>
                {route.done}/{route.stops}
              </b>{" "}
              visits <FailedCount failed={route.failed} />
            </span>
            {hours !== null && (
              <span className={header.fact}>
                <b>
                  <DayTimes text={hours} />
                </b>
              </span>
            )}
            <span className={header.fact}>
              <b>{formatDistance(route.distanceM, units)}</b>
            </span>
            <span className={header.fact}>
              <b>{formatDuration(workSec)}</b>
            </span>
            {route.overdueSec > 0 && (
              <span
                className={header.fact}
                title="Minutes after the planned time at the start and at each visit that was done in turn, together"
              >
                <b>{formatDelay(route.overdueSec)}</b> overdue
              </span>
            )}
            {route.outOfTurn > 0 && (
              <span className={header.fact} title="Visits that were served or failed before it was their turn">
                <b>{route.outOfTurn}</b> out of turn
              </span>
            )}
          </div>
        </div>
        <div className={header.actions}>
          {next}
          {menu}
        </div>
      </header>
      <div className={page.tabsBar}>
        <PlanViewTabs shown={shown} onShow={setShown} />
      </div>
      <PlanSplit
        list={
          <>
            <RouteWarnings route={route} visits={own.visits} onSelect={view.selectVisit} />
            {rights.update && route.stops > 0 && (
              <div className={styles.listHead}>
                <span>
                  <span className={styles.forMouse}>Drag a visit, or use Alt and the arrow keys.</span>
                  <span className={styles.forTouch}>Hold a visit to drag it.</span>
                  <span className={styles.forLinks}>Open a visit to move it.</span>
                </span>
                <UndoButton undoable={undoable} redoable={redoable} values={values} post={post} />
              </div>
            )}
            <VisitList
              label="Visits of the route"
              planId={plan.id}
              version={plan.version}
              clock={clock}
              aim={plan.aim}
              view={view}
              rows={rows}
              routes={routes}
              mayUpdate={rights.update}
              values={values}
              href={dialog.href}
              move={moves.move}
              announce={moves.announce}
              onChanged={moves.told}
              whole={params.has(OPEN_PARAM)}
              empty={
                <EmptyState
                  icon="truck"
                  compact
                  title="The route has no visits"
                  action={<ButtonLink to={paths.plan(plan.id)}>Open the plan</ButtonLink>}
                >
                  Calculate the plan, or move visits here.
                </EmptyState>
              }
            />
          </>
        }
      >
        <div className={page.map}>
          <HoverMap
            hover={view.hover}
            label={`Map of ${route.vehicle}`}
            routes={drawnLines}
            stops={stops}
            warehouses={warehouses}
            selectedStopIds={view.selectedStopIds}
            onSelect={view.selectStop}
            onLasso={view.lasso}
            baseMap={map}
            center={center}
            fitToken={`${route.id}-${lines.length > 0}`}
            coveredRightPx={view.visit === null ? 0 : 360}
          />
          <VisitGoneNotice
            visitId={view.visitId}
            visit={view.visit}
            from="on this route"
            onGone={() => view.selectVisit(null)}
          />
          {view.visit !== null && isLocationVisit(view.visit) && (
            <VisitPanel
              key={view.visit.id}
              visit={view.visit}
              route={route}
              routes={routes}
              details={visitDetails}
              clock={clock}
              legs={legs}
              map={map}
              center={center}
              values={values}
              result={result}
              href={dialog.href}
              closeTo={paths.route(route.id)}
              onClose={() => view.selectVisit(null)}
            />
          )}
        </div>
      </PlanSplit>
      <PlanTimeline
        label="Timeline of the route"
        rows={bars}
        day={plan}
        hover={view.hover}
        selectedRouteId={routeId}
        selectedStopIds={view.selectedStopIds}
        onSelect={view.selectStop}
      />
      <div className={page.bottom} data-bar="bottom">
        {next}
        {menu}
      </div>
      {moves.busy}
      <RouteSettingsDialog routes={own.routes} map={map} center={center} {...shared} />
      <RouteDialogs plan={plan} routes={routes} choices={choices} {...shared} />
      <VisitDialogs visits={own.visits} failReasons={failReasons} details={visitDetails} {...shared} />
    </div>
  );
}

/** The next step: approve, start, finish. */
function NextStep({
  route,
  visits,
  values,
  href,
  post,
}: {
  route: RouteItem;
  visits: readonly VisitItem[];
  values: Record<string, string | number>;
  href: (dialog: string, params: Record<string, string>) => string;
  /** sends it behind the moves that wait: it is the route as it is seen that is approved */
  post: (intent: string, fields: Record<string, string | number>) => void;
}) {
  const own = { route: String(route.id) };
  if (route.status === RouteStatus.Completed) return null;
  if (route.status === RouteStatus.OnRoute)
    return (
      <ButtonLink
        kind="primary"
        icon="flag"
        to={href("finish-route", own)}
        preventScrollReset
        disabledReason={refusalMessage(canFinish(route, visits)) ?? undefined}
      >
        Finish
      </ButtonLink>
    );
  if (route.status === RouteStatus.Scheduled)
    return (
      <ButtonLink
        kind="primary"
        icon="play"
        to={href("start-route", own)}
        preventScrollReset
        disabledReason={refusalMessage(canStart(route, visits)) ?? undefined}
      >
        Start
      </ButtonLink>
    );
  const reason = refusalMessage(offersApproval(route, visits)) ?? undefined;
  return (
    <Form method="post" preventScrollReset onSubmit={inTurn((intent) => post(intent, { routeId: route.id }))}>
      <PageFields />
      {Object.entries({ ...values, routeId: route.id }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <Button type="submit" kind="primary" icon="check" name="intent" value="route.approve" disabledReason={reason}>
        Approve
      </Button>
    </Form>
  );
}
