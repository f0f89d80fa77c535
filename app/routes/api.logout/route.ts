import type { ActionFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { signOut } from "~/auth/session.server";
import { onlyPost } from "~/http/actions/answer-call.server";

export const loader = onlyPost;

export async function action({ request }: ActionFunctionArgs) {
  const { headers } = await signOut(request);
  return json({ status: "success", data: true }, { headers: { "Set-Cookie": headers.get("Set-Cookie") ?? "" } });
}
