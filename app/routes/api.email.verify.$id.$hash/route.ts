import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "~/paths";

/** The link of a mail leads to a page that asks. */
export const loader = ({ params: { id = "", hash = "" } }: LoaderFunctionArgs) =>
  redirect(paths.confirmEmail(id, hash));

/** A form of that address is the page's own. */
export const action = ({ params: { id = "", hash = "" } }: LoaderFunctionArgs) =>
  redirect(paths.confirmEmail(id, hash), 307);
