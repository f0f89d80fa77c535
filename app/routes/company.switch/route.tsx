import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { requireSession, switchCompany } from "~/auth/session.server";
import { paths } from "~/paths";

export const loader = () => redirect(paths.company());

export async function action({ request }: ActionFunctionArgs) {
  const session = await requireSession(request);
  const form = await request.formData();
  await switchCompany(session, Number(form.get("company_id")));
  return redirect(paths.home());
}
