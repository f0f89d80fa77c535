import { useEffect, useRef, useState } from "react";
import { TextInput } from "@mantine/core";
import { Button } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { FormActions } from "./app-form";
import { signaturePad } from "~/lib/signature-pad";
import styles from "./signature-dialog.module.css";

interface SignatureDialogProps {
  /** Who signs, as far as it is known. */
  name: string;
  onSave: (signature: { name: string; file: File }) => void;
  onClose: () => void;
}

/** Size of the picture; on the screen it takes the width that there is. */
const WIDTH = 880;
const HEIGHT = 360;

/** A name, and a signature drawn by finger, mouse or pen. Instead of drawing, the typed name can be used. */
export function SignatureDialog({ name: known, onSave, onClose }: SignatureDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<ReturnType<typeof signaturePad> | null>(null);
  const [drawn, setDrawn] = useState(false);
  const [name, setName] = useState(known);
  const [saving, setSaving] = useState(false);

  useEffect(() => {
    if (canvas.current === null) return;
    const made = signaturePad(canvas.current, setDrawn);
    pad.current = made;
    return () => made.stop();
  }, []);

  const trimmed = name.trim();
  const missing = trimmed === "" ? "Name is required" : !drawn ? "Signature is required" : undefined;
  const save = async () => {
    if (saving || missing !== undefined) return;
    setSaving(true);
    const file = await pad.current?.file();
    setSaving(false);
    if (file) onSave({ name: trimmed, file });
  };
  return (
    <DialogFrame title="Signature" closeTo="." onClose={onClose} width={560}>
      <div className={styles.stack}>
        <TextInput
          label="Name"
          required
          maxLength={255}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            // It would send the form that this dialog lies in.
            event.preventDefault();
            void save();
          }}
        />
        <div>
          <div className={styles.line}>
            <span id="signature-label" className={styles.label}>
              Signature{" "}
              <span className={styles.star} aria-hidden="true">
                *
              </span>
            </span>
            {!drawn && <span className={styles.hint}>Draw with finger, mouse or pen</span>}
          </div>
          <canvas
            ref={canvas}
            width={WIDTH}
            height={HEIGHT}
            className={styles.canvas}
            role="img"
            aria-labelledby="signature-label"
            aria-describedby="signature-state"
          />
          <p id="signature-state" className="visually-hidden" role="status">
            {drawn ? "The signature is there." : "Nothing is drawn yet."}
          </p>
        </div>
        <div className={styles.tools}>
          <Button
            icon="edit"
            onClick={() => pad.current?.write(trimmed)}
            disabledReason={trimmed === "" ? "Type the name first." : undefined}
          >
            Write the name instead
          </Button>
          <Button kind="quiet" icon="undo" onClick={() => pad.current?.clear()} disabled={!drawn}>
            Clear
          </Button>
        </div>
        <FormActions>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" loading={saving} disabledReason={missing} onClick={() => void save()}>
            Save
          </Button>
        </FormActions>
      </div>
    </DialogFrame>
  );
}
