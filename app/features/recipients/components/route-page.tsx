import { absolute, paths } from "~/paths";
import type { RoutePage } from "../queries/route-page.server";
import { ContactCard } from "./contact-card";
import { MapPart } from "./map-part";
import { RecipientFrame } from "./recipient-frame";
import type { FrameData } from "./recipient-frame";
import { WhenPart } from "./when-part";

interface RecipientRouteProps {
  frame: FrameData;
  page: RoutePage;
  link: { id: number; hash: string };
}

const STATES = { left: "", done: "Done", failed: "Failed" } as const;

/** A route for somebody outside: how far it is. Whose stops they are isn't told. */
export const RecipientRoute = ({ frame, page, link }: RecipientRouteProps) => (
  <RecipientFrame
    frame={frame}
    company={page.contact.company}
    live={{ version: page.version, made: page.made, events: absolute(paths.publicRouteEvents(link.id, link.hash)) }}
  >
    <WhenPart when={{ ...page, basis: "" }} stage={page.isLive ? "road" : "planned"} what="Route" />
    {page.driver === "" ? null : (
      <section className="part place" data-part="place">
        <p>
          Driver: <span translate="no">{page.driver}</span>
        </p>
      </section>
    )}
    {page.map === null ? null : <MapPart data={page.map} script={frame.mapScript} label="Map of the route" />}
    {page.stops.length === 0 ? null : (
      <section className="part" data-part="stops">
        <h2>Stops</h2>
        <ol className="stops">
          {page.stops.map((stop) => (
            <li key={stop.number} data-state={stop.state} className={stop.isNext ? "next" : undefined}>
              <span className="number">{stop.number}</span>
              <span className="state">{stop.isNext ? "Next" : STATES[stop.state]}</span>
              <span className="time">{stop.time}</span>
            </li>
          ))}
        </ol>
      </section>
    )}
    <ContactCard contact={page.contact} isNeeded={false} />
  </RecipientFrame>
);
