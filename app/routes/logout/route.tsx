import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { signOut } from "~/auth/session.server";
import { paths } from "~/paths";

export const loader = () => redirect(paths.home());

export async function action({ request }: ActionFunctionArgs) {
  return signOut(request);
}
