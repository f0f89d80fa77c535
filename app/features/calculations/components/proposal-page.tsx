import { useMemo, useState } from "react";
import { Form, Link } from "@remix-run/react";
import { DayTimes } from "~/ui/day-times";
import { compared } from "~/domain/compared";
import type { Compared } from "~/domain/compared";
import type { Aim } from "~/domain/calculation/aim";
import { costInWords } from "~/domain/calculation/cost";
import { formatDuration } from "~/domain/time/format";
import type { PlanFigures } from "~/domain/calculation/plan-difference";
import { isUnderway } from "~/domain/calculation/calculation-status";
import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { useTabId } from "~/realtime/use-live";
import { Button, ButtonLink } from "~/ui/button";
import { count } from "~/domain/format-number";
import { ColourDot } from "~/ui/feedback/dots";
import { Icon } from "~/ui/icons";
import { MapView } from "~/ui/map/map-view";
import type { MapRoute } from "~/ui/map/map-types";
import { EmptyState } from "~/ui/page/states";
import { PageHeader } from "~/ui/page/page-header";
import { DataTable, type Column } from "~/ui/table/data-table";
import type { ProposalPageData } from "../queries/proposal-page.server";
import { PageFields } from "~/ui/form/page-fields";
import styles from "./proposal.module.css";
import { formatDistance } from "~/domain/format-units";
import { toKm } from "~/domain/units";
import type { Units } from "~/domain/units";
import { useUnits } from "~/ui/use-units";

type Shown = NonNullable<ProposalPageData["proposal"]>;
type StopMove = Shown["moves"][number];
type Place = NonNullable<StopMove["from"]>;

/** What a proposal would change: the stops that move, the figures before and after, both plans on the map. */
export function ProposalPage({ data, result }: { data: ProposalPageData; result: ActionResult<unknown> | null }) {
  const { plan, proposal, changeBudget, onlyRoutes } = data;
  const tab = useTabId();
  const back = <ButtonLink to={paths.plan(plan.id)}>Back to the plan</ButtonLink>;
  const refused = result !== null && !result.ok ? [result.message, result.detail].filter(Boolean).join(". ") : null;
  const onRoutes = onlyRoutes.length > 0 ? `, on ${onlyRoutes.join(", ")} only` : "";
  const asked = `At most ${count(changeBudget, "stop")} ${changeBudget === 1 ? "moves" : "move"}${onRoutes}.`;
  return (
    <>
      <PageHeader
        title="Proposed changes"
        description={`${asked} Nothing changes until you apply it.`}
        crumbs={[
          { label: "Planning", to: paths.planningMain() },
          { label: plan.title, to: paths.plan(plan.id) },
          { label: "Proposed changes" },
        ]}
        actions={proposal === null ? undefined : <Decide tab={tab} />}
      />
      {refused !== null && (
        <div className={styles.notice} data-tone="error" role="alert">
          <Icon name="alert" size={18} />
          <p>{refused}</p>
        </div>
      )}
      {proposal === null ? (
        <NoProposal data={data} tab={tab} back={back} />
      ) : (
        <Difference proposal={proposal} data={data} />
      )}
    </>
  );
}

const Hidden = ({ tab }: { tab: string }) => <input type="hidden" name="tab" value={tab} />;

function Decide({ tab }: { tab: string }) {
  return (
    <>
      <Form method="post">
        <PageFields />
        <Hidden tab={tab} />
        <Button type="submit" name="intent" value="proposal.discard" icon="close">
          Discard
        </Button>
      </Form>
      <Form method="post">
        <PageFields />
        <Hidden tab={tab} />
        <Button type="submit" name="intent" value="proposal.apply" kind="primary" icon="check">
          Apply
        </Button>
      </Form>
    </>
  );
}

/** Shown when there is nothing to apply: why, and what to do. */
function NoProposal({
  data: { status, outdated, errorMessage, changeBudget },
  tab,
  back,
}: {
  data: ProposalPageData;
  tab: string;
  back: React.ReactNode;
}) {
  const again = (
    <Form method="post">
      <PageFields />
      <Hidden tab={tab} />
      <Button type="submit" name="intent" value="proposal.repeat" kind="primary" icon="refresh">
        Find changes again
      </Button>
    </Form>
  );
  if (outdated !== null)
    return (
      <EmptyState icon="history" title="The proposal is out of date" action={again}>
        {outdated}
      </EmptyState>
    );
  if (isUnderway(status))
    return (
      <EmptyState icon="calculate" title="Calculating..." action={back}>
        The proposal shows here as soon as it is found.
      </EmptyState>
    );
  if (status === "discarded")
    return (
      <EmptyState icon="close-circle" title="The proposal was discarded" action={again}>
        The plan is as it is without it.
      </EmptyState>
    );
  if (status === "failed" || status === "stale" || status === "cancelled")
    return (
      <EmptyState icon="alert" title="There is no proposal" action={again}>
        {errorMessage ?? "It was stopped before anything was found."} The plan was not changed.
      </EmptyState>
    );
  return (
    <EmptyState icon="check-circle" title="Nothing to apply" action={back}>
      The proposal was applied, or no move of at most {count(changeBudget, "stop")} makes the plan better.
    </EmptyState>
  );
}

function Difference({ proposal, data }: { proposal: Shown; data: ProposalPageData }) {
  const units = useUnits();
  const moreThanAsked = proposal.moved > data.changeBudget;
  const { measured } = proposal;
  return (
    <div className={styles.page}>
      <div className={styles.tables}>
        <Totals proposal={proposal} />
        {measured !== null && (
          <div className={styles.notice} data-tone={measured.isDoubtful ? "warning" : "calm"}>
            <Icon name={measured.isDoubtful ? "alert" : "info"} size={18} />
            <p className="num">{measured.sentence}</p>
          </div>
        )}
        {moreThanAsked && (
          <div className={styles.notice} data-tone="warning">
            <Icon name="alert" size={18} />
            <p>
              More than {count(data.changeBudget, "stop")} would move: the plan as it stands breaks rules, and a
              calculation leaves out what it can’t serve without breaking one.
            </p>
          </div>
        )}
        <section aria-labelledby="moves">
          <h2 id="moves" className={styles.heading}>
            {count(proposal.moved, "stop moves", "stops move")}
          </h2>
          <DataTable label="Stops that move" columns={MOVES} rows={proposal.moves} rowKey={(move) => move.visitId} />
        </section>
        <section aria-labelledby="routes">
          <h2 id="routes" className={styles.heading}>
            Routes
          </h2>
          <DataTable
            label="Routes, as they are and with the proposal"
            columns={routeColumns(proposal.aim, units)}
            rows={proposal.routes}
            rowKey={(route) => route.routeId}
          />
        </section>
      </div>
      <BothPlans proposal={proposal} data={data} />
    </div>
  );
}

interface Figure {
  label: string;
  value: (figures: PlanFigures) => number;
  text: (value: number) => string;
  /** more is better, less is better (default), or neither */
  better?: "more" | "neither";
  /** stored units per shown unit, where small differences count as equal; counts are exact */
  perUnit?: number;
}

const figuresFor = (aim: Aim, units: Units): readonly Figure[] => [
  { label: "Served", value: (one) => one.served, text: String, better: "more" },
  { label: "Duration", value: (one) => one.workSec, text: formatDuration, perUnit: 60 },
  {
    label: "Distance",
    value: (one) => one.distanceM,
    text: (meters) => formatDistance(meters, units),
    perUnit: toKm(1000, units),
  },
  { label: "Cost", value: (one) => one.cost, text: (cost) => costInWords(aim, cost).text, perUnit: 100 },
  { label: "Warnings", value: (one) => one.violations, text: String },
];

/** On a single route more stops are neither better nor worse. */
const routeFiguresFor = (aim: Aim, units: Units): readonly Figure[] =>
  figuresFor(aim, units).map((figure) =>
    figure.label === "Served" ? { ...figure, label: "Stops", better: "neither" } : figure,
  );

const comparedBy = ({ better, perUnit }: Figure, difference: number): Compared => {
  if (better === "neither") return "equal";
  return perUnit === undefined
    ? difference > 0 === (better === "more")
      ? "better"
      : "worse"
    : compared(difference / perUnit, better === "more");
};

/** The value now and afterwards, better in green, worse in red; shown once where both read the same. */
function NowThen({ before, after, figure }: { before: PlanFigures; after: PlanFigures; figure: Figure }) {
  const [now, then] = [figure.value(before), figure.value(after)];
  if (figure.text(now) === figure.text(then)) return <span className={styles.same}>{figure.text(then)}</span>;
  const tone = comparedBy(figure, then - now);
  return (
    <span className={styles.nowThen}>
      <span>
        <span className="visually-hidden">now </span>
        {figure.text(now)}
      </span>
      <b data-compared={tone}>
        <span aria-hidden="true">→ </span>
        <span className="visually-hidden">then {tone === "equal" ? "" : `${tone}, `}</span>
        {figure.text(then)}
      </b>
    </span>
  );
}

function Totals({ proposal: { before, after, aim } }: { proposal: Shown }) {
  const units = useUnits();
  return (
    <dl className={`${styles.totals} num`} aria-label="The whole plan, as it is and with the proposal">
      {figuresFor(aim, units).map((figure) => (
        <div key={figure.label}>
          <dt>{figure.label}</dt>
          <dd>
            <NowThen before={before} after={after} figure={figure} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function StopAt({ at, otherwise }: { at: Place | null; otherwise: string }) {
  if (at === null) return <span className={styles.same}>{otherwise}</span>;
  return (
    <span className={styles.place}>
      <ColourDot colour={at.colour.fill} square={at.colour.square} />
      <span>
        {at.route}, stop{" "}
        <span className="num">
          {at.position}
          {at.time !== "" && <DayTimes text={` · ${at.time}`} />}
        </span>
      </span>
    </span>
  );
}

const MOVES: Column<StopMove>[] = [
  { id: "name", header: "Visit", cell: (move) => move.name, tooltip: (move) => move.name, grow: true },
  { id: "from", header: "From", cell: (move) => <StopAt at={move.from} otherwise="Unscheduled" /> },
  {
    id: "to",
    header: "To",
    cell: (move) => (
      <StopAt at={move.to} otherwise={move.reason === null ? "Unscheduled" : `Unscheduled: ${move.reason}`} />
    ),
  },
];

type RouteRow = Shown["routes"][number];
const routeColumns = (aim: Aim, units: Units): Column<RouteRow>[] => [
  {
    id: "name",
    header: "Route",
    cell: (route) => (
      <span className={styles.place}>
        <ColourDot colour={route.colour.fill} square={route.colour.square} />
        <span className="cut">{route.name}</span>
      </span>
    ),
    tooltip: (route) => route.name,
    grow: true,
  },
  ...routeFiguresFor(aim, units).map((figure): Column<RouteRow> => ({
    id: figure.label,
    header: figure.label,
    numeric: true,
    cell: (route) => <NowThen before={route.before} after={route.after} figure={figure} />,
  })),
];

const VIEWS = [
  ["both", "Both"],
  ["now", "As it is"],
  ["then", "Proposal"],
] as const;
type View = (typeof VIEWS)[number][0];
/** The line that a route no longer takes. */
const OLD_LINE = "#8a8f98";

function BothPlans({ proposal: { drawn, moves }, data }: { proposal: Shown; data: ProposalPageData }) {
  const [view, setView] = useState<View>("both");
  const moved = useMemo(() => new Set(moves.map((move) => move.visitId)), [moves]);
  const lines = useMemo((): MapRoute[] => {
    if (view === "now") return drawn.now;
    if (view === "then") return drawn.then;
    const old = drawn.now
      .filter((route) => drawn.changed.includes(route.id))
      .map((route) => ({ ...route, id: -route.id, name: `${route.name}, as it is`, colour: OLD_LINE }));
    return [...old, ...drawn.then];
  }, [drawn, view]);
  return (
    <section className={styles.map} aria-label="Map">
      <div className={styles.views} role="group" aria-label="Which plan the map shows">
        {VIEWS.map(([id, label]) => (
          <Button
            key={id}
            kind={view === id ? "primary" : "plain"}
            aria-pressed={view === id}
            onClick={() => setView(id)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className={styles.ground}>
        <MapView
          label={`Map of ${data.plan.title} with the proposal`}
          routes={lines}
          stops={drawn.stops}
          warehouses={drawn.warehouses}
          selectedStopIds={moved}
          baseMap={data.map}
          fitToken={data.id}
        />
      </div>
      <p className={styles.legend}>
        Stops that move are ringed; numbers are those of the proposal. Grey lines are the routes as they are.{" "}
        <Link to={paths.plan(data.plan.id)}>The plan itself</Link> has not changed.
      </p>
    </section>
  );
}
