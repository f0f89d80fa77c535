import styles from "./plan-view-tabs.module.css";

export type PlanTab = "list" | "map" | "timeline";
const TABS: readonly { id: PlanTab; label: string }[] = [
  { id: "list", label: "List" },
  { id: "map", label: "Map" },
  { id: "timeline", label: "Timeline" },
];

/** Which part of the plan a small screen shows. On tablets list and map are side by side, so "List" shows both. */
export function PlanViewTabs({
  shown,
  onShow,
  without,
}: {
  shown: PlanTab;
  onShow: (tab: PlanTab) => void;
  without?: PlanTab;
}) {
  return (
    <div className={styles.tabs} role="group" aria-label="What is shown">
      {TABS.filter((tab) => tab.id !== without).map((tab) => (
        <button
          key={tab.id}
          type="button"
          className={styles.tab}
          data-tab={tab.id}
          aria-pressed={shown === tab.id}
          onClick={() => onShow(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
