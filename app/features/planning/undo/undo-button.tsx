import type { ReactNode } from "react";
import { Form } from "@remix-run/react";
import type { Message } from "~/lib/action-result";
import { Button, IconButton } from "~/ui/button";
import { toast } from "~/ui/feedback/toasts";
import { PageFields } from "~/ui/form/page-fields";
import { inTurn } from "../plan-page/moving/in-turn";
import type { ChangeMade } from "../tells";
import styles from "./undo-button.module.css";

interface UndoButtonProps {
  /** what undo takes back: 'Moved Beech to Van 2'; null when there is nothing */
  undoable: string | null;
  /** what redo repeats: 'the move of the visit'; null when there is nothing */
  redoable: string | null;
  values: Record<string, string | number>;
  /** sends it behind the moves that wait, which are the user's last changes */
  post: (intent: string) => void;
}

/** Takes back the user's own last change of the plan, keys Z and Ctrl+Z, or repeats what was undone, Ctrl+Shift+Z. */
export function UndoButton({ undoable, redoable, values, post }: UndoButtonProps) {
  return (
    <Form method="post" preventScrollReset className={styles.buttons} onSubmit={inTurn(post)}>
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

/**
 * Says what was done and offers to undo it: this change, whatever was done or undone since.
 * @returns the id of the message
 */
export function undoToast(
  { message, detail }: Message,
  made: ChangeMade | undefined,
  post: (intent: string, fields: Record<string, string | number>) => void,
): string {
  const changeId = made?.changeId ?? null;
  if (changeId === null) return toast.success(message, detail);
  const line = (text: string): ReactNode => (
    <span className={styles.toast}>
      <span className={styles.said}>{text}</span>
      <Button
        kind="quiet"
        icon="undo"
        onClick={() => {
          toast.close(id);
          post("plan.undo", { changeId });
        }}
      >
        Undo
      </Button>
    </span>
  );
  const id: string = detail === undefined ? toast.success(line(message)) : toast.success(message, line(detail));
  return id;
}
