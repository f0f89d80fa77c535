import { cssBundleHref } from "@remix-run/css-bundle";
import type { LinkDescriptor } from "@remix-run/node";
import mantineHref from "@mantine/core/styles.css";
import notificationsHref from "@mantine/notifications/styles.css";
import appHref from "~/styles/app.css";

/** Style sheets of the signed-in shell, for its `links()`. Not in root: other pages stay light. */
export function uiLinks(): LinkDescriptor[] {
  return [mantineHref, notificationsHref, appHref, cssBundleHref]
    .filter((href): href is string => href !== undefined)
    .map((href) => ({ rel: "stylesheet", href }));
}
