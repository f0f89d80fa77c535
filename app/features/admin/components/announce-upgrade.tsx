import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { FormActions } from "~/ui/form/app-form";
import { Panel } from "~/ui/page/page-header";

const ANNOUNCE_DIALOG = "announce-upgrade";

/** Tells everybody who has a page open. */
export function AnnounceUpgrade({ result }: { result: ActionResult<unknown> | null }) {
  const dialog = useDialogUrl();
  return (
    <Panel title="Site upgrade">
      <p style={{ margin: 0 }}>
        Every open page of somebody who is signed in asks: “Site was upgraded. Would you like to apply changes?” It is
        loaded anew when they say so. Pages ask by themselves when a new version of the product starts.
      </p>
      <FormActions>
        <ButtonLink kind="plain" to={dialog.href(ANNOUNCE_DIALOG)} preventScrollReset>
          Announce an upgrade
        </ButtonLink>
      </FormActions>
      <ConfirmDialog
        name={ANNOUNCE_DIALOG}
        title="Announce an upgrade"
        question="Do you want to ask everybody who has a page open to load it anew?"
        confirmLabel="Announce"
        intent="site.announce"
        result={refusalOf(result, "site.announce")}
      />
    </Panel>
  );
}
