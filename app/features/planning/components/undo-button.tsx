import { Form } from "@remix-run/react";
import { Button } from "~/ui/button";
import { toast } from "~/ui/feedback/toasts";

/**
 * Takes back the user's own last change of the plan; key Z.
 * @param undoable what that was: 'Moved Beech to Van 2'; null when there is none
 */
export function UndoButton({ undoable, values }: { undoable: string | null; values: Record<string, string | number> }) {
  return (
    <Form method="post" preventScrollReset>
      {Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={String(value)} />)}
      <Button type="submit" kind="quiet" icon="undo" name="intent" value="undo-change" aria-label="Undo my last change (Z)" title={`Undo: ${undoable ?? ""}`} disabledReason={undoable === null ? "There is nothing of yours to undo." : undefined}>Undo</Button>
    </Form>
  );
}

/** Says what was done, with the way back. */
export function undoToast(said: string, onUndo: () => void): void {
  const id: string = toast.success(
    <span style={{ display: "flex", alignItems: "center", gap: 8, justifyContent: "space-between" }}>
      <span style={{ minWidth: 0, overflowWrap: "anywhere" }}>{said}</span>
      <span style={{ flex: "none" }}><Button kind="quiet" icon="undo" onClick={() => { toast.close(id); onUndo(); }}>Undo</Button></span>
    </span>,
  );
}
