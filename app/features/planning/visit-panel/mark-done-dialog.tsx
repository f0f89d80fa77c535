import { useMemo, useRef, useState } from "react";
import { useFetcher } from "@remix-run/react";
import { Radio, Stack } from "@mantine/core";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import {
  ATTACHMENTS_PER_VISIT,
  confirmationFault,
  DONE_NOTE_LENGTH,
  ProofLevel,
  REQUIRED_HINT,
} from "~/domain/visit/confirmation";
import type { ConfirmationChoice, ConfirmationTag } from "~/domain/visit/confirmation";
import { OUT_OF_TURN_DONE } from "~/domain/visit/visit-transitions";
import { paths } from "~/paths";
import { Button, ButtonLink } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { TextareaField, TextField } from "~/ui/form/fields";
import { FileDrop } from "~/ui/form/file-drop";
import { SignatureDialog } from "~/ui/form/signature-dialog";
import { SubmitButton } from "~/ui/form/submit-button";
import { useMounted } from "~/ui/use-mounted";
import { putFiles } from "~/lib/signature-pad";
import type { VisitDetails } from "./visit-details.server";
import { PICTURES, pictureFault } from "./picture-files";
import styles from "./visit-attachments.module.css";

/** The dialog's name in the address; the server leads here when a visit can't be marked done without proof. */
export const MARK_DONE_DIALOG = "mark-done";

interface MarkDoneDialogProps {
  details: Pick<
    VisitDetails,
    "id" | "name" | "attachments" | "confirmation" | "confirmationType" | "signatureName" | "isNext"
  >;
  tab: string;
  params: readonly string[];
  /** what the page answered to the same as a plain form */
  result: ActionResult<unknown> | null;
}

/** Marks a visit done with the proof that its confirmation asks for: how it was handed over, photos, a signature. */
export function MarkDoneDialog({ details, tab, params, result }: MarkDoneDialogProps) {
  const { confirmation: choices } = details;
  const dialog = useDialogUrl(params);
  const mounted = useMounted();
  const fetcher = useFetcher<ActionResult<unknown>>();
  const answer = fetcher.data ?? refusalOf(result, "visit.done");
  const refusal = answer?.ok === false ? answer : null;
  const typed = refusal?.values;
  const [tag, setTag] = useState<ConfirmationTag | null>(
    choices.find((one) => one.tag === typed?.confirmationType)?.tag ??
      details.confirmationType ??
      (choices.length === 1 ? (choices[0]?.tag ?? null) : null),
  );
  const [photos, setPhotos] = useState(0);
  const [signature, setSignature] = useState<Signature | null>(null);
  const chosen = choices.find((one) => one.tag === tag) ?? null;
  const attached = (type: "photo" | "signature") =>
    details.attachments.filter((one) => one.type === type && !one.isTakenBack).length;
  const isAsked = refusal?.fieldErrors?.question !== undefined;
  // The route has moved on since the dialog opened.
  const outOfTurn = !details.isNext || isAsked;
  // The question has a line of its own; of the answer it leaves what was typed.
  const shown = useMemo(
    () => (isAsked && refusal !== null ? { ...refusal, message: "", fieldErrors: {} } : answer),
    [isAsked, refusal, answer],
  );
  const name = signature?.name ?? typed?.signatureName ?? details.signatureName;
  const fault = confirmationFault(choices, {
    tag,
    signatureName: name,
    photos: attached("photo") + photos,
    signatures: attached("signature") + (signature === null ? 0 : 1),
  });
  const most = (proof: "photo" | "signature") => Math.max(...choices.map((one) => one[proof]));
  const wants = (proof: "photo" | "signature") => (mounted ? (chosen?.[proof] ?? ProofLevel.None) : most(proof));
  // What was given for one way of handing over is still there when another one was only looked at.
  const shownFor = (proof: "photo" | "signature") => ({
    hidden: wants(proof) === ProofLevel.None,
    disabled: wants(proof) === ProofLevel.None,
  });

  if (dialog.name !== MARK_DONE_DIALOG) return null;
  return (
    <DialogFrame title="Mark as done" description={details.name} closeTo={dialog.closeTo} onClose={dialog.close}>
      <AppForm
        fetcher={mounted ? fetcher : undefined}
        result={shown}
        // A plain form is the page's own, which is shown again with what was filled in when it is refused.
        action={mounted ? paths.visitDetails(details.id) : undefined}
        encType="multipart/form-data"
        intent="visit.done"
        hidden={{ tab, visitId: details.id, ...(outOfTurn ? { confirmed: 1 } : {}) }}
        onDone={dialog.close}
      >
        {outOfTurn && <p style={{ margin: 0 }}>{OUT_OF_TURN_DONE}</p>}
        <Radio.Group
          name="confirmationType"
          label="How it was handed over"
          withAsterisk
          value={tag ?? ""}
          onChange={(value) => setTag(value as ConfirmationTag)}
        >
          <Stack gap="xs" mt="xs">
            {choices.map((one) => (
              <Radio
                key={one.tag}
                value={one.tag}
                label={one.label}
                required
                description={mounted ? undefined : needs(one)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {most("photo") > 0 && (
          <fieldset className={styles.proof} {...shownFor("photo")}>
            <ProofHead label="Photo" level={wants("photo")} given={attached("photo") + photos} />
            <FileDrop
              name="photo"
              accept={PICTURES}
              multiple
              title="Choose photos, or drop them here"
              hint={`Up to ${Math.max(0, ATTACHMENTS_PER_VISIT.photo - attached("photo"))} more`}
              faultOf={pictureFault}
              onFiles={(files) => setPhotos(files.length)}
            />
          </fieldset>
        )}
        {most("signature") > 0 && (
          <fieldset className={styles.proof} {...shownFor("signature")}>
            <ProofHead
              label="Signature"
              level={wants("signature")}
              given={attached("signature") + (signature === null ? 0 : 1)}
            />
            {mounted ? (
              <SignatureInput name={name} signature={signature} onChange={setSignature} />
            ) : (
              <>
                <TextField name="signatureName" label="Name" defaultValue={details.signatureName} help="Who signed." />
                <FileDrop
                  name="signature"
                  accept={PICTURES}
                  title="Choose a picture of the signature"
                  hint="Without scripts it can't be drawn here."
                  faultOf={pictureFault}
                />
              </>
            )}
          </fieldset>
        )}
        <TextareaField name="doneNote" label="Note" rows={2} maxLength={DONE_NOTE_LENGTH} />
        <FormActions>
          <ButtonLink kind="quiet" to={dialog.closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <SubmitButton icon="check" disabledReason={mounted && fault !== null ? fault.message : undefined}>
            Mark as done
          </SubmitButton>
        </FormActions>
      </AppForm>
    </DialogFrame>
  );
}

const LEVEL_WORDS = { 0: "", 1: "optional", 2: "required" } as const;
const needs = (choice: ConfirmationChoice): string =>
  [
    choice.photo > 0 ? `photo ${LEVEL_WORDS[choice.photo]}` : "",
    choice.signature > 0 ? `signature ${LEVEL_WORDS[choice.signature]}` : "",
  ]
    .filter(Boolean)
    .join(", ");

/** A red "Required" while a required proof is missing. */
function ProofHead({ label, level, given }: { label: string; level: number; given: number }) {
  const missing = level === ProofLevel.Required && given === 0;
  return (
    <legend className={styles.proofHead}>
      {label}
      {given > 0 ? (
        <span className={styles.given}>✓ {given}</span>
      ) : missing ? (
        <span className={styles.required}>{REQUIRED_HINT}</span>
      ) : (
        <span className={styles.optional}>Optional</span>
      )}
    </legend>
  );
}

interface Signature {
  name: string;
  /** for the picture on the screen */
  url: string;
}

/** The signature dialog, and the signature as a file of the form. */
function SignatureInput({
  name,
  signature,
  onChange,
}: {
  name: string;
  signature: Signature | null;
  onChange: (signature: Signature | null) => void;
}) {
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (signed: { name: string; file: File }) => {
    if (input.current) putFiles(input.current, [signed.file]);
    if (signature !== null) URL.revokeObjectURL(signature.url);
    onChange({ name: signed.name, url: URL.createObjectURL(signed.file) });
    setOpen(false);
  };
  return (
    <>
      {signature !== null && (
        <img src={signature.url} alt={`Signature of ${signature.name}`} className={styles.signed} />
      )}
      {signature !== null && <p className={styles.none}>Signed by {signature.name}</p>}
      <div>
        <Button icon="edit" onClick={() => setOpen(true)}>
          {signature === null ? "Sign" : "Sign again"}
        </Button>
      </div>
      <input ref={input} type="file" name="signature" hidden aria-hidden="true" tabIndex={-1} />
      <input type="hidden" name="signatureName" value={name} />
      {open && <SignatureDialog name={name} onSave={take} onClose={() => setOpen(false)} />}
    </>
  );
}
