import { createContext, useContext, type ReactNode } from "react";
import styles from "./form.module.css";

/** How far the saving of a field is that saves itself. */
export interface FieldStatus {
  state: "saving" | "waiting" | "saved" | "failed";
  /** why it was not saved, or not yet */
  error?: string;
  /** somebody else saved the field meanwhile: the choice between the two values */
  choose?: { mine: () => void; theirs: () => void };
}

/** Statuses by the name of the field; empty where the whole form is sent at once. */
export const FieldStatuses = createContext<Readonly<Record<string, FieldStatus>>>({});

const SIGNS = { saving: "…", waiting: "…", saved: "✓", failed: "✕" } as const;
const WORDS = { saving: "Saving", waiting: "Not saved yet", saved: "Saved", failed: "Not saved" } as const;

/** A field's label, with its status. Screen readers get it from the form's status line instead. */
export function LabelWithStatus({ name, children }: { name: string; children: ReactNode }) {
  const status = useContext(FieldStatuses)[name];
  return (
    <>
      {children}
      {status !== undefined && (
        <span className={styles.mark} data-state={status.state} aria-hidden="true" title={WORDS[status.state]}>
          {SIGNS[status.state]}
          <span className={styles.markWord}> {WORDS[status.state]}</span>
        </span>
      )}
    </>
  );
}

/** Under a field that somebody else saved meanwhile. */
export function FieldChoice({ error, choose }: { error: string; choose: NonNullable<FieldStatus["choose"]> }) {
  return (
    <>
      {error}
      <span className={styles.choice}>
        <button type="button" className={styles.saveAgain} onClick={choose.mine}>
          Save mine
        </button>
        <button type="button" className={styles.saveAgain} onClick={choose.theirs}>
          Take theirs
        </button>
      </span>
    </>
  );
}

/** The state of all fields in one line. */
export function statusWords(marks: Readonly<Record<string, FieldStatus>>): string {
  const all = Object.values(marks);
  const failed = all.filter((one) => one.state === "failed");
  // Of a pair that is refused, one field alone says why.
  if (failed.length > 0) return `Not saved: ${failed.find((one) => one.error !== undefined)?.error ?? ""}`;
  const waiting = all.find((one) => one.state === "waiting");
  if (waiting !== undefined) return waiting.error ?? "";
  if (all.some((one) => one.state === "saving")) return "Saving…";
  return all.length > 0 ? "✓ Saved" : "";
}
