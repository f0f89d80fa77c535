import type { ReactNode } from "react";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import type { ShownGroup } from "~/lib/shown-values";
import { Panel } from "~/ui/page/page-header";
import { AppForm, FormActions } from "./app-form";
import { SubmitButton } from "./submit-button";

interface SettingsFormProps {
  title: string;
  /** Prefix of field ids. */
  id: string;
  intent: string;
  /** Of the page's live connection: the tab that hears nothing of its own change. */
  tab: string;
  /** The page's one answer, of whichever of its forms. */
  result: ActionResult<unknown> | null;
  /** What its fields show: those that nobody changes stay as they are stored. */
  shown: readonly ShownGroup[];
  children: ReactNode;
}

/** Settings that are saved together: a panel among others on its page, which stays where it is scrolled to. */
export function SettingsForm({ title, id, intent, tab, result, shown, children }: SettingsFormProps) {
  return (
    <Panel title={title}>
      <AppForm id={id} intent={intent} hidden={{ tab }} shown={shown} result={refusalOf(result, intent)} keepPlace>
        {children}
        <FormActions>
          <SubmitButton>Save</SubmitButton>
        </FormActions>
      </AppForm>
    </Panel>
  );
}
