import type { TravelWords } from "~/domain/plan/travel-words";
import { Icon } from "~/ui/icons";
import styles from "./plan-header.module.css";

/** Where the times come from. What there is to say about it unfolds, by finger and keyboard and without scripts. */
export function TravelWord({ travel }: { travel: TravelWords }) {
  const words = (
    <>
      {travel.isEstimated && <Icon name="info" size={14} />}
      {travel.text}
    </>
  );
  if (travel.reason === "") return <span className={styles.travel}>{words}</span>;
  return (
    <details
      className={styles.travel}
      data-estimated={travel.isEstimated || undefined}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.currentTarget.open = false;
      }}
      // Where it lies over the page: whoever goes on with something else has read it. On phones it stands in the page,
      // and closing it would move what is being pressed away from the finger.
      onBlur={({ currentTarget, relatedTarget }) => {
        const reason = currentTarget.querySelector("p");
        const isOver = reason !== null && getComputedStyle(reason).position === "absolute";
        if (isOver && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      <summary>
        {words}
        <Icon name="chevron-down" size={14} />
      </summary>
      <p tabIndex={-1}>{travel.reason}</p>
    </details>
  );
}
