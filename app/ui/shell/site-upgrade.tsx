import { useEffect } from "react";
import { useIsOtherBuild, useUpgradeReasons } from "~/lib/other-build";
import { toast } from "~/ui/feedback/toasts";
import { ApplyChanges } from "~/ui/page/apply-changes";
import styles from "./shell.module.css";

const QUESTION = "Site was upgraded. Would you like to apply changes?";
const ID = "site-upgrade";

/**
 * Asks once when the server runs another version than this page came with, and again whenever something is stored or
 * has happened meanwhile. Until then the page stays as it is.
 */
export function useSiteUpgrade(serverVersion: string | null): void {
  const reasons = useUpgradeReasons();
  const isOther = useIsOtherBuild();
  useEffect(() => {
    const own = window.__remixManifest?.version;
    const isNewer = serverVersion !== null && own !== undefined && serverVersion !== own;
    if (!isNewer && !isOther) return;
    toast.action(
      <span className={styles.upgrade}>
        {QUESTION}
        <ApplyChanges />
      </span>,
      ID,
    );
  }, [serverVersion, isOther, reasons]);
}
