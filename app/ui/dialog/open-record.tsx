import { createContext, useContext, useState, type ReactNode } from "react";
import { useSearchParams } from "@remix-run/react";
import { ButtonLink } from "~/ui/button";
import { FormActions } from "~/ui/form/app-form";
import styles from "./dialog.module.css";

const Removed = createContext<string | null>(null);

/** What became of the record that the dialog is about, where a colleague has removed it; null: nothing. */
export const useRemoved = (): string | null => useContext(Removed);

interface OpenRecordProps<Item extends { id: number }> {
  /** of the dialog that the address names; null: there is none */
  item: Item | null;
  nameOf: (item: Item) => string;
  /** who has removed it, where that is known */
  removedBy: string | null;
  children: (item: Item | null) => ReactNode;
}

/**
 * The dialogs about one record (`?id=`). One that a colleague removes while its dialog is open stays in it: the dialog
 * says so, and what was typed can still be read.
 */
export function OpenRecord<Item extends { id: number }>({ item, nameOf, removedBy, children }: OpenRecordProps<Item>) {
  const [params] = useSearchParams();
  const [last, keep] = useState(item);
  if (item !== null && item !== last) keep(item);
  const shown = item ?? (last !== null && params.get("id") === String(last.id) ? last : null);
  const said = item === null && shown !== null ? removedMeanwhile(nameOf(shown), removedBy) : null;
  return <Removed.Provider value={said}>{children(shown)}</Removed.Provider>;
}

const removedMeanwhile = (name: string, by: string | null): string =>
  by === null ? `${name} was removed meanwhile.` : `${name} was removed by ${by} meanwhile.`;

/** At the top of a dialog about a record that is gone. */
export function RemovedNotice() {
  const removed = useRemoved();
  if (removed === null) return null;
  return (
    <p role="alert" className={styles.removed}>
      {removed} Nothing can be saved here any more; what you typed can still be copied.
    </p>
  );
}

/** In place of the buttons of such a dialog. */
export function CloseRemoved({ closeTo }: { closeTo: string }) {
  return (
    <FormActions>
      <ButtonLink to={closeTo} preventScrollReset>
        Close
      </ButtonLink>
    </FormActions>
  );
}
