import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { API } from "~/features/api.server";
import { answerApi } from "~/http/api/answer-api.server";

/** Everything below /platform/api/. */
const answer = ({ request, params, context }: LoaderFunctionArgs | ActionFunctionArgs) =>
  answerApi(API, request, params["*"] ?? "", context.ip);

export const loader = (args: LoaderFunctionArgs) => answer(args);
export const action = (args: ActionFunctionArgs) => answer(args);
