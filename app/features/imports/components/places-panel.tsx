import { Link } from "@remix-run/react";
import { count } from "~/domain/format-number";
import { paths } from "~/paths";
import { Panel } from "~/ui/page/page-header";
import type { SheetPage } from "../queries/sheet-page.server";
import styles from "./imports.module.css";
import { ProgressBar } from "./progress-bar";

/** How far the addresses of this import are looked up, and the way to those that somebody has to choose places for. */
export function PlacesPanel({ sheetId, places }: { sheetId: number; places: NonNullable<SheetPage["places"]> }) {
  const { asked, waiting, toFix } = places;
  return (
    <Panel>
      {waiting > 0 ? (
        <ProgressBar label="Looking up addresses" done={asked} total={asked + waiting} />
      ) : (
        <p className={styles.hint}>
          {count(toFix, "visit has", "visits have")} no sure place. Until it is set,{" "}
          {toFix === 1 ? "it is" : "they are"} not planned.
        </p>
      )}
      {toFix > 0 && (
        <p className={styles.hint}>
          <Link to={paths.fixPlaces({ sheet: sheetId })}>{`Set ${count(toFix, "missing place")}`}</Link>
        </p>
      )}
    </Panel>
  );
}
