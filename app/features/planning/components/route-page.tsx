import { useMemo, useState } from "react";
import { Form, useSearchParams } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { whyNot } from "~/domain/decision";
import { canApprove, canFinish, canStart } from "~/domain/route/route-permissions";
import { RouteStatus } from "~/domain/route/route-status";
import { formatDuration, formatKm } from "~/domain/time/format";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { paths } from "~/paths";
import { useTabId } from "~/realtime/use-live";
import { Button, ButtonLink } from "~/ui/button";
import { Menu } from "~/ui/dialog/menu";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { ColourDot } from "~/ui/feedback/dots";
import { RouteStatusBadge } from "~/ui/feedback/status-badge";
import { Icon } from "~/ui/icons";
import { MapView } from "~/ui/map/map-view";
import { EmptyState } from "~/ui/page/states";
import { shortDate } from "../plan-list-view";
import { planRows, type PlanRow } from "../plan-rows";
import { colourOf, mapRoutes, mapStops } from "../plan-shapes";
import { visitsByRoute } from "../plan-view";
import type { RoutePageData } from "../queries/route-page.server";
import type { VisitDetails } from "../queries/visit-details.server";
import { DIALOG_PARAMS, RouteDialogs, VisitDialogs } from "./plan-dialogs";
import { routeHours, VisitLine } from "./plan-list-rows";
import { PlanSplit } from "./plan-split";
import { PlanTree } from "./plan-tree";
import { PlanViewTabs, type PlanTab } from "./plan-view-tabs";
import { RouteSettingsDialog } from "./route-settings-dialog";
import { routeMenuItems } from "./route-menu-items";
import { VisitPanel } from "./visit-panel";
import page from "./plan-page.module.css";
import styles from "./plan-header.module.css";

export interface RoutePageProps extends RoutePageData {
  visitDetails: VisitDetails | null;
  result: ActionResult<unknown> | null;
}

/** One route: its day in order, on the map, and what can be done with it now. */
export function RoutePage({ plan, route, routes, warehouse, visits, choices, failReasons, map, visitDetails, result }: RoutePageProps) {
  const [params] = useSearchParams();
  const dialog = useDialogUrl(DIALOG_PARAMS);
  const tab = useTabId();
  const values = { version: plan.version, tab };
  const asked = Number(params.get("visit") ?? "");
  const [visitId, setVisitId] = useState<number | null>(params.has("dialog") || !asked ? null : asked);
  const [hovered, setHovered] = useState<number | null>(null);
  const [shown, setShown] = useState<PlanTab>("list");
  const groups = useMemo(() => visitsByRoute(visits), [visits]);
  const rows = useMemo(() => planRows({ routes: [route], groups, open: new Set([route.id]), search: "" }).filter((row) => row.kind === "visit"), [route, groups]);
  const stops = useMemo(() => mapStops(visits, new Map([[route.id, route]])), [visits, route]);
  const lines = useMemo(() => mapRoutes([route], groups), [route, groups]);
  const warehouses = useMemo(() => (warehouse === null ? [] : [{ id: warehouse.id, lat: warehouse.lat, lng: warehouse.lng, name: warehouse.title }]), [warehouse]);
  const visit = visits.find((one) => one.id === visitId) ?? null;
  const center = warehouse === null ? undefined : { lat: warehouse.lat, lng: warehouse.lng };
  const shared = { version: plan.version, tab, result };
  const hours = routeHours(route, plan.timeZone);
  const workSec = route.travelSec + route.serviceSec + route.waitSec;
  const open = (row: PlanRow) => { if (row.kind === "visit") setVisitId(isLocationVisit(row.visit) ? row.visit.id : null); };

  return (
    <div className={page.page} data-shown={shown} data-page="route">
      <header className={styles.header}>
        <div className={styles.names}>
          <span className={styles.back}><ButtonLink kind="quiet" to={paths.plan(plan.id)} icon="arrow-left"><span className="visually-hidden">Plan {plan.title}</span></ButtonLink></span>
          <ColourDot colour={colourOf(route).fill} size={12} />
          <h1 className={`${styles.title} cut`} title={`${route.vehicle} · ${route.driver}`}>{route.vehicle}</h1>
          <span className={`${styles.place} cut`}>{route.driver} · {plan.title} · <span className="num">{shortDate(plan.serviceDate)}</span></span>
          <RouteStatusBadge status={route.status} />
          {route.isLocked && <Icon name="lock" size={16} label="Locked" />}
        </div>
        <div className={`${styles.facts} num`}>
          <span className={styles.fact}><b>{route.done + route.failed}/{route.stops}</b> visits</span>
          {hours !== null && <span className={styles.fact}><b>{hours}</b></span>}
          <span className={styles.fact}><b>{formatKm(route.distanceM)}</b></span>
          <span className={styles.fact}><b>{formatDuration(workSec)}</b></span>
          {route.broken.length > 0 && <span className={styles.fact} title={route.broken.join("\n")}><Icon name="alert" size={16} label="Warnings" /> <b>{route.broken.length}</b></span>}
        </div>
        <div className={styles.actions}><NextStep route={route} visits={visits} values={values} href={dialog.href} /><Menu label="What can be done" items={routeMenuItems({ route, visits, values, href: dialog.href, ownPage: true })} /></div>
      </header>
      <div className={page.tabsBar}><PlanViewTabs shown={shown} onShow={setShown} without="timeline" /></div>
      <PlanSplit
        list={
          <PlanTree
            label="Visits of the route"
            rows={rows}
            renderRow={(row) => (row.kind === "visit" ? <VisitLine visit={row.visit} route={row.route} timeZone={plan.timeZone} href={`?visit=${row.visit.id}`} /> : null)}
            selectedKeys={new Set(visitId === null ? [] : [`v${visitId}`])}
            hoveredKey={hovered === null ? null : `v${hovered}`}
            onHover={(row) => setHovered(row?.kind === "visit" ? row.visit.id : null)}
            onActivate={open}
            onFold={() => undefined}
            scrollToKey={visitId === null ? null : `v${visitId}`}
            empty={<EmptyState icon="truck" compact title="The route has no visits" action={<ButtonLink to={paths.plan(plan.id)}>Open the plan</ButtonLink>}>Calculate the plan, or move visits here.</EmptyState>}
          />
        }
      >
        <div className={page.map}>
          <MapView label={`Map of ${route.vehicle}`} routes={lines} stops={stops} warehouses={warehouses} hoveredStopId={hovered} selectedStopIds={new Set(visitId === null ? [] : [visitId])} onHover={setHovered} onSelect={setVisitId} tileUrl={map.tileUrl} attribution={map.attribution} center={center} fitToken={route.id} />
          {visit !== null && isLocationVisit(visit) && (
            <VisitPanel key={visit.id} visit={visit} route={route} routes={routes} details={visitDetails} timeZone={plan.timeZone} map={map} center={center} values={values} result={result} href={dialog.href} closeTo={paths.route(route.id)} onClose={() => setVisitId(null)} />
          )}
        </div>
      </PlanSplit>
      <div className={page.bottom}>
        <NextStep route={route} visits={visits} values={values} href={dialog.href} />
        <Menu label="What can be done" items={routeMenuItems({ route, visits, values, href: dialog.href, ownPage: true })} />
      </div>
      <RouteSettingsDialog routes={[route]} map={map} center={center} {...shared} />
      <RouteDialogs routes={[route]} vehicles={choices.vehicles} drivers={choices.drivers} {...shared} />
      <VisitDialogs visits={visits} failReasons={failReasons} {...shared} />
    </div>
  );
}

/** The one step that comes next: approve, start, finish. */
function NextStep({ route, visits, values, href }: Pick<RoutePageProps, "route" | "visits"> & { values: Record<string, string | number>; href: (dialog: string, params: Record<string, string>) => string }) {
  const own = { route: String(route.id) };
  if (route.status === RouteStatus.Completed) return null;
  if (route.status === RouteStatus.OnRoute) return <ButtonLink kind="primary" icon="flag" to={href("finish-route", own)} preventScrollReset disabledReason={whyNot(canFinish(route, visits)) ?? undefined}>Finish</ButtonLink>;
  if (route.status === RouteStatus.Scheduled) return <ButtonLink kind="primary" icon="play" to={href("start-route", own)} preventScrollReset disabledReason={whyNot(canStart(route, visits)) ?? undefined}>Start</ButtonLink>;
  const reason = whyNot(canApprove(route, visits)) ?? (route.stops === 0 ? "The route has no visits." : undefined);
  return (
    <Form method="post" preventScrollReset>
      {Object.entries({ ...values, routeId: route.id }).map(([name, value]) => <input key={name} type="hidden" name={name} value={String(value)} />)}
      <Button type="submit" kind="primary" icon="check" name="intent" value="approve-route" disabledReason={reason}>Approve</Button>
    </Form>
  );
}
