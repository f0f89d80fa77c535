import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { ClosedPage } from "~/features/recipients/components/closed-page";
import { RecipientVisit } from "~/features/recipients/components/visit-page";
import type { FrameData } from "~/features/recipients/components/recipient-frame";
import { recipientHeaders } from "~/features/recipients/page-headers";
import { loadRecipientVisit } from "~/features/recipients/queries/linked-pages.server";
import { recipientAction } from "~/features/recipients/recipient-action.server";
import { useAnswer } from "~/lib/use-answer";

export const meta: MetaFunction = () => [
  { title: "Your delivery" },
  { name: "robots", content: "noindex, nofollow" },
  { name: "description", content: "When the delivery comes, and what became of it." },
];

export const headers = recipientHeaders;
export const loader = loadRecipientVisit;
export const action = recipientAction;

/** One visit for whoever has its link. */
export default function PublicVisit() {
  const frame = useOutletContext<FrameData>();
  const { closed, page, link } = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>() ?? null;
  if (closed !== null) return <ClosedPage frame={frame} link={closed} />;
  return <RecipientVisit frame={frame} page={page} link={link} refused={refused} />;
}
