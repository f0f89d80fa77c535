import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { setNewPassword } from "~/features/accounts/account-actions.server";
import { answerAccountCall } from "~/features/accounts/account-action.server";
import { paths } from "~/paths";

/** The page of a link. */
export function loader({ request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  return redirect(paths.reset(params.get("token") ?? "", params.get("email") ?? ""));
}

export const action = (args: ActionFunctionArgs) => answerAccountCall(setNewPassword, args);
