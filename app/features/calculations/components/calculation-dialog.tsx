import { Form, Link, useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { useCallback, type ReactNode } from "react";
import { DayTimes } from "~/ui/day-times";
import { paths } from "~/paths";
import { useTabId } from "~/realtime/use-live";
import { Button, ButtonLink } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { closedHref } from "~/ui/dialog/use-dialog-url";
import { exportItems } from "~/ui/export-items";
import { ColourDot } from "~/ui/feedback/dots";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { Icon } from "~/ui/icons";
import { MapView } from "~/ui/map/map-view";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { isUnderway } from "~/domain/calculation/calculation-status";
import { statusBadge } from "../calculation-words";
import type { RouteLine } from "../calculation-view";
import type { CalculationView } from "../queries/calculation-page.server";
import styles from "./calculations.module.css";
import { JsonView } from "./json-view";
import { PageFields } from "~/ui/form/page-fields";

/** Parameters of the address that belong to the dialog. */
const PARAMS = ["query", "tab", "part"];

const TABS = [
  { id: "map", label: "Map" },
  { id: "json", label: "JSON" },
  { id: "export", label: "Export" },
] as const;

interface CalculationDialogProps {
  calculation: CalculationView;
  /** share of its time while it runs, newer than the loaded one */
  liveShare: number | undefined;
}

/** One calculation: its input and result as a map, as JSON and as files. It has an address, so links to it work. */
export function CalculationDialog({ calculation, liveShare }: CalculationDialogProps) {
  const here = useLocation();
  const navigate = useNavigate();
  const closeTo = closedHref(here, PARAMS);
  const close = useCallback(() => navigate(closeTo, { preventScrollReset: true, replace: true }), [navigate, closeTo]);
  const { tab, map, routes, facts, sentence, measured, rights } = calculation;
  return (
    <DialogFrame
      title={`Calculation ${calculation.title}`}
      closeTo={closeTo}
      onClose={close}
      width={1080}
      guard={false}
    >
      <div className={styles.details}>
        <Head calculation={calculation} liveShare={liveShare} />
        {sentence !== null && (
          <p
            className={styles.sentence}
            data-tone={calculation.status === "failed" ? "error" : calculation.status === "stale" ? "warning" : "calm"}
            role={calculation.status === "failed" ? "alert" : undefined}
          >
            <Icon
              name={calculation.status === "failed" || calculation.status === "stale" ? "alert" : "info"}
              size={16}
            />
            <span>{sentence}</span>
          </p>
        )}
        {measured !== null && (
          <p className={styles.sentence} data-tone={calculation.isDoubtful ? "warning" : "calm"}>
            <Icon name={calculation.isDoubtful ? "alert" : "info"} size={16} />
            <span className="num">{measured}</span>
          </p>
        )}
        <Tabs current={tab} />
        {map !== null && map.stops.length === 0 && (
          <EmptyState compact icon="map" title="There is nothing to show on the map" />
        )}
        {map !== null && map.stops.length > 0 && (
          <div className={styles.map}>
            <MapView
              label={`Map of the calculation ${calculation.title}`}
              routes={map.routes}
              stops={map.stops}
              warehouses={map.warehouses}
              baseMap={map.baseMap}
              fitToken={`${calculation.id}-${calculation.status}`}
            />
          </div>
        )}
        {tab === "json" && <Json calculation={calculation} />}
        {tab === "export" && <Files calculation={calculation} />}
        <section aria-label="Summary" className={styles.summary}>
          {facts.length > 0 && (
            <dl className={styles.facts}>
              {facts.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd className="num">{value}</dd>
                </div>
              ))}
            </dl>
          )}
          <Debug calculation={calculation} rights={rights} />
          <DataTable
            label="Routes of the calculation"
            columns={ROUTE_COLUMNS}
            rows={routes}
            rowKey={(route) => route.id}
            empty={
              <EmptyState
                compact
                icon="truck"
                title={isUnderway(calculation.status) ? "The routes appear here when it is done" : "It has no routes"}
              />
            }
          />
          {routes.length > 0 && <p className={styles.note}>Times of {calculation.timeZone}.</p>}
        </section>
      </div>
    </DialogFrame>
  );
}

const ROUTE_COLUMNS: Column<RouteLine>[] = [
  {
    id: "vehicle",
    header: "Vehicle name",
    grow: true,
    cell: (route) => (
      <span className={styles.vehicle}>
        <ColourDot colour={route.colour} square={route.square} /> <span className="cut">{route.vehicle}</span>
      </span>
    ),
    tooltip: (route) => route.vehicle,
  },
  { id: "amount", header: "Amount", numeric: true, cell: (route) => route.amount },
  { id: "start", header: "Start", numeric: true, cell: (route) => <DayTimes text={route.start} /> },
  { id: "finish", header: "Finish", numeric: true, cell: (route) => <DayTimes text={route.finish} /> },
];

function Head({ calculation, liveShare }: CalculationDialogProps) {
  const live = liveShare !== undefined && isUnderway(calculation.status);
  return (
    <div className={styles.head}>
      <StatusBadge {...statusBadge(live ? { status: "running", share: liveShare } : calculation)} />
      <span>
        {calculation.plan === null ? (
          "No plan"
        ) : (
          <Link to={paths.plan(calculation.plan.id)}>{calculation.plan.title}</Link>
        )}
      </span>
      <span className={styles.dim}>
        {calculation.type} · {calculation.by}
      </span>
    </div>
  );
}

function useTabHref(): (tab: string, part?: string) => string {
  const [params] = useSearchParams();
  return (tab, part) => {
    const next = new URLSearchParams(params);
    next.set("tab", tab);
    if (part === undefined) next.delete("part");
    else next.set("part", part);
    return `?${next}`;
  };
}

function Tabs({ current }: { current: string }) {
  const href = useTabHref();
  return (
    <nav className={styles.tabs} aria-label="Views of the calculation">
      {TABS.map(({ id, label }) => (
        <Link
          key={id}
          to={href(id)}
          className={styles.tab}
          aria-current={id === current ? "page" : undefined}
          preventScrollReset
          replace
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function Json({ calculation }: { calculation: CalculationView }) {
  const [params] = useSearchParams();
  const href = useTabHref();
  const part = params.get("part") === "input" || !calculation.parts.output ? "input" : "output";
  if (!calculation.rights.export) return <EmptyState compact icon="lock" title="You have no access" />;
  return (
    <div>
      <div className={styles.parts} role="group" aria-label="Part">
        {(["input", "output"] as const).map((one) =>
          calculation.parts[one] ? (
            <Link
              key={one}
              to={href("json", one)}
              className={styles.part}
              aria-current={one === part ? "true" : undefined}
              preventScrollReset
              replace
            >
              {PART_LABELS[one]}
            </Link>
          ) : (
            <span key={one} className={styles.part} aria-disabled="true" title="There is none yet">
              {PART_LABELS[one]}
            </span>
          ),
        )}
      </div>
      <JsonView key={part} label={PART_LABELS[part]} address={paths.calculationText(calculation.id, part)} />
    </div>
  );
}

const PART_LABELS = { input: "Input", output: "Output" } as const;

function Files({ calculation }: { calculation: CalculationView }): ReactNode {
  if (!calculation.rights.export) return <EmptyState compact icon="lock" title="You have no access" />;
  return (
    <div className={styles.files}>
      {exportItems("calculation", calculation.id).map((item) => (
        <ButtonLink key={item.id} to={item.to} icon={item.icon} reloadDocument>
          {item.label}
        </ButtonLink>
      ))}
      <p className={styles.note}>
        Excel: summary, routes, stops and unassigned visits. CSV: the stops. JSON: input and output.
      </p>
    </div>
  );
}

function Debug({ calculation, rights }: { calculation: CalculationView; rights: CalculationView["rights"] }) {
  const socket = useTabId();
  if (!rights.calculate && !rights.testApi && !rights.stop) return null;
  return (
    <Form method="post" className={styles.buttons} preventScrollReset>
      <PageFields />
      <input type="hidden" name="id" value={calculation.id} />
      <input type="hidden" name="tab" value={socket} />
      {rights.stop && (
        <Button type="submit" name="intent" value="calculation.stop" icon="stop">
          {calculation.status === "queued" ? "Cancel" : "Stop and keep"}
        </Button>
      )}
      {rights.calculate && (
        <Button
          type="submit"
          name="intent"
          value="calculation.repeat"
          icon="calculate"
          disabledReason={calculation.parts.input ? undefined : "Its input was not stored."}
        >
          Calculate
        </Button>
      )}
      {rights.testApi && (
        <Button
          type="submit"
          name="intent"
          value="calculation.test_matrix"
          icon="code"
          disabledReason={calculation.parts.input ? undefined : "Its input was not stored."}
        >
          Test API
        </Button>
      )}
    </Form>
  );
}
