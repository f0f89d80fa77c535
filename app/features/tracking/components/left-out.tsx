import { count } from "~/domain/format-number";
import { Icon } from "~/ui/icons";
import styles from "./tracking.module.css";

/** A list is cut: the routes behind its end are nowhere on the page. */
export const OnlyTheFirst = ({ shown }: { shown: number }) => (
  <p className={styles.more}>
    <Icon name="info" size={16} /> Only the first {count(shown, "route")} are shown.
  </p>
);

/** Of some routes not all stops are on the page. */
export const OnlyTheFirstStops = ({ shown }: { shown: number }) => (
  <p className={styles.more}>
    <Icon name="info" size={16} /> Only the first {count(shown, "stop")} are shown. Some routes have more.
  </p>
);
