import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { currentSession } from "~/auth/session.server";

/** Whether somebody is signed in. */
export const loader = async ({ request }: LoaderFunctionArgs) =>
  json({ status: "success", data: { authenticated: (await currentSession(request)) !== null } });
