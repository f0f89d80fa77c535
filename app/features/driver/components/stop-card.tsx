import { DayTimes } from "~/ui/day-times";
import { OUT_OF_TURN_DONE, OUT_OF_TURN_FAILED, FAIL_VISIT } from "~/domain/visit/visit-transitions";
import { FAIL_NOTE_LENGTH, OTHER_REASON } from "~/domain/visit/fail-reasons";
import type { FailReason } from "~/domain/visit/fail-reasons";
import { dialled } from "~/domain/validation/contact";
import { absolute } from "~/paths";
import type { DriverRouteView, StopView } from "../route-view";
import { Ask, CommandForm } from "./command-form";
import { Facts, sizeOf } from "./facts";
import { StoredPictures } from "./stored-pictures";

interface StopProps {
  stop: StopView;
  route: DriverRouteView;
}

/** One stop on the whole screen: how to find it on top, what to press within reach of the thumb. */
export function StopCard({ stop, route }: StopProps) {
  const isNext = stop.id === route.nextId;
  return (
    <section
      className={`view stop${isNext ? " next" : ""}`}
      id={`stop-${stop.id}`}
      data-visit={stop.id}
      data-state={stop.state}
      data-name={stop.name}
      data-code={stop.code || undefined}
      data-lat={stop.place?.lat}
      data-lng={stop.place?.lng}
      tabIndex={-1}
    >
      <div className="about">
        <p className="eyebrow">
          {[stop.kind === "break" ? "" : `Stop ${stop.number}`, stop.what].filter(Boolean).join(" · ")}
          <b className="turn">{stop.state === "left" ? "Next" : ""}</b>
        </p>
        <h1 data-text="" className={sizeOf(stop.address)} translate="no">
          {stop.address}
        </h1>
        {stop.kind === "stop" && stop.name !== stop.address ? (
          <p className="who" data-text="" translate="no">
            {stop.name}
          </p>
        ) : null}
        <Facts
          facts={[
            [stop.kind === "break" ? "Between" : "Window", stop.window],
            timeFact(stop, route),
            ["Service begins", stop.begin],
          ]}
        />
        <p className={`outcome if-past ${stop.state}`}>
          <b data-outcome="">{stop.state === "failed" ? "Failed!" : "Done!"}</b>{" "}
          <span data-past="">
            <DayTimes text={stop.past} />
          </span>
        </p>
        {stop.notes.map((note) => (
          <p key={note} className="note" data-text="">
            {note}
          </p>
        ))}
        <Facts
          facts={[
            ["Order", stop.code],
            ["Load", stop.load],
            ["For", stop.recipient],
            // What is no number may say how to reach them.
            ["Phone", dialled(stop.phone) === null ? stop.phone : ""],
          ]}
        />
        <StoredPictures pictures={stop.pictures} />
      </div>
      {route.stage === "ready" ? <Directions stop={stop} /> : null}
      {route.stage === "completed" ? null : <Report stop={stop} route={route} />}
    </section>
  );
}

/** A time that has passed is not one to expect: the next stop is now, and of later ones the plan's time is left. */
function timeFact(stop: StopView, { nextId }: DriverRouteView): [string, string, string, string?] {
  const time = stop.state === "left" ? stop.eta : "";
  if (!stop.isOvertaken) return [stop.kind === "break" ? "Begin" : "ETA", time, stop.late];
  return stop.id === nextId && stop.kind === "stop"
    ? ["ETA", time, stop.late, "now · planned "]
    : ["Planned", time, stop.late];
}

/** Before the start: navigation and telephone, which change nothing. */
function Directions({ stop }: { stop: StopView }) {
  return (
    <div className="actions if-ready">
      <p className="soft">Start the route first, then report its stops here.</p>
      <div className="pair">
        <Navigate stop={stop} />
        <Call stop={stop} />
      </div>
    </div>
  );
}

const Navigate = ({ stop }: { stop: StopView }) =>
  stop.navigation[0] ? (
    <a className="button" href={stop.navigation[0].href} target="_blank" rel="noreferrer">
      Navigate
    </a>
  ) : null;

function Call({ stop }: { stop: StopView }) {
  const number = dialled(stop.phone);
  return number === null ? (
    <span className="button off" aria-disabled="true">
      No phone
    </span>
  ) : (
    <a className="button" href={`tel:${number}`}>
      Call
    </a>
  );
}

function Report({ stop, route }: StopProps) {
  return (
    <div className="actions if-road">
      <div className="if-past">
        {stop.state === "failed" && stop.proof !== null ? (
          <a className="button" href={`#proof-${stop.id}`}>
            It is done after all
          </a>
        ) : null}
        {stop.state === "failed" && stop.proof === null ? (
          <CommandForm routeId={route.id} intent="done" visitId={stop.id} commandId={stop.commandIds.done} confirmed>
            <button className="button">It is done after all</button>
          </CommandForm>
        ) : null}
        <CommandForm routeId={route.id} intent="on-route" visitId={stop.id} commandId={stop.commandIds.again}>
          <button className="button">Set on route again</button>
        </CommandForm>
      </div>
      <div className="if-left pair">
        <Navigate stop={stop} />
        <Done stop={stop} route={route} />
      </div>
      <div className="if-left trio">
        {stop.kind === "stop" ? <Call stop={stop} /> : null}
        {/* A break can be taken and doesn't fail. */}
        {stop.kind === "stop" ? <Failed stop={stop} route={route} /> : null}
        <More stop={stop} />
      </div>
    </div>
  );
}

/** Where proof is needed, a view of its own asks for it; out of turn there is a question. */
function Done({ stop, route }: StopProps) {
  if (stop.proof !== null)
    return (
      <a className="button go" href={`#proof-${stop.id}`}>
        Done
      </a>
    );
  const word = stop.kind === "break" ? "Break taken" : "Done";
  return (
    <>
      <CommandForm
        className="if-next"
        routeId={route.id}
        intent="done"
        visitId={stop.id}
        commandId={stop.commandIds.done}
      >
        <button className="button go">{word}</button>
      </CommandForm>
      <Ask label={word} className="if-later go">
        <p>{OUT_OF_TURN_DONE}</p>
        <CommandForm routeId={route.id} intent="done" visitId={stop.id} commandId={stop.commandIds.done} confirmed>
          <button className="button go">Yes, it is done</button>
        </CommandForm>
      </Ask>
    </>
  );
}

function Failed({ stop, route }: StopProps) {
  return (
    <Ask label="Failed" className="wide">
      <p className="if-later">{OUT_OF_TURN_FAILED}</p>
      <CommandForm routeId={route.id} intent="failed" visitId={stop.id} commandId={stop.commandIds.failed} confirmed>
        {route.reasons.length > 0 ? (
          <fieldset>
            <legend>What happened?</legend>
            {route.reasons
              .filter(({ id }) => id !== OTHER_REASON)
              .map((reason) => (
                <button key={reason.id} className="button reason" name="failReasonId" value={reason.id}>
                  <Picture reason={reason} />
                </button>
              ))}
            {route.reasons
              .filter(({ id }) => id === OTHER_REASON)
              .map((reason) => (
                <OtherReason key={reason.id} reason={reason} />
              ))}
          </fieldset>
        ) : (
          <>
            <p className="if-next">{FAIL_VISIT}</p>
            <button className="button bad">Yes, it failed</button>
          </>
        )}
      </CommandForm>
    </Ask>
  );
}

const Picture = ({ reason }: { reason: FailReason }) => (
  <>
    <img src={absolute(reason.image)} alt="" width={32} height={32} loading="lazy" />
    {reason.title}
  </>
);

/** The reason Other says nothing by itself: it unfolds a field for a few words. */
const OtherReason = ({ reason }: { reason: FailReason }) => (
  <details className="other">
    <summary className="button reason">
      <Picture reason={reason} />
    </summary>
    <label className="field">
      <span>What happened?</span>
      <textarea name="failNote" rows={2} maxLength={FAIL_NOTE_LENGTH} />
    </label>
    <button className="button bad" name="failReasonId" value={reason.id}>
      Mark as failed
    </button>
  </details>
);

function More({ stop }: { stop: StopView }) {
  const number = dialled(stop.phone);
  return (
    <Ask label="More" className="wide">
      {number !== null ? (
        <a className="button" href={`sms:${number}`}>
          Write a message
        </a>
      ) : null}
      {stop.navigation.length > 0 ? (
        <div className="apps" role="group" aria-label="Navigate with">
          {stop.navigation.map(({ label, href }) => (
            <a key={label} className="button" href={href} target="_blank" rel="noreferrer">
              {label}
            </a>
          ))}
        </div>
      ) : null}
      {stop.code === "" ? null : (
        <a className="button needs-script" href="#scan" data-scan={stop.id}>
          Check the barcode
        </a>
      )}
      {stop.place === null ? null : (
        <a className="button needs-script" href="#map" data-look="">
          Show on the map
        </a>
      )}
      <p className="soft" translate="no">
        {[stop.name, stop.address, stop.phone].filter(Boolean).join(" · ")}
      </p>
    </Ask>
  );
}
