import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { repeatEarlyChanges } from "~/lib/early-changes";
import { focusPressed } from "~/lib/focus-pressed";
import { signedOut, steadyFetch, switchedAway } from "~/lib/steady-fetch";

window.fetch = steadyFetch(window.fetch.bind(window), { signedOut, switched: switchedAway });
focusPressed(document);

/**
 * The outermost component: its effect runs after those of the whole page, and before anything is drawn anew. The mark
 * shows in the browser's tools; the browser tests wait for it.
 */
function TakenOver() {
  useEffect(() => {
    repeatEarlyChanges();
    performance.mark("taken over");
  }, []);
  return <RemixBrowser />;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TakenOver />
    </StrictMode>,
  );
});
