import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { absolute, paths } from "~/paths";

/** The area's first page; `/admin/company` has the same pages. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(
    new URL(request.url).pathname.startsWith(absolute(paths.adminCompany()))
      ? paths.adminCompanyGeneral()
      : paths.companyGeneral(),
  );

export default function CompanyIndex() {
  return null;
}
