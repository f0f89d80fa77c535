import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPagesAction } from "~/features/page-actions.server";
import { PageEditor } from "~/features/pages/components/page-editor";
import { loadPagesEditor } from "~/features/pages/queries/pages-editor.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useActionToast } from "~/ui/feedback/use-flash";
import { PageBody, PageHeader } from "~/ui/page/page-header";

const DESCRIPTION = "What anybody may read without signing in: your name, your terms, how to reach you.";

export const meta: MetaFunction = () => [
  { title: "Public pages · Route planning" },
  { name: "description", content: DESCRIPTION },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadPagesEditor(session, request)));
}

export const action = adminPagesAction;

export default function AdminPages() {
  const editor = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>() ?? null;
  useActionToast(result);
  return (
    <>
      <FlashBanner result={result} />
      <PageHeader title="Public pages" description={DESCRIPTION} />
      <PageBody>
        <PageEditor editor={editor} result={result} />
      </PageBody>
    </>
  );
}
