import { ACTION_FAILED } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import type { Flash } from "~/lib/flash";
import { absolute } from "~/paths";
import styles from "./feedback.module.css";

/** The same messages for browsers without JavaScript, where no toast can appear. */
export function FlashBanner({ flash, result }: { flash?: Flash | null; result?: ActionResult<unknown> | null }) {
  const tone = flash?.tone ?? (result?.ok === false ? "error" : "success");
  const refused =
    result?.ok === false && result.detail === undefined ? { message: ACTION_FAILED, detail: result.message } : result;
  const { message, detail } = flash ?? refused ?? {};
  if (message === undefined) return null;
  const link = flash == null && result?.ok === false ? result.link : undefined;
  return (
    <noscript>
      <p className={styles.banner} data-tone={tone} role="status">
        {detail === undefined ? (
          message
        ) : (
          <>
            <b>{message}</b>
            <br />
            {detail}
          </>
        )}
        {link !== undefined && (
          <>
            {" "}
            <a href={absolute(link.to)}>{link.label}</a>
          </>
        )}
      </p>
    </noscript>
  );
}
