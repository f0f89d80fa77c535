import { MOST_STARS } from "~/domain/tracking/rating";

interface ReplyShown {
  stars: number | null;
  comment: string;
  note: string;
  safePlace: string;
}

/** What a recipient said on the page of their link: stars, comment, note and safe place, as far as they were given. */
export function RecipientReply({ reply }: { reply: ReplyShown }) {
  const lines = [
    reply.stars === null ? "" : `${"★".repeat(reply.stars)} ${reply.stars} of ${MOST_STARS}`,
    reply.comment,
    reply.note === "" ? "" : `Note: ${reply.note}`,
    reply.safePlace === "" ? "" : `Safe place: ${reply.safePlace}`,
  ].filter(Boolean);
  return (
    <>
      {lines.map((line) => (
        <p key={line} style={{ margin: 0, whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          {line}
        </p>
      ))}
    </>
  );
}
