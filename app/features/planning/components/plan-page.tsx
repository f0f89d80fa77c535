import { useEffect, useMemo, useState } from "react";
import { Link, useSearchParams, useSubmit } from "@remix-run/react";
import { TextInput } from "@mantine/core";
import type { ActionResult } from "~/lib/action-result";
import { whyNot } from "~/domain/decision";
import { canApprove } from "~/domain/route/route-permissions";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { paths } from "~/paths";
import { useTabId } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { Menu } from "~/ui/dialog/menu";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { Icon } from "~/ui/icons";
import { MapView } from "~/ui/map/map-view";
import { EmptyState } from "~/ui/page/states";
import { RouteTimeline } from "~/ui/timeline/route-timeline";
import { isTyping } from "~/ui/table/search-input";
import { UNSERVED, type PlanRow } from "../plan-rows";
import { mapRoutes, mapStops, timelineRows } from "../plan-shapes";
import type { PlanPageData } from "../queries/plan-page.server";
import type { VisitDetails } from "../queries/visit-details.server";
import { CalculationBar, isCalculating, useCalculation, type CalculationView } from "./calculation-bar";
import { DIALOG_PARAMS, PlanDialogs, RouteDialogs, VisitDialogs } from "./plan-dialogs";
import { PlanSettingsDialog } from "./plan-settings-dialog";
import { PlanButtons, PlanHeader, planMenuItems } from "./plan-header";
import { RouteLine, UnservedLine, VisitLine } from "./plan-list-rows";
import { DragCard } from "./drag-card";
import { UndoButton, undoToast } from "./undo-button";
import { PlanSplit } from "./plan-split";
import { PlanTree } from "./plan-tree";
import { PlanViewTabs, type PlanTab } from "./plan-view-tabs";
import { RouteSettingsDialog } from "./route-settings-dialog";
import { routeMenuItems } from "./route-menu-items";
import { SelectionBar } from "./selection-bar";
import { pickedInOrder, useListDrag } from "./use-list-drag";
import { usePlanMoves } from "./use-plan-moves";
import { usePlanView } from "./use-plan-view";
import { VisitPanel } from "./visit-panel";
import styles from "./plan-page.module.css";

export interface PlanPageProps extends PlanPageData {
  calculation: CalculationView | null;
  /** of the visit that the address names */
  visitDetails: VisitDetails | null;
  result: ActionResult<unknown> | null;
}

const idOf = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null);

export function PlanPage(props: PlanPageProps) {
  const { plan, warehouse, choices, map, result } = props;
  const [params] = useSearchParams();
  const dialog = useDialogUrl(DIALOG_PARAMS);
  const tab = useTabId();
  const submit = useSubmit();
  const { routes, visits, ...moves } = usePlanMoves({ routes: props.routes, visits: props.visits, version: plan.version, tab, onDone: (said) => undoToast(said, () => undo()) });
  const view = usePlanView({ routes, visits, visitId: params.has("dialog") ? null : idOf(params.get("visit")), routeId: idOf(params.get("route")) });
  const dragging = useListDrag({ view, routes, allowed: props.rights.update, move: moves.move, say: moves.say });
  const calculation = useCalculation(plan.id, props.calculation);
  const calculating = isCalculating(calculation);
  const [shown, setShown] = useState<PlanTab>("list");
  const values = { version: plan.version, tab };
  const shared = { version: plan.version, tab, result };
  const center = warehouse === null ? undefined : { lat: warehouse.lat, lng: warehouse.lng };

  const stops = useMemo(() => mapStops(visits, view.routesById), [visits, view.routesById]);
  const lines = useMemo(() => mapRoutes(routes, view.groups), [routes, view.groups]);
  const bars = useMemo(() => timelineRows(routes, view.groups, plan.midnight), [routes, view.groups, plan.midnight]);
  const warehouses = useMemo(() => (warehouse === null ? [] : [{ id: warehouse.id, lat: warehouse.lat, lng: warehouse.lng, name: warehouse.title }]), [warehouse]);

  const unplannable = visits.filter((visit) => isLocationVisit(visit) && visit.lat === undefined).length;
  const calculateReason = visits.length === 0 ? "Add at least one visit to the plan." : routes.length === 0 ? "Add at least one vehicle to the plan." : undefined;
  const withVisits = routes.filter((route) => route.stops > 0);
  const approveReason = withVisits.length === 0 ? "No route has visits yet. Calculate the plan first." : withVisits.every((route) => whyNot(canApprove(route, [])) !== null) ? "All routes are approved and locked already." : undefined;
  const post = (intent: string, more: Record<string, string | number>) => submit({ intent, ...values, ...more }, { method: "post", preventScrollReset: true });
  const undo = () => { post("undo-change", {}); };
  useShortcuts({
    z: undo,
    c: () => { if (!calculating && calculateReason === undefined) post("calculate", {}); },
    l: () => { if (view.route !== null) post("toggle-lock", { routeId: view.route.id }); },
  });

  const headerProps = { plan, warehouse, totals: view.totals, values, href: (name: string) => dialog.href(name), calculating, calculateReason, approveReason, importHref: dialog.href("import") };
  const visitHref = (id: number) => `?visit=${id}`;
  const renderRow = (row: PlanRow) => {
    if (row.kind === "unserved") return <UnservedLine count={row.count} open={row.open} label={view.totals.scheduled > 0 ? "Unserved" : "Unscheduled"} href={paths.unserved(plan.id)} onToggle={() => view.fold(UNSERVED)} />;
    if (row.kind === "visit") return <VisitLine visit={row.visit} route={row.route} timeZone={plan.timeZone} href={visitHref(row.visit.id)} />;
    return (
      <RouteLine
        route={row.route}
        open={row.open}
        timeZone={plan.timeZone}
        onToggle={() => view.fold(row.route.id)}
        menu={<span role="presentation" onClick={(event) => event.stopPropagation()}><Menu label={`${row.route.vehicle}: what can be done`} items={routeMenuItems({ route: row.route, visits: view.groups.get(row.route.id) ?? [], values, href: dialog.href })} /></span>}
      />
    );
  };
  const activate = (row: PlanRow, how: { extend: boolean; range: boolean }) => {
    if (how.extend && row.kind === "visit" && isLocationVisit(row.visit)) {
      if (how.range) view.pickRange(row.visit.id);
      else view.pick([row.visit.id], true);
      return;
    }
    view.clearPicked();
    if (row.kind === "visit") view.selectVisit(isLocationVisit(row.visit) ? row.visit.id : null);
    else if (row.kind === "route") view.selectRoute(view.selectedRouteId === row.route.id && view.visit === null ? null : row.route.id);
    else view.fold(UNSERVED);
  };

  const list = (
    <>
      <div className={styles.find}>
        <TextInput size="xs" type="search" placeholder="Find a visit" aria-label="Find a visit" leftSection={<Icon name="search" size={14} />} value={view.search} onChange={(event) => view.setSearch(event.currentTarget.value)} />
        {unplannable > 0 && <span className={styles.unplannable} title="They can't be planned before their place is set."><Icon name="alert" size={14} />{unplannable} without a place</span>}
        {props.rights.update && <UndoButton values={values} />}
      </div>
      <PlanTree
        label="Routes and visits"
        rows={view.rows}
        renderRow={renderRow}
        selectedKeys={view.selectedKeys}
        hoveredKey={view.hovered === null ? null : `v${view.hovered}`}
        onHover={(row) => view.setHovered(row?.kind === "visit" ? row.visit.id : null)}
        onActivate={activate}
        onFold={view.foldRow}
        {...dragging.tree}
        scrollToKey={view.scrollTo}
        empty={<NothingYet search={view.search} routes={routes.length} importHref={headerProps.importHref} addVisitHref={dialog.href("add-visit")} addRoutesHref={dialog.href("add-routes")} />}
      />
      {view.picked.size > 0 && <SelectionBar ids={pickedInOrder(view, routes)} routes={routes} version={plan.version} timeZone={plan.timeZone} values={values} move={moves.move} onDone={(said) => { moves.say(said); undoToast(said, undo); }} onClear={view.clearPicked} />}
    </>
  );

  return (
    <div className={styles.page} data-shown={shown}>
      <PlanHeader {...headerProps} />
      <CalculationBar calculation={calculation} totals={view.totals} values={values} />
      <div className={styles.tabsBar}><PlanViewTabs shown={shown} onShow={setShown} /></div>
      <PlanSplit list={list}>
        <div className={styles.map}>
          <MapView
            label={`Map of ${plan.title}`}
            routes={lines}
            stops={stops}
            warehouses={warehouses}
            selectedRouteId={view.selectedRouteId}
            hoveredStopId={view.hovered}
            selectedStopIds={view.selectedStopIds}
            onHover={view.setHovered}
            onSelect={(id, how) => {
              if (id !== null && how.extend) return view.pick([id], true);
              view.clearPicked();
              if (id !== null) view.selectVisit(id);
              else view.selectRoute(null);
            }}
            onLasso={(ids) => view.pick(ids, false)}
            onSelectRoute={view.selectRoute}
            tileUrl={map.tileUrl}
            attribution={map.attribution}
            center={center}
            fitToken={`${plan.id}-${stops.length > 0}-${lines.length > 0}`}
            coveredRightPx={view.visit === null ? 0 : 360}
          />
          {view.visit !== null && isLocationVisit(view.visit) && (
            <VisitPanel key={view.visit.id} visit={view.visit} route={view.visit.routeId === null ? null : (view.routesById.get(view.visit.routeId) ?? null)} routes={routes} details={props.visitDetails} timeZone={plan.timeZone} map={map} center={center} values={values} result={result} href={dialog.href} closeTo={paths.plan(plan.id)} onClose={() => view.selectVisit(null)} />
          )}
        </div>
      </PlanSplit>
      <Timeline bars={bars} nowSec={plan.isToday ? plan.nowSec - plan.midnight : null} view={view} />
      <div className={styles.bottom}>
        <PlanButtons {...headerProps} />
        <Menu label="More" items={[{ id: "import", label: "Import", icon: "upload", to: headerProps.importHref }, ...planMenuItems(headerProps)]} />
      </div>
      {moves.busy}
      {dragging.drag !== null && <DragCard drag={dragging.drag} card={dragging.card} version={plan.version} routes={routes} timeZone={plan.timeZone} />}
      <PlanDialogs plan={plan} routes={routes} vehicles={choices.vehicles} map={map} center={center} {...shared} />
      {dialog.name === "plan-settings" && <PlanSettingsDialog settings={props.settings} map={map} center={center} {...shared} />}
      <RouteSettingsDialog routes={routes} map={map} center={center} {...shared} />
      <RouteDialogs routes={routes} vehicles={choices.vehicles} drivers={choices.drivers} {...shared} />
      <VisitDialogs visits={visits} failReasons={props.failReasons} {...shared} />
    </div>
  );
}

function Timeline({ bars, nowSec, view }: { bars: ReturnType<typeof timelineRows>; nowSec: number | null; view: ReturnType<typeof usePlanView> }) {
  const [open, setOpen] = useState(true);
  useEffect(() => setOpen(localStorage.getItem("plan-timeline") !== "folded"), []);
  const fold = () => {
    localStorage.setItem("plan-timeline", open ? "folded" : "open");
    setOpen(!open);
  };
  return (
    <section className={styles.timeline} data-open={open || undefined} aria-label="Timeline">
      <button type="button" className={styles.timelineHead} aria-expanded={open} onClick={fold}>
        <Icon name={open ? "chevron-down" : "chevron-up"} size={16} />Timeline
      </button>
      <div className={styles.timelineBody} hidden={!open}>
        {bars.length === 0
          ? <p className={styles.noTimeline}>The day of each route shows here once it has visits.</p>
          : <RouteTimeline label="Timeline of the routes" rows={bars} nowSec={nowSec} selectedRouteId={view.selectedRouteId} hoveredStopId={view.hovered} selectedStopIds={view.selectedStopIds} onHover={view.setHovered} onSelect={view.selectVisit} onSelectRoute={view.selectRoute} />}
      </div>
    </section>
  );
}

function NothingYet({ search, routes, importHref, addVisitHref, addRoutesHref }: { search: string; routes: number; importHref: string; addVisitHref: string; addRoutesHref: string }) {
  if (search !== "") return <EmptyState icon="search" compact title={`No visit matches “${search}”`} />;
  return (
    <EmptyState compact icon="upload" title="No visits yet" action={<ButtonLink kind="primary" icon="upload" to={importHref} preventScrollReset>Import a spreadsheet</ButtonLink>}>
      Import the day’s visits, or <Link to={addVisitHref} preventScrollReset>add one by hand</Link>.
      {routes === 0 && <> The plan has no routes either: <Link to={addRoutesHref} preventScrollReset>add vehicles</Link>.</>}
    </EmptyState>
  );
}

/** Single letters, except while the user types or a dialog is open. */
function useShortcuts(keys: Record<string, () => void>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]")) return;
      const run = keys[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}
