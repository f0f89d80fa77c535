import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { RecipientError } from "~/features/recipients/components/recipient-error";
import { loadRecipientFrame } from "~/features/recipients/queries/recipient-frame.server";
import plainStyles from "~/styles/plain.css";
import recipientStyles from "~/styles/recipient.css";

/** Plain markup and one small script: these pages are opened once, on whatever phone there is. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [
  { rel: "stylesheet", href: plainStyles },
  { rel: "stylesheet", href: recipientStyles },
];
export const meta: MetaFunction = () => [
  { title: "Your delivery" },
  { name: "robots", content: "noindex, nofollow" },
  { name: "description", content: "When it comes, and where it is." },
];

export const loader = loadRecipientFrame;

export default function PublicTracking() {
  return <Outlet context={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <RecipientError />;
}
