import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { requireSession, switchCompany } from "~/auth/session.server";
import { safeRedirect } from "~/auth/sign-in.server";
import { answerRefusals } from "~/http/page.server";
import { readForm } from "~/http/request/read-form.server";
import { paths } from "~/paths";

export const loader = () => redirect(paths.company());

/**
 * Works for another company from now on. Asked for by a form that was made for that company (`again`, its address), the
 * browser sends that form once more: its fields stand beside ours.
 */
export async function action({ request }: ActionFunctionArgs) {
  const session = await requireSession(request);
  const params = new URL(request.url).searchParams;
  await answerRefusals(async () => {
    const form = await readForm(request);
    await switchCompany(session, Number(params.get("company_id") ?? form.get("company_id")));
  });
  const again = params.get("again");
  return again === null ? redirect(safeRedirect(params.get("to"))) : redirect(safeRedirect(again), 307);
}
