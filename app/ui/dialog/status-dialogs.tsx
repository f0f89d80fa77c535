import { count } from "~/domain/format-number";
import { CHOSEN_PARAM } from "~/lib/dialog-param";
import { ConfirmDialog } from "./confirm-dialog";
import { ChosenNames, LeftOutDialog, leftOutOf, type ChosenResult } from "./left-out-dialog";

/** What can be done with the chosen rows of a list whose records are active or inactive. */
export const STATUS_ACTIONS = [
  { dialog: "activate-chosen", label: "Activate", icon: "check" },
  { dialog: "deactivate-chosen", label: "Deactivate", icon: "close" },
] as const;

interface StatusDialogsProps {
  /** of the action that takes `ids` and `status` */
  intent: string;
  /** one of them */
  noun: string;
  chosen: readonly { id: number; name: string }[];
  result: ChosenResult | null;
  /** the room of this tab, which is told nothing of its own change */
  tab: string;
}

/** Ask before chosen records become active or inactive. */
export function StatusDialogs({ intent, noun, chosen, result, tab }: StatusDialogsProps) {
  if (leftOutOf(result).length > 0) return <LeftOutDialog result={result} params={[CHOSEN_PARAM]} />;
  if (chosen.length === 0) return null;
  const what = count(chosen.length, noun);
  const shared = { intent, result, params: [CHOSEN_PARAM], title: "Confirmation" };
  const hidden = (status: string) => ({ ids: chosen.map(({ id }) => id).join(","), status, tab });
  const names = <ChosenNames names={chosen.map(({ name }) => name)} />;
  return (
    <>
      <ConfirmDialog
        name="activate-chosen"
        question={`Do you want to make ${what} active?`}
        confirmLabel={`Activate ${what}`}
        {...shared}
        hidden={hidden("1")}
      >
        {names}
      </ConfirmDialog>
      <ConfirmDialog
        name="deactivate-chosen"
        question={`Do you want to make ${what} inactive?`}
        confirmLabel={`Deactivate ${what}`}
        {...shared}
        hidden={hidden("0")}
      >
        {names}
      </ConfirmDialog>
    </>
  );
}
