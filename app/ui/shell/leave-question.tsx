import { useLocation } from "@remix-run/react";
import { Button } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { FormActions } from "~/ui/form/app-form";
import type { Leaving } from "./loaded-pages";

/** The question of `useTypedText`: as dialogs ask it about what was typed in them. */
export function LeaveQuestion({ leave, stay }: Leaving) {
  const here = useLocation();
  return (
    <DialogFrame
      title="Unsaved changes"
      closeTo={`${here.pathname}${here.search}`}
      onClose={stay}
      width={400}
      guard={false}
      role="alertdialog"
    >
      <p>Leave without saving what you typed?</p>
      <FormActions>
        <Button kind="danger" onClick={leave}>
          Leave
        </Button>
        <Button kind="primary" onClick={stay} answers>
          Keep editing
        </Button>
      </FormActions>
    </DialogFrame>
  );
}
