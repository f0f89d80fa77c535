import { useEffect } from "react";
import { Button } from "~/ui/button";
import { toast } from "~/ui/feedback/toasts";
import styles from "./shell.module.css";

const QUESTION = "Site was upgraded. Would you like to apply changes?";
const ID = "site-upgrade";

/**
 * Asks once when the server runs another version than this page came with. Until then the page stays as it is.
 */
export function useSiteUpgrade(serverVersion: string | null): void {
  useEffect(() => {
    const own = window.__remixManifest?.version;
    if (serverVersion === null || own === undefined || serverVersion === own) return;
    toast.action(
      <span className={styles.upgrade}>
        {QUESTION}
        <Button kind="primary" onClick={() => window.location.reload()}>
          Apply changes
        </Button>
      </span>,
      ID,
    );
  }, [serverVersion]);
}
