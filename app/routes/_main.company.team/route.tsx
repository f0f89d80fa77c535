import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { lastValues } from "~/domain/validation/form-fields";
import { removeCourier } from "~/features/team/commands/remove-courier.server";
import { createCourier, editCourier } from "~/features/team/commands/save-courier.server";
import { CourierDialogs } from "~/features/team/components/courier-dialogs";
import { CourierList } from "~/features/team/components/courier-list";
import { loadTeamPage } from "~/features/team/queries/couriers-page.server";
import { MemberIdSchema } from "~/features/team/schemas";
import { runAction, unknownIntent } from "~/http/action.server";
import { closedList, rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useLiveChanges } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { ListPage } from "~/ui/page/list-page";

export const meta: MetaFunction = () => [{ title: "Team · Route planning" }, { name: "description", content: "Who works for the company, and as what." }];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadTeamPage(session, request)), { headers: rememberRows(request) });
}

export async function action({ request }: ActionFunctionArgs) {
  return runAction(request, async ({ session, form, intent, tab }) => {
    const fields = lastValues(form);
    switch (intent) {
      case "create": {
        const id = await createCourier(session, fields, tab);
        return { message: "Successfully saved", redirectTo: closedList(request, id) };
      }
      case "update": {
        const { id } = MemberIdSchema.parse(fields);
        await editCourier(session, id, fields, tab);
        return { message: "Successfully saved", redirectTo: closedList(request, id) };
      }
      case "remove": {
        const name = await removeCourier(session, MemberIdSchema.parse(fields).id, tab);
        return { message: `${name} has been deleted!`, redirectTo: closedList(request) };
      }
      default:
        throw unknownIntent(intent);
    }
  });
}

export default function Team() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>() ?? null;
  const dialog = useDialogUrl();
  useLiveChanges((event) => event.model === "CompanyMember");
  return (
    <ListPage
      title="Team"
      description="Members of the company with their roles."
      showSearch={data.list.total > 0 || data.list.search !== ""}
      searchLabel="Search members"
      actions={data.rights.create && data.list.total > 0 ? <ButtonLink kind="primary" icon="plus" to={dialog.href("new-courier")} preventScrollReset>Add member</ButtonLink> : undefined}
    >
      <CourierList {...data.list} rights={data.rights} noun="member" />
      <CourierDialogs item={data.item} rights={data.rights} result={result} noun="member" />
    </ListPage>
  );
}
