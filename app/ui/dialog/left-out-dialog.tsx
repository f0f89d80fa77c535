import { byReason } from "~/domain/left-out";
import type { LeftOut } from "~/domain/left-out";
import type { ActionResult } from "~/lib/action-result";
import { ButtonLink } from "~/ui/button";
import { FormActions } from "~/ui/form/app-form";
import { DialogFrame } from "./dialog-frame";
import { useDialogUrl } from "./use-dialog-url";
import styles from "./chosen.module.css";

/** What the action of chosen rows answers. */
export type ChosenResult = ActionResult<{ leftOut: readonly LeftOut[] }>;

/** Their names, by reason. */
export const LeftOutNames = ({ leftOut }: { leftOut: readonly LeftOut[] }) => (
  <ul className={styles.reasons}>
    {[...byReason(leftOut)].map(([why, names]) => (
      <li key={why}>
        <b>{names.join(", ")}</b>
        <span>{why}</span>
      </li>
    ))}
  </ul>
);

/** The rows that were left out, while the dialog that they were left out of is still in the address. */
export const leftOutOf = (result: ChosenResult | null): readonly LeftOut[] =>
  result?.ok ? (result.data?.leftOut ?? []) : [];

/**
 * After a change of chosen rows: which of them were left as they are, and why. It takes the place of the dialog that
 * asked.
 */
export function LeftOutDialog({ result, params }: { result: ChosenResult | null; params: readonly string[] }) {
  const dialog = useDialogUrl(params);
  const leftOut = leftOutOf(result);
  if (leftOut.length === 0 || dialog.name === null) return null;
  return (
    <DialogFrame
      title="Some were left as they are"
      description={result?.ok ? result.detail : undefined}
      closeTo={dialog.closeTo}
      onClose={dialog.close}
      guard={false}
    >
      <LeftOutNames leftOut={leftOut} />
      <FormActions>
        <ButtonLink kind="primary" to={dialog.closeTo} preventScrollReset>
          Close
        </ButtonLink>
      </FormActions>
    </DialogFrame>
  );
}

const NAMED = 5;

/** 'Ash, Beech, Cherry, Damson, Elder and 12 more': what a dialog is about, in the order of the list. */
export function ChosenNames({ names }: { names: readonly string[] }) {
  const shown = names.length > NAMED + 1 ? names.slice(0, NAMED) : names;
  return (
    <ul className={styles.names} aria-label="Selected">
      {shown.map((name, index) => (
        <li key={index} className="cut" title={name}>
          {name}
        </li>
      ))}
      {shown.length < names.length && <li>and {names.length - shown.length} more</li>}
    </ul>
  );
}
