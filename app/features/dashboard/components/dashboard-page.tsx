import { FileLinks } from "~/ui/table/list-files";
import { Link, useSearchParams } from "@remix-run/react";
import { DAY_RANGES, MOST_DAYS } from "~/domain/figures/day-range";
import { SORT_PARAM } from "~/domain/list-order";
import { formatDay } from "~/domain/time/day-words";
import { formatNumber } from "~/domain/format-number";
import { absolute, paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { AppForm } from "~/ui/form/app-form";
import { DateField } from "~/ui/form/fields";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import { EmptyState } from "~/ui/page/states";
import { ChoiceFilter } from "~/ui/table/choice-filter";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { useUnits } from "~/ui/use-units";
import type { Units } from "~/domain/units";
import { figureOrder, MEASURES, measureText } from "../measures";
import type { DashboardData, FigureRow } from "../queries/dashboard.server";
import { Charts } from "./charts";
import { groupChoices, groupHeader } from "./compared-by";
import styles from "./dashboard.module.css";
import { FiguresNow } from "./figures-now";
import { visitsBehind } from "./links";
import { PromisedWindows } from "./promised-windows";

export function DashboardPage(data: DashboardData) {
  const { days, sums } = data;
  return (
    <>
      <Days days={days} />
      {sums.visits === 0 ? (
        <Panel>
          <EmptyState
            icon="clock"
            title="No route with visits in these days"
            compact
            action={
              <ButtonLink kind="primary" icon="plus" to={paths.planningMain({ dialog: "new-plan" })}>
                New plan
              </ButtonLink>
            }
          >
            Choose other days, or plan routes for them.
          </EmptyState>
        </Panel>
      ) : (
        <>
          <Panel title={daysTitle(data)}>
            <FiguresNow {...data} />
          </Panel>
          {data.chart.length > 1 && (
            <Panel title={data.period === "day" ? "Day by day" : "Week by week"}>
              <Charts period={data.period} points={data.chart} />
            </Panel>
          )}
          <Groups {...data} />
        </>
      )}
      <PromisedWindows {...data} />
    </>
  );
}

const daysTitle = ({ days: { from, to } }: DashboardData): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;

function Days({ days }: Pick<DashboardData, "days">) {
  const [params] = useSearchParams();
  const choices = DAY_RANGES.map(([value, label]) => ({ value, label }));
  const href = (range: string | null) => {
    const next = new URLSearchParams(params);
    for (const name of ["from", "to"]) next.delete(name);
    if (range !== null) next.set("range", range);
    return `?${next}`;
  };
  const kept = ["by", SORT_PARAM].flatMap((name) => (params.has(name) ? [[name, params.get(name)!] as const] : []));
  return (
    <div className={styles.tools}>
      <ChoiceFilter param="range" label="Days" choices={choices} hrefOf={href} current={days.name} />
      <AppForm key={`${days.from} ${days.to}`} method="get" layout="inline" aria-label="Own days">
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <DateField name="from" label="From day" defaultValue={days.from} />
        <DateField name="to" label="To day" defaultValue={days.to} />
        <SubmitButton kind="plain">Show</SubmitButton>
      </AppForm>
      {days.isCut && <p role="status">At most {formatNumber(MOST_DAYS)} days are shown at once: the last of them.</p>}
    </div>
  );
}

function Groups({ by, rows, days, period }: DashboardData) {
  const [params] = useSearchParams();
  const units = useUnits();
  const query = Object.fromEntries(params);
  return (
    <Panel
      title="Compared"
      flush
      actions={
        <div className={styles.compared}>
          <ChoiceFilter param="by" label="Compared by" choices={groupChoices(period)} />
          <nav aria-label="Files of these figures">
            <FileLinks
              xlsx={absolute(paths.companyDashboardFile("xlsx", query))}
              csv={absolute(paths.companyDashboardFile("csv", query))}
            />
          </nav>
        </div>
      }
    >
      <DataTable
        label={`Figures by ${groupHeader(by, period).toLowerCase()}`}
        columns={columnsOf({ by, days, period }, units)}
        order={figureOrder(by)}
        rows={rows}
        rowKey={({ key }) => key ?? "none"}
      />
    </Panel>
  );
}

function columnsOf(
  { by, days, period }: Pick<DashboardData, "by" | "days" | "period">,
  units: Units,
): Column<FigureRow>[] {
  return [
    {
      id: "title",
      header: groupHeader(by, period),
      grow: true,
      cell: ({ title }) => title,
      tooltip: ({ title }) => title,
    },
    ...MEASURES.map((measure): Column<FigureRow> => {
      const { id, label, behind, hideBelow } = measure;
      return {
        id,
        header: label,
        numeric: true,
        ...(hideBelow === undefined ? {} : { hideBelow }),
        cell: ({ key, to, sums }) => {
          const text = measureText(measure, sums, units);
          if (behind === undefined || !measure.of(sums)) return text;
          return <Link to={visitsBehind(behind, days, { by, key, to })}>{text}</Link>;
        },
      };
    }),
  ];
}
