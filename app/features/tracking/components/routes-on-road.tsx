import type { ReactNode } from "react";
import { paths } from "~/paths";
import { useLiveChanges } from "~/realtime/use-live";
import { formatDay } from "~/domain/time/day-words";
import { EmptyState } from "~/ui/page/states";
import { PageBody, PageHeader } from "~/ui/page/page-header";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import type { RoadRow } from "../queries/routes-on-road.server";

const COLUMNS: Column<RoadRow>[] = [
  {
    id: "vehicle",
    header: "Vehicle",
    cell: (row) => row.vehicle,
    tooltip: (row) => row.vehicle,
    grow: true,
    width: "28%",
  },
  { id: "driver", header: "Driver", cell: (row) => row.driver },
  { id: "plan", header: "Plan", cell: (row) => row.plan, grow: true },
  { id: "date", header: "Date", cell: (row) => <span className="num">{formatDay(row.date)}</span> },
  { id: "progress", header: "Done", numeric: true, cell: (row) => `${row.served}/${row.stops}` },
  { id: "failed", header: "Failed", numeric: true, cell: (row) => row.failed },
  { id: "finish", header: "Finish", numeric: true, cell: (row) => row.finish },
];

/** Routes that are on the road, live; each row links to its route. */
export function RoutesOnRoad({ rows, attention }: { rows: RoadRow[]; attention?: ReactNode }) {
  useLiveChanges((event) => ["RoutingRoute", "RoutingVisit", "RoutingPlan", "RoadTask"].includes(event.model));
  return (
    <>
      <PageHeader title="Tracking" description="Routes that are on the road now." />
      <PageBody>
        {attention}
        <DataTable
          label="Routes on the road"
          columns={COLUMNS}
          rows={rows}
          rowKey={(row) => row.id}
          rowHref={(row) => paths.route(row.id)}
          empty={
            <EmptyState icon="tracking" title="Nobody is on the road">
              Routes stand here from the moment their driver starts them.
            </EmptyState>
          }
        />
      </PageBody>
    </>
  );
}
