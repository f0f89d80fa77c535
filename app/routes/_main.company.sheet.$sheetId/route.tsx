import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SheetResult } from "~/features/imports/components/sheet-result";
import { SheetParams } from "~/features/imports/schemas";
import { loadSheetPage } from "~/features/imports/queries/sheet-page.server";
import { rememberRows } from "~/http/list-request.server";
import { loadPage } from "~/http/page.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Import"} · Route planning` },
  { name: "description", content: "What an import brought in, and what it left out." },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(
    await loadPage(request, (session) => loadSheetPage(session, request, SheetParams.parse(params).sheetId)),
    { headers: rememberRows(request) },
  );
}

export default function Sheet() {
  return <SheetResult sheet={useLoaderData<typeof loader>()} />;
}
