import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { lastValues } from "~/domain/validation/form-fields";
import { saveConfirmation, saveDefaults, saveFailReasons } from "~/features/company/commands/save-settings.server";
import { createTemplate, editTemplate, removeTemplate } from "~/features/company/commands/save-template.server";
import {
  ConfirmationForm,
  DefaultsForm,
  FailReasonsForm,
  TemplateList,
} from "~/features/company/components/settings-forms";
import { TemplateDialogs } from "~/features/company/components/template-dialogs";
import { loadSettingsPage } from "~/features/company/queries/settings-page.server";
import { TemplateId } from "~/features/company/schemas";
import { runAction, unknownIntent } from "~/http/action.server";
import { loadPage } from "~/http/page.server";
import { paths } from "~/paths";
import { useLiveChanges, useTabId } from "~/realtime/use-live";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageBody, PageHeader } from "~/ui/page/page-header";
import { deletedMessage, SAVED } from "~/lib/action-result";

const DESCRIPTION = "What new records start with, why a visit may fail, and what proof it needs.";

export const meta: MetaFunction = () => [
  { title: "Company settings · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadSettingsPage(session, request)));
}

export async function action({ request }: ActionFunctionArgs) {
  return runAction(request, async ({ session, form, intent, tab }) => {
    const fields = lastValues(form);
    const saved = { message: SAVED, redirectTo: paths.companySettings() };
    switch (intent) {
      case "save-defaults":
        await saveDefaults(session, fields, tab);
        return saved;
      case "save-fail-reasons":
        await saveFailReasons(session, form.getAll("reasons"), tab);
        return saved;
      case "save-confirmation":
        await saveConfirmation(session, fields, tab);
        return saved;
      case "create-template":
        await createTemplate(session, fields, tab);
        return saved;
      case "update-template":
        await editTemplate(session, TemplateId.parse(fields).id, fields, tab);
        return saved;
      case "remove-template":
        return { ...saved, message: deletedMessage(await removeTemplate(session, TemplateId.parse(fields).id, tab)) };
      default:
        throw unknownIntent(intent);
    }
  });
}

export default function CompanySettings() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>() ?? null;
  const tab = useTabId();
  useActionToast(result);
  useLiveChanges((event) => event.model === "Company");
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
          <ConfirmationForm confirmation={data.settings.confirmation} result={result} tab={tab} />
        )}
        <TemplateDialogs item={data.item} result={result} tab={tab} />
      </PageBody>
    </>
  );
}
