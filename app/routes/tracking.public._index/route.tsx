import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NoLinkPage } from "~/features/recipients/components/no-link-page";
import { recipientHeaders } from "~/features/recipients/page-headers";

export const meta: MetaFunction = () => [
  { title: "Follow a delivery" },
  { name: "robots", content: "noindex, nofollow" },
  { name: "description", content: "A delivery is followed with the link of its message." },
];

export const headers = recipientHeaders;

/** Where people without an account end up who have no link. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  json({ from: new URL(request.url).searchParams.get("from") });

export default function NoLink() {
  return <NoLinkPage from={useLoaderData<typeof loader>().from} />;
}
