import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CompanyFacts } from "~/features/company/components/company-facts";
import { CompanyForm } from "~/features/company/components/company-form";
import { ManageCompany } from "~/features/company/components/manage-company";
import { RemoveCompany } from "~/features/company/components/remove-company";
import { loadGeneralPage } from "~/features/company/queries/general-page.server";
import { generalAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useLiveChanges, useTabId } from "~/realtime/use-live";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PictureForms } from "~/ui/form/picture-forms";
import { PageBody, PageHeader } from "~/ui/page/page-header";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Company"} · Route planning` },
  { name: "description", content: "The company, your role in it, and what new plans, vehicles and visits start with." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, loadGeneralPage));
}

export const action = generalAction;

export default function General() {
  const company = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const tab = useTabId();
  useActionToast(result);
  useLiveChanges((event) => event.model === "Company" || event.model === "CompanyMember");
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader title={company.title} description={`Your role: ${company.roles}`} />
      <PageBody>
        <CompanyFacts company={company}>
          {company.choices !== null && (
            <PictureForms area="company" hasPicture={company.hasImage} result={result} hidden={{ tab }} />
          )}
        </CompanyFacts>
        {company.choices !== null && (
          <CompanyForm company={company} choices={company.choices} result={result} tab={tab} />
        )}
        {company.managed !== null && <ManageCompany title={company.title} managed={company.managed} result={result} />}
        {company.removal !== null && (
          <RemoveCompany title={company.title} proof={company.removal.proof} result={result} />
        )}
      </PageBody>
    </>
  );
}
