import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { verify } from "~/features/accounts/account-actions.server";
import { answerAccountCall } from "~/features/accounts/account-action.server";
import { paths } from "~/paths";

/** The link of a mail leads to a page that asks. */
export const loader = ({ params: { id = "", hash = "" } }: LoaderFunctionArgs) =>
  redirect(paths.confirmEmail(id, hash));

export const action = (args: ActionFunctionArgs) => {
  const { id = "", hash = "" } = args.params;
  return answerAccountCall(verify, args, { id, hash });
};
