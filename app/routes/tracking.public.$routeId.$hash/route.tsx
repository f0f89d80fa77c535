import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { ClosedPage } from "~/features/recipients/components/closed-page";
import { RecipientRoute } from "~/features/recipients/components/route-page";
import type { FrameData } from "~/features/recipients/components/recipient-frame";
import { recipientHeaders } from "~/features/recipients/page-headers";
import { loadRecipientRoute } from "~/features/recipients/queries/linked-pages.server";

export const headers = recipientHeaders;
export const meta: MetaFunction = () => [
  { title: "Live route" },
  { name: "robots", content: "noindex, nofollow" },
  { name: "description", content: "How far the route is." },
];
export const loader = loadRecipientRoute;

/** One route for whoever has its link. */
export default function PublicRoute() {
  const frame = useOutletContext<FrameData>();
  const { closed, page, link } = useLoaderData<typeof loader>();
  if (closed !== null) return <ClosedPage frame={frame} link={closed} />;
  return <RecipientRoute frame={frame} page={page} link={link} />;
}
