import styles from "./page.module.css";

/** A grey bar where text will be. Width in CSS units. */
function SkeletonLine({ width = "100%", height = 12 }: { width?: string; height?: number }) {
  return <span className={styles.bone} style={{ width, height }} />;
}

const WIDTHS = ["72%", "56%", "64%", "48%", "80%", "60%"];

/** A list of visits or routes that is still loading. */
export function ListSkeleton({ rows = 8, rowHeight = 48 }: { rows?: number; rowHeight?: number }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.skeletonItem} style={{ height: rowHeight }}>
          <SkeletonLine width="24px" height={24} />
          <SkeletonLine width={WIDTHS[row % WIDTHS.length]} />
        </div>
      ))}
    </div>
  );
}

/** A form that is still loading: label and field, n times. */
export function FormSkeleton({ fields = 5 }: { fields?: number }) {
  return (
    <div className={styles.skeletonForm} role="status" aria-label="Loading">
      {Array.from({ length: fields }, (_, field) => (
        <div key={field} className={styles.skeletonField}>
          <SkeletonLine width="96px" />
          <SkeletonLine height={32} />
        </div>
      ))}
    </div>
  );
}

export function MapSkeleton({ label = "Loading the map" }: { label?: string }) {
  return <div className={styles.skeletonMap} role="status" aria-label={label} />;
}
