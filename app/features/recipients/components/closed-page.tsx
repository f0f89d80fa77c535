import { waitMinutes } from "~/domain/format-number";
import type { ClosedLink } from "../queries/open-link.server";
import { RecipientFrame } from "./recipient-frame";
import type { FrameData } from "./recipient-frame";

const words = ({ kind, waitSec = 0 }: ClosedLink): [title: string, text: string] => {
  if (kind === "expired")
    return [
      "This link has expired",
      "Links show a delivery until a week after its day. For questions, ask the company that sent it.",
    ];
  if (kind === "wait")
    return [
      "Please try again later",
      `Too many links that don’t exist were opened from your network. Try again in ${waitMinutes(waitSec)}.`,
    ];
  return [
    "This link is not known",
    "It may be incomplete, or it was taken back. Open it again from your message, or ask the company that sent it.",
  ];
};

/** Why a link opens nothing, and what to do. */
export function ClosedPage({ frame, link }: { frame: FrameData; link: ClosedLink }) {
  const [title, text] = words(link);
  return (
    <RecipientFrame frame={frame} company="">
      <section className="when" data-stage={link.kind}>
        <h1>{title}</h1>
        <p className="lead">{text}</p>
      </section>
    </RecipientFrame>
  );
}
