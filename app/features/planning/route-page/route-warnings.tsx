import { Icon } from "~/ui/icons";
import type { RouteItem, VisitItem } from "../plan-page/plan-view";
import { warningsOf } from "../plan-page/list/warning-items";
import styles from "./route-warnings.module.css";

/** The rules that the route breaks, in sentences with links to their stops. Empty when it keeps them all. */
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
        {warnings.length === 1 ? "1 rule is broken" : `${warnings.length} rules are broken`}
        <span className={styles.arrow}>
          <Icon name="chevron-down" size={16} />
        </span>
      </summary>
      <ul>
        {warnings.map(({ key, text, visitId }) => (
          <li key={key}>
            {visitId === null ? (
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
