import { useSearchParams } from "@remix-run/react";
import { formatDuration, formatSeconds } from "~/domain/time/format";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { Icon } from "~/ui/icons";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import type { Paging } from "~/domain/paging";
import { isUnderway } from "~/domain/calculation/calculation-status";
import { statusBadge } from "../calculation-words";
import type { CalculationListItem } from "../queries/list-calculations.server";
import styles from "./calculations.module.css";
import { formatDistance } from "~/domain/format-units";
import type { Units } from "~/domain/units";
import { useUnits } from "~/ui/use-units";

const TRY_OUT = "Calculated to look at only: the plan is not changed";

const figure = (value: number | null, words: (value: number) => string = String) =>
  value === null ? "–" : words(value);

function columns(shares: ReadonlyMap<number, number>, units: Units): Column<CalculationListItem>[] {
  return [
    {
      id: "when",
      header: "Asked at",
      cell: (row) => (
        <time className="num" dateTime={`${row.createdAt.replace(" ", "T")}Z`}>
          {row.when}
        </time>
      ),
    },
    { id: "plan", header: "Plan", grow: true, cell: (row) => row.plan ?? "–", tooltip: (row) => row.plan ?? "" },
    { id: "id", header: "Id", numeric: true, hideBelow: "wide", cell: (row) => row.id },
    {
      id: "by",
      header: "By",
      cell: (row) => (
        <span className={`cut ${styles.by}`} title={row.by}>
          {row.by}
        </span>
      ),
      hideBelow: "wide",
    },
    { id: "type", header: "Type", cell: (row) => row.type, hideBelow: "wide" },
    { id: "status", header: "Status", cell: (row) => <Status row={row} live={shares.get(row.id)} /> },
    { id: "routes", header: "Routes", numeric: true, cell: (row) => figure(row.routes) },
    { id: "visits", header: "Visits", numeric: true, cell: (row) => figure(row.visits) },
    { id: "unassigned", header: "Unscheduled", numeric: true, cell: (row) => figure(row.unassigned) },
    {
      id: "distance",
      header: "Distance",
      numeric: true,
      cell: (row) => figure(row.distanceM, (meters) => formatDistance(meters, units)),
    },
    {
      id: "duration",
      header: "Driving",
      numeric: true,
      cell: (row) => figure(row.durationSec, formatDuration),
      hideBelow: "wide",
    },
    {
      id: "cost",
      header: "Cost",
      numeric: true,
      cell: (row) => (row.cost === null ? "–" : <span title={row.cost.counts}>{row.cost.text}</span>),
    },
    {
      id: "solving",
      header: "Solving time",
      numeric: true,
      cell: (row) => figure(row.solvingMs, formatSeconds),
      hideBelow: "wide",
    },
  ];
}

function Status({ row, live }: { row: CalculationListItem; live: number | undefined }) {
  // The list reloads at the end. Until then, what arrives is newer than what was loaded.
  const state = live !== undefined && isUnderway(row.status) ? ({ status: "running", share: live } as const) : row;
  return (
    <span className={styles.status}>
      <StatusBadge {...statusBadge(state)} />
      {row.tryOut && (
        <span className={styles.tryOut} title={TRY_OUT}>
          <Icon name="info" size={16} label={TRY_OUT} />
        </span>
      )}
    </span>
  );
}

interface CalculationListProps {
  rows: CalculationListItem[];
  total: number;
  paging: Paging;
  /** a search or a filter is set */
  narrowed: boolean;
  selectedId: number | null;
  /** of `useRunningShares` */
  shares: ReadonlyMap<number, number>;
}

export function CalculationList({ rows, total, paging, narrowed, selectedId, shares }: CalculationListProps) {
  const units = useUnits();
  const [params] = useSearchParams();
  const hrefOf = (id: number): string => {
    const next = new URLSearchParams(params);
    next.set("query", String(id));
    next.delete("tab");
    next.delete("part");
    return `?${next}`;
  };
  return (
    <DataTable
      label="Calculations"
      columns={columns(shares, units)}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => hrefOf(row.id)}
      selectedKey={selectedId}
      empty={
        narrowed ? (
          <EmptyState
            icon="search"
            title="No calculation matches"
            action={<ButtonLink to={paths.calculations()}>Show all calculations</ButtonLink>}
          >
            Change the search or the filters.
          </EmptyState>
        ) : (
          <EmptyState
            icon="history"
            title="Nothing was calculated yet"
            action={
              <ButtonLink to={paths.planningMain()} kind="primary" icon="plan">
                Go to planning
              </ButtonLink>
            }
          >
            Open a plan and press Calculate: every calculation is kept here with its input and its result.
          </EmptyState>
        )
      }
      footer={<Pagination paging={paging} total={total} label="calculations" />}
    />
  );
}
