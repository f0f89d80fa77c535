import { useMemo, useState } from "react";
import { useSearchParams } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import type { SmallChangeOffer } from "~/domain/calculation/small-change";
import { calculationRefused } from "~/domain/calculation/scope";
import { refusalMessage } from "~/domain/decision";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { paths } from "~/paths";
import { usePreloaded } from "~/ui/shell/loaded-pages";
import { useTabId } from "~/realtime/use-live";
import { Menu } from "~/ui/dialog/menu";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import type { RouteItem, VisitItem } from "./plan-view";
import { OPEN_PARAM } from "./list/plan-rows";
import { FindVisit } from "./list/find-visit";
import { figureOf } from "./list/visit-filter";
import type { PlanPageData } from "./plan-page.server";
import type { PlanChangesData } from "../undo/plan-changes.server";
import type { VisitDetails } from "../visit-panel/visit-details.server";
import { CalculateDialog } from "./calculation/calculate-dialog";
import { CalculationBar, isCalculating, useCalculation, type CalculationView } from "./calculation/calculation-bar";
import { ChangesDialog, CHANGES_DIALOG } from "../undo/changes-dialog";
import { DIALOG_PARAMS, PlanDialogs, RouteDialogs } from "./dialogs/plan-dialogs";
import { DRIVERS_DIALOG, DriversDialog, MissingDrivers } from "./dialogs/drivers-dialog";
import { StartRoutesDialog } from "./dialogs/start-routes-dialog";
import { HoverMap } from "./map/hover-map";
import { PlanTimeline } from "./timeline/plan-timeline";
import { MissedStarts } from "./calculation/missed-starts";
import { MissingNotice, FilterNotice, EmptyPlan } from "./list/plan-gaps";
import { PlanSettingsDialog } from "./dialogs/plan-settings-dialog";
import { PlanButtons, PlanHeader, planMenuItems } from "./header/plan-header";
import { nextStep, routesToStart } from "./header/next-step";
import { VisitGoneNotice } from "./visit-gone-notice";
import { UndoButton } from "../undo/undo-button";
import { PlanSplit } from "./plan-split";
import { PlanViewTabs, type PlanTab } from "./plan-view-tabs";
import { ReOptimiseDialog } from "./calculation/re-optimise-dialog";
import { RouteEndsLine } from "./route-ends";
import { RouteSettingsDialog } from "./dialogs/route-settings-dialog";
import { useDebugLegs } from "../visit-panel/use-debug-legs";
import { useLivePlan } from "./use-live-plan";
import { usePlanMoves } from "./moving/use-plan-moves";
import { usePlanShapes } from "./use-plan-shapes";
import { usePlanView } from "./use-plan-view";
import { useEscape, useShortcuts } from "./use-shortcuts";
import { VisitList } from "./list/visit-list";
import { VisitDialogs } from "../visit-panel/visit-dialogs";
import { VisitPanel } from "../visit-panel/visit-panel";
import { canApprovePlan } from "~/domain/route/route-permissions";
import styles from "./plan-page.module.css";

interface PlanPageProps extends Omit<PlanPageData, "routes" | "visits"> {
  routes: readonly RouteItem[];
  visits: readonly VisitItem[];
  calculation: CalculationView | null;
  /** when the address asks how to calculate after a small change */
  smallChange: SmallChangeOffer | null;
  /** of the visit that the address names */
  visitDetails: VisitDetails | null;
  /** when the address asks for the list of changes */
  changes: PlanChangesData | null;
  result: ActionResult<unknown> | null;
}

const idOf = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null);

export function PlanPage(props: PlanPageProps) {
  const { plan, warehouse, choices, map, result } = props;
  const [params] = useSearchParams();
  const dialog = useDialogUrl(DIALOG_PARAMS);
  const tab = useTabId();
  const figure = figureOf(params.get("show"));
  usePreloaded(paths.visitDetails(plan.id), paths.planChanges(plan.id), paths.exportColumns(plan.id));
  const {
    routes: placedRoutes,
    visits: placedVisits,
    ...moves
  } = usePlanMoves({
    routes: props.routes,
    visits: props.visits,
    version: plan.version,
    tab,
  });
  const { routes, visits } = useLivePlan({ routes: placedRoutes, visits: placedVisits }, plan);
  const view = usePlanView({
    routes,
    visits,
    visitId: params.has("dialog") ? null : idOf(params.get("visit")),
    routeId: idOf(params.get("route")),
    opened: params.get(OPEN_PARAM),
    figure,
    keepAs: `plan:${plan.id}`,
  });
  const calculation = useCalculation(plan.id, props.calculation);
  const calculating = isCalculating(calculation);
  const [shown, setShown] = useState<PlanTab>("list");
  const values = { version: plan.version, tab };
  const shared = { version: plan.version, tab, result };
  const { timeZone, serviceDate } = plan;
  const clock = useMemo(() => ({ timeZone, serviceDate }), [timeZone, serviceDate]);
  const center = warehouse === null ? undefined : { lat: warehouse.lat, lng: warehouse.lng };

  const { stops, lines, bars } = usePlanShapes(routes, visits, plan.midnight);
  const legs = useDebugLegs(view.visit, view.groups);
  const drawnLines = useMemo(() => (legs.lines.length === 0 ? lines : [...lines, ...legs.lines]), [lines, legs.lines]);
  const warehouses = useMemo(
    () =>
      warehouse === null ? [] : [{ id: warehouse.id, lat: warehouse.lat, lng: warehouse.lng, name: warehouse.title }],
    [warehouse],
  );

  const calculateReason = useMemo(() => calculationRefused(routes, visits) ?? undefined, [routes, visits]);
  const step = useMemo(
    () => nextStep(routes, visits, calculateReason, plan.daysAhead),
    [routes, visits, calculateReason, plan.daysAhead],
  );
  const withVisits = routes.filter((route) => route.stops > 0);
  const approveReason = refusalMessage(canApprovePlan(withVisits)) ?? undefined;
  const { post } = moves;
  const undo = () => post("plan.undo");
  useShortcuts({
    z: undo,
    "ctrl+z": undo,
    "ctrl+shift+z": () => post("plan.redo"),
    c: () => {
      if (!calculating && calculateReason === undefined) moves.postOnce("calculation.start");
    },
    l: () => {
      if (view.route !== null) post("route.lock", { routeId: view.route.id });
    },
  });

  useEscape(() => {
    if (view.selectedRouteId !== null) view.selectRoute(null);
  });

  const headerProps = {
    plan,
    warehouse,
    totals: view.totals,
    values,
    href: (name: string) => dialog.href(name),
    calculating,
    approving: moves.isAsked("plan.approve"),
    calculateReason,
    approveReason,
    step,
    toStart: routesToStart(routes).length,
    importHref: dialog.href("import"),
    shown: figure,
    travel: props.travel,
    post: moves.postOnce,
  };
  const list = (
    <>
      <div className={styles.find}>
        <FindVisit view={view} />
        {props.rights.update && (
          <UndoButton undoable={props.undoable} redoable={props.redoable} values={values} post={post} />
        )}
      </div>
      {figure !== null && <FilterNotice planId={plan.id} figure={figure} totals={view.totals} />}
      {view.search === "" && (
        <MissingNotice
          visits={visits.length}
          routes={routes.length}
          importHref={headerProps.importHref}
          addVisitHref={dialog.href("add-visit")}
          addRoutesHref={dialog.href("add-routes")}
        />
      )}
      <VisitList
        label="Routes and visits"
        planId={plan.id}
        version={plan.version}
        clock={clock}
        aim={plan.aim}
        view={view}
        rows={view.rows}
        routes={routes}
        mayUpdate={props.rights.update}
        values={values}
        href={dialog.href}
        move={moves.move}
        announce={moves.announce}
        onChanged={moves.told}
        whole={params.has(OPEN_PARAM)}
        empty={
          <EmptyPlan
            search={view.search}
            narrowed={figure !== null}
            routes={routes.length}
            importHref={headerProps.importHref}
            addVisitHref={dialog.href("add-visit")}
            addRoutesHref={dialog.href("add-routes")}
          />
        }
      />
    </>
  );

  return (
    <div className={styles.page} data-shown={shown}>
      <PlanHeader {...headerProps} />
      <div className={styles.bars} data-bars="">
        <CalculationBar calculation={calculation} values={values} />
        {!calculating && (
          <MissedStarts
            plan={plan}
            routes={routes}
            settingsHref={dialog.href("plan-settings")}
            mayUpdate={props.rights.update}
          />
        )}
        <MissingDrivers routes={routes} href={dialog.href(DRIVERS_DIALOG)} mayUpdate={props.rights.update} />
        {!calculating && withVisits.length > 0 && (
          <RouteEndsLine ends={props.settings} mayUpdate={props.rights.update && warehouse !== null} values={values} />
        )}
      </div>
      <div className={styles.tabsBar}>
        <PlanViewTabs shown={shown} onShow={setShown} />
      </div>
      <PlanSplit list={list}>
        <div className={styles.map}>
          <HoverMap
            hover={view.hover}
            label={`Map of ${plan.title}`}
            routes={drawnLines}
            stops={stops}
            warehouses={warehouses}
            selectedRouteId={view.selectedRouteId}
            chosen={view.chosen}
            selectedStopIds={view.selectedStopIds}
            onSelect={view.selectStop}
            onLasso={view.lasso}
            onSelectRoute={view.chooseRoute}
            baseMap={map}
            center={center}
            fitToken={`${plan.id}-${stops.length > 0}-${lines.length > 0}`}
            coveredRightPx={view.visit === null ? 0 : 360}
          />
          <VisitGoneNotice
            visitId={view.visitId}
            visit={view.visit}
            from="in this plan"
            onGone={() => view.selectVisit(null)}
          />
          {view.visit !== null && isLocationVisit(view.visit) && (
            <VisitPanel
              key={view.visit.id}
              visit={view.visit}
              route={view.visit.routeId === null ? null : (view.routesById.get(view.visit.routeId) ?? null)}
              routes={routes}
              details={props.visitDetails}
              clock={clock}
              legs={legs}
              map={map}
              center={center}
              values={values}
              result={result}
              href={dialog.href}
              closeTo={paths.plan(plan.id)}
              onClose={() => view.selectVisit(null)}
            />
          )}
        </div>
      </PlanSplit>
      <PlanTimeline
        label="Timeline of the routes"
        rows={bars}
        day={plan}
        hover={view.hover}
        selectedRouteId={view.selectedRouteId}
        selectedStopIds={view.selectedStopIds}
        onSelect={view.selectStop}
        onSelectRoute={view.chooseRoute}
      />
      <div className={styles.bottom} data-bar="bottom">
        <PlanButtons {...headerProps} />
        <Menu
          label="More"
          items={[
            { id: "import", label: "Import", icon: "upload", to: headerProps.importHref },
            ...planMenuItems(headerProps),
          ]}
        />
      </div>
      {moves.busy}
      <PlanDialogs
        plan={plan}
        newVisit={props.newVisit}
        routes={routes}
        vehicles={choices.vehicles}
        elsewhere={choices.elsewhere}
        map={map}
        center={center}
        {...shared}
      />
      {dialog.name === "plan-settings" && (
        <PlanSettingsDialog settings={props.settings} map={map} center={center} {...shared} />
      )}
      <RouteSettingsDialog routes={routes} map={map} center={center} {...shared} />
      <CalculateDialog smallChange={props.smallChange} values={values} result={result} />
      <ReOptimiseDialog routes={routes} tab={tab} result={result} />
      {dialog.name === CHANGES_DIALOG && (
        <ChangesDialog planId={plan.id} version={plan.version} tab={tab} changes={props.changes} />
      )}
      <DriversDialog plan={plan} routes={routes} drivers={choices.drivers} elsewhere={choices.elsewhere} {...shared} />
      <StartRoutesDialog plan={plan} routes={routes} {...shared} />
      <RouteDialogs plan={plan} routes={routes} choices={choices} {...shared} />
      <VisitDialogs visits={visits} failReasons={props.failReasons} details={props.visitDetails} {...shared} />
    </div>
  );
}
