import { useEffect, useRef } from "react";
import { absolute, paths } from "~/paths";
import { SubmitButton } from "~/ui/form/submit-button";

/**
 * Sends the form's fields to the preview, into a tab of its own. Remix sends every form by itself and into this tab, so
 * this press stays the browser's: it never gets to Remix.
 */
export function PreviewButton() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    const leaveToBrowser = (event: SubmitEvent) => {
      if (event.submitter instanceof HTMLButtonElement && event.submitter.formTarget === "_blank")
        event.stopPropagation();
    };
    form?.addEventListener("submit", leaveToBrowser);
    return () => form?.removeEventListener("submit", leaveToBrowser);
  }, []);
  return (
    <span ref={place}>
      <SubmitButton kind="plain" formAction={absolute(paths.adminPagePreview())} formTarget="_blank">
        Preview
      </SubmitButton>
    </span>
  );
}
