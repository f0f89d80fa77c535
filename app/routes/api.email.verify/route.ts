import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { currentSession } from "~/auth/session.server";
import { resend } from "~/features/accounts/account-actions.server";
import { answerAccountCall } from "~/features/accounts/account-action.server";

/** Whether the e-mail of whoever is signed in is verified. */
export async function loader({ request }: LoaderFunctionArgs) {
  const session = await currentSession(request);
  if (session === null) return json({ status: "not_authorized", data: "You are not authorized" }, { status: 401 });
  return json({ status: "success", data: { verified: session.mustVerify !== true } });
}

export const action = (args: ActionFunctionArgs) => answerAccountCall(resend, args);
