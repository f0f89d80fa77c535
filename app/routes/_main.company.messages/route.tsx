import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SwitchesForm } from "~/features/messages/components/switches-form";
import { TextPanel } from "~/features/messages/components/text-form";
import { loadMessagesPage } from "~/features/messages/queries/messages-page.server";
import { messagesAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useLiveChanges, useTabId } from "~/realtime/use-live";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "What recipients are told by e-mail and SMS on the day of their visit.";

export const meta: MetaFunction = () => [
  { title: "Messages · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadMessagesPage(session, request)));
}

export const action = messagesAction;

export default function CompanyMessages() {
  const page = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const tab = useTabId();
  useActionToast(result);
  useLiveChanges((event) => event.model === "Company");
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader title="Messages" description={DESCRIPTION} />
      <PageBody>
        <SwitchesForm page={page} result={result} tab={tab} />
        <TextPanel page={page} result={result} tab={tab} />
      </PageBody>
    </>
  );
}
