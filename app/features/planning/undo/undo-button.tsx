import type { ReactNode } from "react";
import { Form } from "@remix-run/react";
import { Button, IconButton } from "~/ui/button";
import { toast } from "~/ui/feedback/toasts";
import { PageFields } from "~/ui/form/page-fields";
import styles from "./undo-button.module.css";

export interface UndoButtonProps {
  /** what undo takes back: 'Moved Beech to Van 2'; null when there is nothing */
  undoable: string | null;
  /** what redo repeats: 'the move of the visit'; null when there is nothing */
  redoable: string | null;
  values: Record<string, string | number>;
}

/** Takes back the user's own last change of the plan, keys Z and Ctrl+Z, or repeats what was undone, Ctrl+Shift+Z. */
export function UndoButton({ undoable, redoable, values }: UndoButtonProps) {
  return (
    <Form method="post" preventScrollReset className={styles.buttons}>
      <PageFields />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <Button
        type="submit"
        kind="quiet"
        icon="undo"
        name="intent"
        value="plan.undo"
        aria-label="Undo my last change (Z)"
        title={`Undo: ${undoable ?? ""}`}
        disabledReason={undoable === null ? "There is nothing of yours to undo." : undefined}
      >
        Undo
      </Button>
      {redoable !== null && (
        <IconButton
          type="submit"
          icon="redo"
          name="intent"
          value="plan.redo"
          label={`Redo ${redoable} (Ctrl+Shift+Z)`}
        />
      )}
    </Form>
  );
}

/** Says what was done and offers to undo it. */
export function undoToast(said: string, onUndo: () => void, detail?: string): void {
  const line = (text: string): ReactNode => (
    <span className={styles.toast}>
      <span className={styles.said}>{text}</span>
      <Button
        kind="quiet"
        icon="undo"
        onClick={() => {
          toast.close(id);
          onUndo();
        }}
      >
        Undo
      </Button>
    </span>
  );
  const id: string = detail === undefined ? toast.success(line(said)) : toast.success(said, line(detail));
}
