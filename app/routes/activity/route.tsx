import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { noteActivity } from "~/auth/activity.server";
import { requireSession } from "~/auth/session.server";
import { answerRefusals } from "~/http/page.server";
import { paths } from "~/paths";

export const loader = () => redirect(paths.home());

/** Told by open pages while somebody works with them. It is no change that a log would name. */
export async function action({ request }: ActionFunctionArgs) {
  const session = await requireSession(request);
  await answerRefusals(() => noteActivity(session));
  return new Response(null, { status: 204 });
}
