import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { lastValues } from "~/domain/validation/form-fields";
import { saveDefaults, saveFailReasons } from "~/features/company/commands/save-settings.server";
import { createTemplate, editTemplate, removeTemplate } from "~/features/company/commands/save-template.server";
import { DefaultsForm, FailReasonsForm, TemplateList } from "~/features/company/components/settings-forms";
import { TemplateDialogs } from "~/features/company/components/template-dialogs";
import { loadSettingsPage } from "~/features/company/queries/settings-page.server";
import { TemplateId } from "~/features/company/schemas";
import { runAction, unknownIntent } from "~/http/action.server";
import { loadPage } from "~/http/page.server";
import { paths } from "~/paths";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "What new records start with, why a visit may fail, and what proof it needs.";

export const meta: MetaFunction = () => [{ title: "Company settings · Route planning" }, { name: "description", content: DESCRIPTION }];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadSettingsPage(session, request)));
}

export async function action({ request }: ActionFunctionArgs) {
  return runAction(request, async ({ session, form, intent }) => {
    const fields = lastValues(form);
    const saved = { message: "Successfully saved", redirectTo: paths.companySettings() };
    switch (intent) {
      case "save-defaults":
        await saveDefaults(session, fields);
        return saved;
      case "save-fail-reasons":
        await saveFailReasons(session, form.getAll("reasons"));
        return saved;
      case "create-template":
        await createTemplate(session, fields);
        return saved;
      case "update-template":
        await editTemplate(session, TemplateId.parse(fields).id, fields);
        return saved;
      case "remove-template":
        return { ...saved, message: `${await removeTemplate(session, TemplateId.parse(fields).id)} has been deleted!` };
      default:
        throw unknownIntent(intent);
    }
  });
}

export default function CompanySettings() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>() ?? null;
  useActionToast(result);
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader title="Settings" description={DESCRIPTION} />
      <PageBody>
        <DefaultsForm defaults={data.defaults} result={result} />
        <FailReasonsForm failReasons={data.failReasons} result={result} />
        <TemplateList templates={data.templates} />
        <TemplateDialogs item={data.item} result={result} />
      </PageBody>
    </>
  );
}
