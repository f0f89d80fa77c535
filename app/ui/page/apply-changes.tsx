import { Button } from "~/ui/button";

/** Loads the document again, with the build that the server runs now. */
export function ApplyChanges() {
  return (
    <Button kind="primary" onClick={() => window.location.reload()}>
      Apply changes
    </Button>
  );
}
