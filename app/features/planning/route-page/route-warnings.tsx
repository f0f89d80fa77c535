import { Link } from "@remix-run/react";
import { count } from "~/domain/format-number";
import { paths } from "~/paths";
import { Icon } from "~/ui/icons";
import type { RouteItem, VisitItem } from "../plan-page/plan-view";
import { warningsOf } from "../plan-page/list/warning-items";
import styles from "./route-warnings.module.css";

/** What is wrong with the route, in sentences with links to stops and to other routes. Empty when nothing is. */
export function RouteWarnings({
  route,
  visits,
  onSelect,
}: {
  route: RouteItem;
  visits: readonly VisitItem[];
  onSelect: (visitId: number) => void;
}) {
  const warnings = warningsOf(route, visits);
  if (warnings.length === 0) return null;
  return (
    <details className={styles.warnings} open={warnings.length <= 3}>
      <summary>
        <Icon name="alert" size={16} />
        {count(warnings.length, "warning")}
        <span className={styles.arrow}>
          <Icon name="chevron-down" size={16} />
        </span>
      </summary>
      <ul>
        {warnings.map(({ key, text, visitId, routeId }) => (
          <li key={key}>
            {routeId !== undefined ? (
              <Link to={paths.route(routeId)}>{text}</Link>
            ) : visitId === null ? (
              text
            ) : (
              <button type="button" onClick={() => onSelect(visitId)}>
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
