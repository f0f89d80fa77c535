import { useNavigate } from "@remix-run/react";
import { DayTimes } from "~/ui/day-times";
import type { ActionResult } from "~/lib/action-result";
import { formatDay } from "~/domain/time/day-words";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { Delay } from "~/ui/feedback/bars";
import { RouteStatusBadge, VisitStatusBadge } from "~/ui/feedback/status-badge";
import { PageBody, PageHeader, Panel } from "~/ui/page/page-header";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import type { LiveRoutePage, LiveStop } from "../queries/live-pages.server";
import { useLivePage } from "../use-live-page";
import { LinkPanel } from "./link-panel";
import { LiveMap } from "./live-map";

const COLUMNS: Column<LiveStop>[] = [
  { id: "number", header: "Stop", numeric: true, cell: (stop) => stop.number },
  { id: "name", header: "Name", grow: true, cell: (stop) => stop.name, tooltip: (stop) => stop.name },
  { id: "address", header: "Address", grow: true, cell: (stop) => stop.address, tooltip: (stop) => stop.address },
  { id: "status", header: "Status", cell: (stop) => <VisitStatusBadge status={stop.status} /> },
  { id: "window", header: "Window", cell: (stop) => <span className="num">{stop.window}</span> },
  {
    id: "time",
    header: "Arrival",
    cell: (stop) => (
      <span className="num">
        <DayTimes text={stop.past || stop.eta} /> <Delay seconds={stop.lateSec ?? 0} />
      </span>
    ),
  },
  {
    id: "told",
    header: "Recipient is told",
    cell: (stop) => (
      <span className="num">
        <DayTimes text={stop.told} />
      </span>
    ),
  },
];

/** One route, live: every stop with its time, and the link for others. */
export function LiveRoute({ page, result }: { page: LiveRoutePage; result: ActionResult<unknown> | null }) {
  useLivePage({ planId: page.planId, routeId: page.id });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={page.vehicle}
        description={`${page.plan} · ${formatDay(page.date)} · ${page.driver}`}
        meta={<RouteStatusBadge status={page.status} />}
        crumbs={[{ label: "Tracking", to: paths.tracking() }, { label: page.vehicle }]}
        actions={page.link === null ? undefined : <ButtonLink to={paths.route(page.id)}>Open the route</ButtonLink>}
      />
      <PageBody>
        <LiveMap
          data={page.map}
          baseMap={page.baseMap}
          nowSec={page.nowSec}
          onSelect={(id) => navigate(paths.trackingVisit(id))}
        />
        {page.link !== null && (
          <LinkPanel
            of={{ kind: "route", id: page.id }}
            link={page.link}
            words="Whoever has it sees how far the route is and where the vehicle is, and nobody’s name or address."
            result={result}
          />
        )}
        <Panel title="Stops" flush>
          <DataTable
            label="Stops"
            columns={COLUMNS}
            rows={page.stops}
            rowKey={(stop) => stop.id}
            rowHref={(stop) => paths.trackingVisit(stop.id)}
            empty={
              <EmptyState compact icon="tracking" title="No stops">
                Visits stand here once they are on the route.
              </EmptyState>
            }
          />
        </Panel>
      </PageBody>
    </>
  );
}
