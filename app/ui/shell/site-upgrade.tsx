import { useEffect } from "react";
import { useUpgradeReasons } from "~/lib/other-build";
import { toast } from "~/ui/feedback/toasts";
import { ApplyChanges } from "~/ui/page/apply-changes";
import styles from "./shell.module.css";

const QUESTION = "Site was upgraded. Would you like to apply changes?";
const ID = "site-upgrade";

/**
 * Asks once when the server runs another version than this page came with, and again after each change that is stored
 * and that the page doesn't show. Until then the page stays as it is.
 */
export function useSiteUpgrade(serverVersion: string | null): void {
  const reasons = useUpgradeReasons();
  useEffect(() => {
    const own = window.__remixManifest?.version;
    const isNewer = serverVersion !== null && own !== undefined && serverVersion !== own;
    if (!isNewer && reasons === 0) return;
    toast.action(
      <span className={styles.upgrade}>
        {QUESTION}
        <ApplyChanges />
      </span>,
      ID,
    );
  }, [serverVersion, reasons]);
}
