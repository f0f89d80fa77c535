import { Link } from "@remix-run/react";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/page/states";
import { DataTable, type Column } from "~/ui/table/data-table";
import styles from "./leftover-lists.module.css";

export interface UnservedVisit {
  id: number;
  name: string;
  address: string;
  window: string;
  reason: string;
  vehicles: { vehicle: string; message: string }[];
  suggestion: string | null;
}

const unservedColumns: Column<UnservedVisit>[] = [
  { id: "name", header: "Visit", cell: (visit) => visit.name, tooltip: (visit) => visit.name, width: "24%" },
  { id: "address", header: "Address", cell: (visit) => visit.address || "–", grow: true, hideBelow: "tablet" },
  { id: "window", header: "Window", cell: (visit) => <span className="num">{visit.window}</span> },
  {
    id: "reason",
    header: "Why it is not served",
    cell: (visit) => (
      <span className={styles.reason}>
        {visit.reason}
        {visit.suggestion !== null && <b>{visit.suggestion}</b>}
        {visit.vehicles.length > 1 && (
          <details>
            <summary>Vehicle by vehicle</summary>
            <ul>{visit.vehicles.map((one, index) => <li key={index}><b>{one.vehicle}</b>: {one.message}</li>)}</ul>
          </details>
        )}
      </span>
    ),
    width: "48%",
  },
];

export function UnservedList({ planId, visits }: { planId: number; visits: UnservedVisit[] }) {
  return (
    <DataTable
      label="Unserved visits"
      columns={unservedColumns}
      rows={visits}
      rowKey={(visit) => visit.id}
      rowHref={(visit) => paths.plan(planId, { visit: visit.id })}
      empty={<EmptyState icon="check-circle" title="Every visit is on a route" action={<ButtonLink to={paths.plan(planId)}>Back to the plan</ButtonLink>} />}
    />
  );
}

export interface FailedVisit {
  id: number;
  name: string;
  address: string;
  routeId: number | null;
  vehicle: string | null;
  failedAt: string | null;
  reason: string;
}

const failedColumns: Column<FailedVisit>[] = [
  { id: "name", header: "Visit", cell: (visit) => visit.name, tooltip: (visit) => visit.name, width: "24%" },
  { id: "address", header: "Address", cell: (visit) => visit.address || "–", grow: true, hideBelow: "tablet" },
  { id: "route", header: "Route", cell: (visit) => (visit.routeId === null ? "–" : <Link to={paths.route(visit.routeId)}>{visit.vehicle}</Link>) },
  { id: "time", header: "Failed at", cell: (visit) => <span className="num">{visit.failedAt ?? "–"}</span> },
  { id: "reason", header: "Reason", cell: (visit) => visit.reason },
];

export function FailedList({ planId, visits }: { planId: number; visits: FailedVisit[] }) {
  return (
    <DataTable
      label="Failed visits"
      columns={failedColumns}
      rows={visits}
      rowKey={(visit) => visit.id}
      rowHref={(visit) => paths.plan(planId, { visit: visit.id })}
      empty={<EmptyState icon="check-circle" title="No visit has failed" action={<ButtonLink to={paths.plan(planId)}>Back to the plan</ButtonLink>} />}
    />
  );
}
