import type { SmallChangeOffer } from "~/domain/calculation/small-change";
import { MAX_CHANGE_BUDGET } from "~/domain/constants";
import type { ActionResult } from "~/lib/action-result";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { NumberField } from "~/ui/form/fields";
import { SubmitButton } from "~/ui/form/submit-button";
import { count } from "~/domain/format-number";
import styles from "./calculate-dialog.module.css";

const CALCULATE_DIALOG = "calculate";

interface CalculateDialogProps {
  /** null: no small change that could be fitted in */
  smallChange: SmallChangeOffer | null;
  values: Record<string, string | number>;
  result: ActionResult<unknown> | null;
}

/** After a small change: fit it in and move few stops, or plan anew. */
export function CalculateDialog({ smallChange, values, result }: CalculateDialogProps) {
  const dialog = useDialogUrl();
  if (dialog.name !== CALCULATE_DIALOG) return null;
  const last = smallChange?.last ?? null;
  return (
    <DialogFrame title="Calculate" closeTo={dialog.closeTo} onClose={dialog.close} width={480} guard={false}>
      {smallChange !== null && (
        <section className={styles.way}>
          <p>
            <b>{count(smallChange.changed, "stop")} changed</b> since the last calculation. Fit{" "}
            {smallChange.changed === 1 ? "it" : "them"} in, and every other stop stays where it is. You see what would
            move before anything does.
          </p>
          <AppForm intent="proposal.start" hidden={{ tab: values.tab ?? "" }} result={result} replace>
            <NumberField
              name="changeBudget"
              label="Stops that may move, at most"
              min={0}
              max={MAX_CHANGE_BUDGET}
              decimals={0}
              defaultValue={String(smallChange.budget)}
              required
            />
            <FormActions>
              <SubmitButton answers>{smallChange.changed === 1 ? "Fit it in" : "Fit them in"}</SubmitButton>
            </FormActions>
          </AppForm>
        </section>
      )}
      <section className={styles.way}>
        <p>
          Planning anew looks for the best plan, whatever moves
          {last === null ? "." : `: ${last.moved} of ${count(last.of, "stop")} did last time.`}
        </p>
        <AppForm intent="calculation.start" hidden={{ ...values, anew: 1 }} result={null} replace>
          <FormActions>
            <SubmitButton kind="plain">Plan anew</SubmitButton>
          </FormActions>
        </AppForm>
      </section>
    </DialogFrame>
  );
}
