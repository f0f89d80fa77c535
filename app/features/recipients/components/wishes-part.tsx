import type { ReactNode } from "react";
import { NOTE_LENGTH, SAFE_PLACE_LENGTH } from "~/domain/tracking/recipient-words";
import { refusalOf } from "~/lib/action-result";
import type { ActionRefusal } from "~/lib/action-result";
import type { VisitPageView } from "../queries/visit-page.server";
import type { RequestView } from "../visit-view";

type Wishes = NonNullable<VisitPageView["wishes"]>;

/** What the recipient may say before the delivery. Each form works without scripts. */
export function WishesPart({ wishes, refused }: { wishes: Wishes; refused: ActionRefusal | null }) {
  return (
    <section className="part" data-part="wishes">
      <h2>Does it not fit?</h2>
      <NoteForm wishes={wishes} refused={refusalOf(refused, "note")} />
      {wishes.request === null ? null : <RequestLine request={wishes.request} />}
      {wishes.request?.state === "open" ? (
        <form method="post" id="form-withdraw">
          <button className="button" name="intent" value="withdraw">
            Take the request back
          </button>
        </form>
      ) : wishes.cannotAsk !== null ? (
        wishes.request === null && <p className="soft">{wishes.cannotAsk}</p>
      ) : (
        <WindowForm refused={refusalOf(refused, "window")} />
      )}
    </section>
  );
}

function NoteForm({ wishes, refused }: { wishes: Wishes; refused: ActionRefusal | null }) {
  const saidBefore = wishes.note !== "" || wishes.safePlace !== "";
  return (
    <details className="wish" open={refused !== null} data-keep-open="">
      <summary className="button">
        {saidBefore ? "Change what the driver is told" : "Leave a note or a safe place"}
      </summary>
      <form method="post" id="form-note" {...unsaved(refused)}>
        <Fault refused={refused} />
        <Field
          name="note"
          label="Note for the driver"
          refused={refused}
          value={wishes.note}
          maxLength={NOTE_LENGTH}
          help="For example: ring twice, the entrance is at the back."
        />
        <Field
          name="safePlace"
          label="Safe place, if nobody is there"
          refused={refused}
          value={wishes.safePlace}
          maxLength={SAFE_PLACE_LENGTH}
          help="For example: behind the shed."
        />
        <button className="button primary" name="intent" value="note">
          Tell the driver
        </button>
      </form>
    </details>
  );
}

function WindowForm({ refused }: { refused: ActionRefusal | null }) {
  return (
    <details className="wish" open={refused !== null} data-keep-open="">
      <summary className="button">Ask for another time</summary>
      <form method="post" id="form-window" {...unsaved(refused)}>
        <p className="soft">On the same day. We tell you here whether it can be done.</p>
        <Fault refused={refused} />
        <div className="two">
          <Field name="from" label="From" type="time" refused={refused} value="" required />
          <Field name="to" label="To" type="time" refused={refused} value="" required />
        </div>
        <button className="button primary" name="intent" value="window">
          Send the request
        </button>
      </form>
    </details>
  );
}

const REQUESTS: Readonly<Record<RequestView["state"], (window: string) => string>> = {
  open: (window) => `You asked for ${window}. The answer will be shown here.`,
  accepted: (window) => `Your request for ${window} is accepted.`,
  declined: (window) => `Your request for ${window} can’t be met. The time above still holds.`,
};

const RequestLine = ({ request: { state, window } }: { request: RequestView }) => (
  <p className={`notice ${state === "accepted" ? "good" : state === "declined" ? "bad" : "plain"}`} role="status">
    {REQUESTS[state](window)}
  </p>
);

/** The page's script replaces no form that holds what is nowhere else. */
export const unsaved = (refused: ActionRefusal | null) => (refused === null ? {} : { "data-unsaved": "refused" });

/** What is wrong with the form and with none of its fields. */
export function Fault({ refused }: { refused: ActionRefusal | null }): ReactNode {
  if (refused === null || Object.keys(refused.fieldErrors ?? {}).length > 0) return null;
  return (
    <p className="notice bad" role="alert">
      {[refused.message, refused.detail].filter(Boolean).join(". ")}
    </p>
  );
}

interface FieldProps {
  name: string;
  label: string;
  refused: ActionRefusal | null;
  value: string;
  type?: "text" | "time";
  maxLength?: number;
  help?: string;
  required?: boolean;
}

function Field({ name, label, refused, value, type = "text", maxLength, help, required = false }: FieldProps) {
  const fault = refused?.fieldErrors?.[name];
  const described = [help ? `${name}-help` : "", fault ? `${name}-fault` : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        maxLength={maxLength}
        required={required}
        defaultValue={refused?.values?.[name] ?? value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described || undefined}
        autoFocus={fault !== undefined}
      />
      {help ? (
        <p className="help" id={`${name}-help`}>
          {help}
        </p>
      ) : null}
      {fault ? <em id={`${name}-fault`}>{fault}</em> : null}
    </div>
  );
}
