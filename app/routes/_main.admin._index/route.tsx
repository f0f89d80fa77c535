import { redirect } from "@remix-run/node";
import { paths } from "~/paths";

/** The area's first page. */
export const loader = () => redirect(paths.adminDashboard());

export default function AdminIndex() {
  return null;
}
