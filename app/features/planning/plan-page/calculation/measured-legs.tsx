import { Link } from "@remix-run/react";
import { brokenInWords, brokenRouteInWords, measuredInWords } from "~/domain/calculation/measured-summary";
import type { MeasuredSummary } from "~/domain/calculation/measured-summary";
import { formatNumber } from "~/domain/format-number";
import { paths } from "~/paths";
import { useUnits } from "~/ui/use-units";
import styles from "./calculation-bar.module.css";

/** Routes named in the bar; the others are marked in the list. */
const NAMED = 3;

/** What became of the legs that the search had estimated, and the routes that no longer keep their times. */
export function MeasuredLegs({ measured, isProposed }: { measured: MeasuredSummary; isProposed: boolean }) {
  const units = useUnits();
  const named = measured.broken.slice(0, NAMED);
  const more = measured.broken_routes - named.length;
  return (
    <p className={`${styles.difference} num`} data-measured={named.length > 0 ? "long" : "short"}>
      {measuredInWords(measured, units)}
      {named.length > 0 && (
        <>
          {" · "}
          <b>{brokenInWords(measured, isProposed)}</b>:{" "}
          {named.map((route, index) => (
            <span key={route.vehicle}>
              {index > 0 && "; "}
              <Link to={paths.route(route.vehicle)}>{route.vehicle_name}</Link> ({brokenRouteInWords(route)})
            </span>
          ))}
          {more > 0 && `; and ${formatNumber(more)} more`}
        </>
      )}
    </p>
  );
}
