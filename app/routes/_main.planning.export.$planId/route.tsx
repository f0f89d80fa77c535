import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ExportColumns } from "~/features/exports/components/export-columns";
import { loadExportColumns } from "~/features/exports/queries/export-columns.server";
import { PlanParams } from "~/features/exports/schemas";
import { exportColumnsAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction = () => [
  { title: "Columns of exports · Route planning" },
  { name: "description", content: "Which columns an exported plan has." },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadExportColumns(session, PlanParams.parse(params).planId)));
}

export const action = exportColumnsAction;

export default function Columns() {
  return <ExportColumns page={useLoaderData<typeof loader>()} result={useAnswer<typeof action>() ?? null} />;
}
