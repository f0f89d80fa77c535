import { RecipientStage } from "~/domain/tracking/recipient-stage";
import type { ActionRefusal } from "~/lib/action-result";
import { absolute, paths } from "~/paths";
import type { VisitPage } from "../queries/visit-page.server";
import { ContactCard } from "./contact-card";
import { MapPart } from "./map-part";
import { RatingPart } from "./rating-part";
import { RecipientFrame } from "./recipient-frame";
import type { FrameData } from "./recipient-frame";
import { Fault, WishesPart } from "./wishes-part";
import { WhenPart } from "./when-part";

interface RecipientVisitProps {
  frame: FrameData;
  page: VisitPage;
  /** of the page's address */
  link: { id: number; hash: string };
  refused: ActionRefusal | null;
}

const NEEDS_CONTACT: readonly RecipientStage[] = [
  RecipientStage.Failed,
  RecipientStage.Over,
  RecipientStage.Lost,
  RecipientStage.Cancelled,
];

/** The forms that the page has by now, each with its own refusal. */
function formsOf({ wishes, rating }: VisitPage): string[] {
  const forms = wishes === null ? [] : ["note"];
  if (wishes?.cannotAsk === null && wishes.request?.state !== "open") forms.push("window");
  if (rating?.isOpen) forms.push("rate");
  return forms;
}

/** One stop for whoever waits there: when, where, what to do, and in the end the proof. */
export function RecipientVisit({ frame, page, link, refused }: RecipientVisitProps) {
  const isElsewhere = refused !== null && !formsOf(page).includes(refused.values?.intent ?? "");
  return (
    <RecipientFrame
      frame={frame}
      company={page.contact.company}
      live={{ version: page.version, made: page.made, events: absolute(paths.publicVisitEvents(link.id, link.hash)) }}
    >
      {isElsewhere && <Fault refused={{ ...refused, fieldErrors: {} }} />}
      <WhenPart when={page.when} stage={page.stage} what={`Your ${page.what}`} />
      <section className="part place" data-part="place">
        {page.name === "" ? null : (
          <p className="name" translate="no">
            {page.name}
          </p>
        )}
        {page.address === "" || page.address === page.name ? null : <p translate="no">{page.address}</p>}
        {page.driver === "" ? null : (
          <p className="soft">
            {page.stage === RecipientStage.Road ? "Your driver is" : "Your driver was"}{" "}
            <span translate="no">{page.driver}</span>.
          </p>
        )}
      </section>
      {page.map === null ? null : (
        <MapPart data={page.map} script={frame.mapScript} label={`Map of your ${page.what}`} />
      )}
      {page.pictures.length === 0 && page.signedBy === "" ? null : <ProofPart page={page} link={link} />}
      {page.rating === null ? null : <RatingPart rating={page.rating} refused={refused} />}
      {page.wishes === null ? null : <WishesPart wishes={page.wishes} refused={refused} />}
      <ContactCard contact={page.contact} isNeeded={NEEDS_CONTACT.includes(page.stage)} />
    </RecipientFrame>
  );
}

const ALT = { photo: "Photo of the delivery", signature: "Signature" } as const;

const ProofPart = ({ page, link }: Pick<RecipientVisitProps, "page" | "link">) => (
  <section className="part" data-part="proof">
    <h2>Proof</h2>
    <div className="pictures">
      {page.pictures.map(({ id, type }) => (
        <img
          key={id}
          className={type}
          src={absolute(paths.publicPicture(link.id, link.hash, id))}
          alt={ALT[type]}
          loading="lazy"
        />
      ))}
    </div>
    {page.signedBy === "" ? null : (
      <p>
        Signed by <span translate="no">{page.signedBy}</span>.
      </p>
    )}
  </section>
);
