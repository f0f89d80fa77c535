import type { ReactNode } from "react";
import styles from "./notice-bar.module.css";

interface NoticeBarProps {
  /** what readers of the screen call it */
  label: string;
  tone: "amber" | "blue";
  /** on phones its buttons stand below its words */
  tall?: boolean;
  children: ReactNode;
}

/** Under the header of every page, as long as something is not as usual: a sentence, and a button that ends it. */
export const NoticeBar = ({ label, tone, tall = false, children }: NoticeBarProps) => (
  <div className={styles.bar} data-notice-bar={tall ? "tall" : ""} data-tone={tone} role="note" aria-label={label}>
    {children}
  </div>
);
