import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { webhooksAction } from "~/features/page-actions.server";
import { Deliveries, DeliveryDialog } from "~/features/webhooks/components/deliveries";
import { DisabledNotice, Endpoints } from "~/features/webhooks/components/endpoints";
import { WebhookDialogs } from "~/features/webhooks/components/webhook-dialogs";
import { loadWebhooksPage } from "~/features/webhooks/queries/webhooks-page.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useLiveChanges } from "~/realtime/use-live";
import { paths } from "~/paths";
import { OpenRecord } from "~/ui/dialog/open-record";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "Programs of yours are told what happens to plans, routes, visits and calculations.";

export const meta: MetaFunction = () => [
  { title: "Webhooks · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const page = await loadPage(request, (session) => loadWebhooksPage(session, request));
  return json(page, { headers: rememberRows(request) });
}

export const action = webhooksAction;

export default function CompanyWebhooks() {
  const page = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  useActionToast(result);
  useLiveChanges((event) => event.model === "Webhook");
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader
        title="Webhooks"
        description={DESCRIPTION}
        crumbs={[{ label: "API", to: paths.companyApi() }, { label: "Webhooks" }]}
      />
      <PageBody>
        <DisabledNotice endpoints={page.endpoints} />
        <Endpoints endpoints={page.endpoints} />
        <Deliveries {...page} />
        <OpenRecord
          item={page.endpoints.find(({ id }) => id === page.chosenId) ?? null}
          nameOf={({ url }) => url}
          removedBy={page.removedBy}
        >
          {(chosen) => <WebhookDialogs page={page} chosen={chosen} result={result} />}
        </OpenRecord>
        <DeliveryDialog delivery={page.delivery} result={result} />
      </PageBody>
    </>
  );
}
