import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HomePage } from "~/features/driver/components/home-page";
import { loadDriverHomePage } from "~/features/driver/queries/driver-home.server";
import { driverHomeAction } from "~/features/page-actions.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";

export const loader = async ({ request }: LoaderFunctionArgs) => json(await loadPage(request, loadDriverHomePage));

export const action = driverHomeAction;

export default function DriverIndex() {
  const result = useAnswer<typeof action>();
  return <HomePage page={useLoaderData<typeof loader>()} refusal={result?.ok === false ? result : null} />;
}
