import { useFetcher } from "@remix-run/react";
import { recordStatusLabel, toggledRecordStatus } from "~/domain/record-status";
import type { ActionResult } from "~/lib/action-result";
import { useTabId } from "~/realtime/use-live";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageFields } from "~/ui/form/page-fields";
import styles from "./resources.module.css";

interface StatusToggleProps {
  id: number;
  name: string;
  status: 0 | 1;
  disabled: boolean;
}

/** Active or Inactive, switched with one press. The new state shows at once and goes back when it is refused. */
export function StatusToggle({ id, name, status, disabled }: StatusToggleProps) {
  const fetcher = useFetcher<ActionResult>();
  const tab = useTabId();
  useActionToast(fetcher.data?.ok === false ? fetcher.data : null);
  const shown = fetcher.state === "idle" ? status : toggledRecordStatus(status);
  const badge = <StatusBadge tone={shown === 1 ? "green" : "grey"} label={recordStatusLabel(shown)} />;
  if (disabled) return badge;
  return (
    <fetcher.Form method="post" className={styles.toggle}>
      <PageFields />
      <input type="hidden" name="intent" value="vehicle.toggle" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="tab" value={tab} />
      <button
        type="submit"
        role="switch"
        aria-checked={shown === 1}
        aria-label={`${name}: ${recordStatusLabel(shown)}`}
        title={shown === 1 ? "Make inactive" : "Make active"}
        className={styles.toggleButton}
      >
        {badge}
      </button>
    </fetcher.Form>
  );
}
