import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode, useEffect } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { repeatEarlyChanges } from "~/lib/early-changes";
import { focusPressed } from "~/lib/focus-pressed";
import { earlyChanges, setAside } from "~/lib/foreign-nodes";
import { followTranslators } from "~/lib/translated-texts";
import { signedOut, steadyFetch, switchedAway } from "~/lib/steady-fetch";

window.fetch = steadyFetch(window.fetch.bind(window), { signedOut, switched: switchedAway });
focusPressed(document);

const changes = earlyChanges();
const wasTranslated = followTranslators(document, changes);
const putBack = setAside(document, changes);

/**
 * The outermost component: its effect runs after those of the whole page, and before anything is drawn anew. The mark
 * shows in the browser's tools; the browser tests wait for it.
 */
function TakenOver() {
  useEffect(() => {
    putBack?.();
    repeatEarlyChanges();
    performance.mark("taken over");
  }, []);
  return <RemixBrowser />;
}

const takeOver = () =>
  void hydrateRoot(
    document,
    <StrictMode>
      <TakenOver />
    </StrictMode>,
  );
// Without a break where others are at work: they would change the page once more while React takes it over.
if (wasTranslated || putBack !== null) flushSync(takeOver);
else startTransition(takeOver);
