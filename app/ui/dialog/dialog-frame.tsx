import { useCallback, useId, useRef, useState, type ReactNode } from "react";
import { Link } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { useBrowserLayoutEffect } from "~/ui/use-mounted";
import { openModal } from "./modal-stack";
import { RemovedNotice } from "./open-record";
import styles from "./dialog.module.css";

interface DialogFrameProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Where "Close" leads without JavaScript: `useDialogUrl().closeTo`. */
  closeTo: string;
  onClose: () => void;
  /** px; default 480. Edit dialogs of one field are 300 (specification, section 9). */
  width?: number;
  /** Ask before closing when something was typed. Default true. */
  guard?: boolean;
  /** Only its own buttons end it: neither Esc, nor a press beside it. Default true. */
  closable?: boolean;
  role?: "dialog" | "alertdialog";
  /** `side`: as high as the window, at its right edge; for long forms of one record. */
  place?: "middle" | "side";
}

const FOCUS = [
  "[data-autofocus], [data-form-errors]",
  "[data-dialog-body] :is(input:not([type=hidden]), select, textarea):not(:disabled)",
  "[data-dialog-body] [data-answers]",
];

const focusFirstButton = (element: HTMLElement | null) => element?.querySelector("button")?.focus();

/**
 * A native dialog. Rendered by the server it is an open panel in the page; with JavaScript it becomes modal:
 * the browser then keeps the focus inside, makes the rest inert, and gives the focus back at the end.
 * Inside it, don't use components that draw into the body (Mantine's Select, Menu): they would lie behind it.
 */
export function DialogFrame({
  title,
  description,
  children,
  closeTo,
  onClose,
  width = 480,
  guard = true,
  closable = true,
  role,
  place = "middle",
}: DialogFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const dirty = useRef(false);
  const [asking, setAsking] = useState(false);
  // When it is first drawn: by the time that it opens, React has given the focus to its field with autoFocus.
  const [before] = useState(() => (typeof document === "undefined" ? null : document.activeElement));

  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const now = document.activeElement;
    const close = openModal(element);
    // Focus goes to the field with data-autofocus, the first field, or the button that answers the question.
    // Whoever types in it already, before the scripts came, goes on typing.
    const typing = element.contains(now) ? now : null;
    for (const wanted of FOCUS) {
      const found = typing instanceof HTMLElement ? typing : element.querySelector<HTMLElement>(wanted);
      found?.focus();
      if (found) break;
    }
    return () => {
      close();
      if (before instanceof HTMLElement && before !== document.body) before.focus();
    };
  }, [before]);

  const tryClose = useCallback(() => {
    if (!closable) return;
    if (guard && dirty.current) setAsking(true);
    else onClose();
  }, [closable, guard, onClose]);

  return (
    <dialog
      ref={dialog}
      open
      role={role}
      className={styles.dialog}
      data-place={place}
      style={{ width }}
      aria-labelledby={titleId}
      suppressHydrationWarning
      onClose={(event) => {
        if (event.target === event.currentTarget && !event.currentTarget.open) onClose();
      }}
      onCancel={(event) => {
        // A file picker inside sends the same event.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        tryClose();
      }}
      onKeyDown={(event) => {
        // Enter that is held since the menu must not answer the question.
        if (event.key === "Enter" && event.repeat && !(event.target instanceof HTMLTextAreaElement))
          event.preventDefault();
        // Taken here, because a browser closes on the second Esc without asking anybody.
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        if (asking) setAsking(false);
        else tryClose();
      }}
      onInput={(event) => {
        if (!(event.target instanceof HTMLInputElement && event.target.dataset.notDirty !== undefined))
          dirty.current = true;
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) tryClose();
      }}
    >
      <div className={styles.inner}>
        <header className={styles.head}>
          <h2 id={titleId} className={styles.title} title={title}>
            {title}
          </h2>
          {closable && (
            <Link
              to={closeTo}
              className={styles.close}
              aria-label="Close"
              title="Close (Esc)"
              preventScrollReset
              onClick={(event) => {
                event.preventDefault();
                tryClose();
              }}
            >
              <Icon name="close" size={18} />
            </Link>
          )}
        </header>
        {description !== undefined && <p className={styles.description}>{description}</p>}
        <RemovedNotice />
        <div className={styles.body} data-dialog-body>
          {children}
        </div>
        {asking && (
          <div className={styles.ask} role="alert" ref={focusFirstButton}>
            <p>Close without saving what you typed?</p>
            <div className={styles.askButtons}>
              <Button kind="quiet" onClick={() => setAsking(false)}>
                Keep editing
              </Button>
              <Button kind="danger" onClick={onClose}>
                Close
              </Button>
            </div>
          </div>
        )}
      </div>
    </dialog>
  );
}
