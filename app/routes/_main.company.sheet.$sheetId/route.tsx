import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SheetView } from "~/features/imports/components/sheet-view";
import { SheetParams } from "~/features/imports/schemas";
import { loadSheetPage } from "~/features/imports/queries/sheet-page.server";
import { sheetAction } from "~/features/page-actions.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";
import { useReloadAt } from "~/realtime/use-reload-at";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Import"} · Route planning` },
  { name: "description", content: "An import from its columns to what became of its rows." },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(
    await loadPage(request, (session) => loadSheetPage(session, request, SheetParams.parse(params).sheetId)),
    { headers: rememberRows(request) },
  );
}

export const action = sheetAction;

export default function Sheet() {
  const sheet = useLoaderData<typeof loader>();
  useReloadAt(sheet.valid);
  return <SheetView sheet={sheet} />;
}
