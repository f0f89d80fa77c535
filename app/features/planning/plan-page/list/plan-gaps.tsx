import { Link } from "@remix-run/react";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { count } from "~/domain/format-number";
import { Icon } from "~/ui/icons";
import { EmptyState } from "~/ui/page/states";
import type { PlanTotals } from "./plan-rows";
import { isVisitFigure, VISIT_FIGURES, type Figure } from "./visit-filter";
import styles from "./plan-gaps.module.css";

/** Says that the list shows only a part of the plan, and links to all of it. */
export function FilterNotice({ planId, figure, totals }: { planId: number; figure: Figure; totals: PlanTotals }) {
  const what = isVisitFigure(figure)
    ? `${count(totals[figure], "visit")} ${VISIT_FIGURES[figure].title}`
    : count(totals.routes, "route with visits", "routes with visits");
  return (
    <div className={styles.narrowed} role="status">
      <span>{what}</span>
      {figure === "unscheduled" && <Link to={paths.unserved(planId)}>Reasons</Link>}
      {figure === "failed" && <Link to={paths.failed(planId)}>Reasons</Link>}
      <ButtonLink kind="quiet" icon="close" to={paths.plan(planId)} preventScrollReset>
        Show all
      </ButtonLink>
    </div>
  );
}

/** What a plan with only vehicles or only visits still needs. */
export function MissingNotice({
  visits,
  routes,
  importHref,
  addVisitHref,
  addRoutesHref,
}: {
  visits: number;
  routes: number;
  importHref: string;
  addVisitHref: string;
  addRoutesHref: string;
}) {
  if ((visits === 0) === (routes === 0)) return null;
  return (
    <p className={styles.missing}>
      <Icon name="alert" size={16} />
      {visits === 0 ? (
        <span>
          No visits yet:{" "}
          <Link to={importHref} preventScrollReset>
            import a spreadsheet
          </Link>
          , or{" "}
          <Link to={addVisitHref} preventScrollReset>
            add one by hand
          </Link>
          .
        </span>
      ) : (
        <span>
          The plan has no routes:{" "}
          <Link to={addRoutesHref} preventScrollReset>
            add vehicles
          </Link>
          , then calculate.
        </span>
      )}
    </p>
  );
}

/** Shown in place of the list: why it is empty. */
export function EmptyPlan({
  search,
  narrowed,
  routes,
  importHref,
  addVisitHref,
  addRoutesHref,
}: {
  search: string;
  narrowed: boolean;
  routes: number;
  importHref: string;
  addVisitHref: string;
  addRoutesHref: string;
}) {
  if (search !== "") return <EmptyState icon="search" compact title={`No visit matches “${search}”`} />;
  if (narrowed) return <EmptyState icon="check-circle" compact title="There are none" />;
  return (
    <EmptyState
      compact
      icon="upload"
      title="No visits yet"
      action={
        <ButtonLink kind="primary" icon="upload" to={importHref} preventScrollReset>
          Import a spreadsheet
        </ButtonLink>
      }
    >
      Import the day’s visits, or{" "}
      <Link to={addVisitHref} preventScrollReset>
        add one by hand
      </Link>
      .
      {routes === 0 && (
        <>
          {" "}
          The plan has no routes either:{" "}
          <Link to={addRoutesHref} preventScrollReset>
            add vehicles
          </Link>
          .
        </>
      )}
    </EmptyState>
  );
}
