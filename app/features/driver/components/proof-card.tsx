import { DONE_NOTE_LENGTH, REQUIRED_HINT } from "~/domain/visit/confirmation";
import type { ConfirmationChoice } from "~/domain/visit/confirmation";
import { OUT_OF_TURN_DONE } from "~/domain/visit/visit-transitions";
import { absolute, paths } from "~/paths";
import type { DriverRouteView, StopProof, StopView } from "../route-view";
import { PageFields } from "~/ui/form/page-fields";
import { CommandForm } from "./command-form";
import { StoredPictures } from "./stored-pictures";

type Kind = "photo" | "signature";

interface ProofProps {
  stop: StopView;
  proof: StopProof;
  route: DriverRouteView;
  /** what was filled in before, by the names of the fields; null: nothing */
  given: Record<string, string> | null;
}

/**
 * What a stop asks for when it is done: how it was handed over, photos, a signature. A plain form with file fields; the
 * script shows only what the chosen way needs, and a canvas to sign on.
 */
export function ProofCard({ stop, proof, route, given }: ProofProps) {
  const stored = (kind: Kind) => stop.pictures.filter((picture) => picture.type === kind);
  const one = proof.choices.length === 1;
  return (
    <section
      className={`view stop proof${stop.id === route.nextId ? " next" : ""}`}
      id={`proof-${stop.id}`}
      data-whole=""
      data-visit={stop.id}
      data-state={stop.state}
      data-name={stop.name}
      tabIndex={-1}
    >
      <form
        method="post"
        encType="multipart/form-data"
        action={absolute(paths.driverRoute(route.id))}
        data-command="done"
        data-proof=""
        className="proof-form"
      >
        <PageFields />
        <input type="hidden" name="intent" value="done" />
        <input type="hidden" name="commandId" value={stop.commandIds.done} />
        <input type="hidden" name="visitId" value={stop.id} />
        <input type="hidden" name="confirmed" value="1" />
        <div className="about">
          <p className="eyebrow">{[`Stop ${stop.number}`, stop.what].filter(Boolean).join(" · ")}</p>
          <h1 className="long" translate="no">
            {stop.name}
          </h1>
          <p className="if-later soft">{OUT_OF_TURN_DONE}</p>
          <fieldset className="ways" data-kind="way">
            <legend>How was it handed over?</legend>
            <Fault />
            {proof.choices.map((choice) => (
              <label key={choice.tag} className="way">
                <input
                  type="radio"
                  name="confirmationType"
                  value={choice.tag}
                  required
                  defaultChecked={one || given?.confirmationType === choice.tag}
                  data-photo={choice.photo}
                  data-signature={choice.signature}
                />
                <span>{choice.label}</span>
              </label>
            ))}
          </fieldset>
          {asks(proof.choices, "photo") ? (
            <fieldset className="given" data-kind="photo" data-count={stored("photo").length}>
              <legend>
                Photo <Hint choices={proof.choices} kind="photo" given={stored("photo").length} />
              </legend>
              <Fault />
              <StoredPictures pictures={stored("photo")} removeBy={removeFormId} />
              <ul className="thumbs" data-new="" hidden />
              <label className="button file">
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M4 8h4l1.500-2.500h5L16 8h4v11H4zM12 10a3.500 3.500 0 1 0 0 7a3.500 3.500 0 0 0 0-7" />
                </svg>
                <span data-file-label="">Take photos</span>
                <input type="file" name="photo" accept="image/*" capture="environment" multiple />
              </label>
              {/* A phone whose camera is refused or broken has pictures all the same. */}
              <label className="button stored">
                <span>Choose from the phone</span>
                <input type="file" name="photo" accept="image/*" multiple data-stored="" />
              </label>
            </fieldset>
          ) : null}
          {asks(proof.choices, "signature") ? (
            <fieldset className="given" data-kind="signature" data-count={stored("signature").length}>
              <legend>
                Signature <Hint choices={proof.choices} kind="signature" given={stored("signature").length} />
              </legend>
              <Fault />
              <StoredPictures pictures={stored("signature")} />
              <label className="field">
                <span>Name</span>
                <input
                  name="signatureName"
                  maxLength={255}
                  autoComplete="off"
                  defaultValue={given?.signatureName ?? (proof.signatureName || stop.recipient)}
                />
              </label>
              <div className="pad" hidden>
                <canvas width={880} height={360} role="img" aria-label="Place to sign with a finger" />
                <div className="pair">
                  <button type="button" className="button" data-write="">
                    Write the name
                  </button>
                  <button type="button" className="button" data-clear="">
                    Clear
                  </button>
                </div>
              </div>
              <input type="file" name="signature" accept="image/*" aria-label="Picture of the signature" />
            </fieldset>
          ) : null}
          <label className="field">
            <span>Note</span>
            <textarea name="doneNote" rows={2} maxLength={DONE_NOTE_LENGTH} defaultValue={given?.doneNote} />
          </label>
        </div>
        <div className="actions">
          <div className="pair">
            <a className="button" href={`#stop-${stop.id}`}>
              Back
            </a>
            <button className="button go">Done</button>
          </div>
        </div>
      </form>
      {stored("photo").map(({ id }) => (
        <CommandForm
          key={id}
          id={removeFormId(id)}
          routeId={route.id}
          intent="remove-photo"
          visitId={stop.id}
          commandId={stop.commandIds.done}
        >
          <input type="hidden" name="attachmentId" value={id} />
        </CommandForm>
      ))}
    </section>
  );
}

const removeFormId = (pictureId: number): string => `remove-photo-${pictureId}`;

/** What is missing stands where it has to be given. */
const Fault = () => <p className="fault" role="alert" data-fault="" hidden />;

const asks = (choices: readonly ConfirmationChoice[], kind: Kind): boolean =>
  choices.some((choice) => choice[kind] > 0);

/** Without a script it names the ways that need the proof; the script shows what applies to the chosen one. */
function Hint({ choices, kind, given }: { choices: readonly ConfirmationChoice[]; kind: Kind; given: number }) {
  if (given > 0)
    return (
      <b className="done" data-hint="">
        {given} there already
      </b>
    );
  const needing = choices.filter((choice) => choice[kind] === 2);
  if (needing.length === 0)
    return (
      <span className="soft" data-hint="">
        Optional
      </span>
    );
  return (
    <b className="failed" data-hint="">
      {needing.length === choices.length
        ? REQUIRED_HINT
        : `${REQUIRED_HINT}: ${needing.map((choice) => choice.label).join(", ")}`}
    </b>
  );
}
