import { useEffect, useId, useRef, type ReactNode } from "react";
import { Link } from "@remix-run/react";
import { Icon } from "~/ui/icons";
import styles from "./dialog.module.css";

interface SidePanelProps {
  title: ReactNode;
  /** Under the title: address, status. */
  subtitle?: ReactNode;
  children: ReactNode;
  /** Buttons that stay in sight at the bottom. */
  footer?: ReactNode;
  /** Where Close leads without JavaScript. */
  closeTo: string;
  onClose: () => void;
  /** px; default 360. On phones it fills the screen. */
  width?: number;
}

/**
 * Details over the right side of what it lies in (the nearest positioned parent: the map, or the page);
 * the list beside it stays usable. Not modal. Esc closes it.
 */
export function SidePanel({ title, subtitle, children, footer, closeTo, onClose, width = 360 }: SidePanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    // Whoever types in it already, before the scripts came, goes on typing.
    if (element && !element.contains(before)) element.focus({ preventScroll: true });
    return () => {
      // Only take the focus back when it would otherwise be lost with the panel.
      const inside = element?.contains(document.activeElement) || document.activeElement === document.body;
      if (inside && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    <aside
      ref={panel}
      className={styles.panel}
      style={{ width }}
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <header className={styles.panelHead}>
        <div className={styles.panelTitles}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        <Link
          to={closeTo}
          className={styles.close}
          aria-label="Close"
          title="Close (Esc)"
          preventScrollReset
          replace
          onClick={(event) => {
            event.preventDefault();
            onClose();
          }}
        >
          <Icon name="close" size={18} />
        </Link>
      </header>
      <div className={styles.panelBody}>{children}</div>
      {footer !== undefined && <footer className={styles.panelFoot}>{footer}</footer>}
    </aside>
  );
}
