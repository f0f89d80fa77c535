import { redirect } from "@remix-run/node";
import type { ActionFunctionArgs } from "@remix-run/node";
import { flashHeader } from "~/http/flash.server";
import { paths } from "~/paths";
import { answerAccountForm } from "./account-action.server";
import { passkeySignIn } from "./account-actions.server";

/** A passkey's sign-in; a refused one leads back to the sign-in page, which says why. */
export async function answerPasskeySignIn(args: Pick<ActionFunctionArgs, "request" | "context">): Promise<Response> {
  const answer = await answerAccountForm(passkeySignIn, args);
  if (answer.status === 303) return answer;
  const { message } = await answer.json();
  return redirect(paths.login(), {
    status: 303,
    headers: { "Set-Cookie": await flashHeader({ message }, "error") },
  });
}
