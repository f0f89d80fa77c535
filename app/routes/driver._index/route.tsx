import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HomePage } from "~/features/driver/components/home-page";
import { loadDriverHome } from "~/features/driver/queries/driver-home.server";
import { loadPage } from "~/http/page.server";

export const loader = async ({ request }: LoaderFunctionArgs) =>
  json(await loadPage(request, async (session) => ({ home: await loadDriverHome(session), name: session.user.name })));

export default function DriverIndex() {
  return <HomePage {...useLoaderData<typeof loader>()} />;
}
