import type { ActionFunctionArgs } from "@remix-run/node";
import { signIn } from "~/features/accounts/account-actions.server";
import { answerAccountCall } from "~/features/accounts/account-action.server";
import { onlyPost } from "~/http/actions/answer-call.server";

export const loader = onlyPost;
export const action = (args: ActionFunctionArgs) => answerAccountCall(signIn, args);
