import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CompanyFacts } from "~/features/company/components/company-facts";
import { loadGeneralPage } from "~/features/company/queries/general-page.server";
import { loadPage } from "~/http/page.server";
import { PageBody, PageHeader } from "~/ui/page/page-header";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Company"} · Route planning` },
  { name: "description", content: "The company, your role in it, and what new plans, vehicles and visits start with." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, loadGeneralPage));
}

export default function General() {
  const company = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={company.title} description={`Your role: ${company.roles}`} />
      <PageBody>
        <CompanyFacts company={company} />
      </PageBody>
    </>
  );
}
