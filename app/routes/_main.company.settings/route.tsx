import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { settingsAction } from "~/features/page-actions.server";
import {
  ConfirmationForm,
  DefaultsForm,
  FailReasonsForm,
  PositionsForm,
  ProofsKeptForm,
  TemplateList,
} from "~/features/company/components/settings-forms";
import { KeptDialogs } from "~/features/company/components/kept-dialogs";
import { RecipientPagesForm } from "~/features/company/components/recipient-pages-form";
import { TemplateDialogs } from "~/features/company/components/template-dialogs";
import { loadSettingsPage } from "~/features/company/queries/settings-page.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useLiveChanges, useTabId } from "~/realtime/use-live";
import { OpenRecord } from "~/ui/dialog/open-record";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "What new records start with, why a visit may fail, and what proof it needs.";

export const meta: MetaFunction = () => [
  { title: "Company settings · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadSettingsPage(session, request)));
}

export const action = settingsAction;

export default function CompanySettings() {
  const data = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const tab = useTabId();
  useActionToast(result);
  useLiveChanges((event) => event.model === "Company" || event.model === "ConfirmationTemplate");
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader title="Settings" description={DESCRIPTION} />
      <PageBody>
        {data.settings !== null && (
          <>
            <DefaultsForm defaults={data.settings.defaults} result={result} tab={tab} />
            <FailReasonsForm failReasons={data.settings.failReasons} result={result} tab={tab} />
          </>
        )}
        <TemplateList templates={data.templates} />
        {data.settings !== null && (
          <>
            <ConfirmationForm confirmation={data.settings.confirmation} result={result} tab={tab} />
            <RecipientPagesForm recipients={data.settings.recipients} result={result} tab={tab} />
            {/* Anew once a question was asked: whoever answers with no sees what is stored. */}
            <Fragment key={data.keptQuestion?.dialog}>
              <PositionsForm positionsKeptDays={data.settings.positionsKeptDays} result={result} tab={tab} />
              <ProofsKeptForm proofsKeptDays={data.settings.proofsKeptDays} result={result} tab={tab} />
            </Fragment>
          </>
        )}
        <OpenRecord item={data.item} nameOf={({ title }) => title} removedBy={data.removedBy}>
          {(item) => <TemplateDialogs item={item} result={result} tab={tab} />}
        </OpenRecord>
        <KeptDialogs question={data.keptQuestion} result={result} tab={tab} />
      </PageBody>
    </>
  );
}
