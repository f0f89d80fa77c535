import { Link } from "@remix-run/react";
import { vehicleInText } from "~/domain/vehicle/vehicle";
import { paths } from "~/paths";
import { DayTimes } from "~/ui/day-times";
import { Icon } from "~/ui/icons";
import { VehicleName } from "~/ui/vehicle-name";
import { isOverdue, startWords, type WaitingRoute } from "../tracking-view";
import styles from "./route-list.module.css";

/** Today's approved routes that nobody has started: when they are to start, or that they should have. */
export function WaitingRoutes({ routes, nowSec }: { routes: readonly WaitingRoute[]; nowSec: number }) {
  return (
    <ul className={styles.routes} aria-label="Not on the road yet">
      {routes.map((route) => (
        <li key={route.id} className={styles.route}>
          <div className={styles.line}>
            <Link to={paths.route(route.id)} className={styles.name} title={vehicleInText(route)}>
              <VehicleName name={route.vehicle} plate={route.plate} />
            </Link>
            <span className={`cut ${styles.driver}`} title={route.driver}>
              {route.driver}
            </span>
          </div>
          <div className={`${styles.line} num`}>
            <span className={styles.start} data-overdue={isOverdue(route, nowSec) || undefined}>
              {isOverdue(route, nowSec) && <Icon name="alert" size={14} />}
              <DayTimes text={startWords(route, nowSec)} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
