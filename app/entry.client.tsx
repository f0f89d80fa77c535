import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { signedOut, steadyFetch, switchedAway } from "~/lib/steady-fetch";

window.fetch = steadyFetch(window.fetch.bind(window), { signedOut, switched: switchedAway });

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
