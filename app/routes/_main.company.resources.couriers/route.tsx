import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IMPORT_DRIVERS_DIALOG, ImportDriversDialog } from "~/features/imports/components/import-drivers";
import { MembersPage } from "~/features/team/components/members-page";
import { teamAction } from "~/features/page-actions.server";
import { loadDriversPage } from "~/features/team/queries/members-page.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { useTabId } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";

export const meta: MetaFunction = () => [
  { title: "Drivers · Route planning" },
  { name: "description", content: "Who drives the routes." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadDriversPage(session, request)), {
    headers: rememberRows(request),
  });
}

export const action = teamAction;

export default function Drivers() {
  const data = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  const dialog = useDialogUrl();
  const tab = useTabId();
  return (
    <>
      <MembersPage
        title="Drivers"
        description="Members of the company with the role Driver."
        noun="driver"
        data={data}
        result={result}
        importButton={
          data.rights.create && (
            <ButtonLink icon="upload" to={dialog.href(IMPORT_DRIVERS_DIALOG)} preventScrollReset>
              Import
            </ButtonLink>
          )
        }
      />
      {data.rights.create && <ImportDriversDialog result={result} tab={tab} />}
    </>
  );
}
