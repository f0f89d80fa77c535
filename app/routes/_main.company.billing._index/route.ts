import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { absolute, paths } from "~/paths";

/** The first page of billing; `/admin/company` has the same pages. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(
    new URL(request.url).pathname.startsWith(absolute(paths.adminCompany()))
      ? paths.adminCompanyBilling()
      : paths.billingMain(),
  );
