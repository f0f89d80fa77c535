import type { MetaFunction } from "@remix-run/node";
import {
  Links,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  isRouteErrorResponse,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { NOTE_EARLY_CHANGES } from "~/lib/foreign-nodes";
import { NonceContext } from "~/lib/nonce";
import { Reference, ReferenceContext } from "~/lib/reference";
import { BASE_PATH } from "~/paths";

export const meta: MetaFunction = () => [
  { title: "Route optimization and delivery planning" },
  { name: "description", content: "Plan the routes of vehicles and drivers, drive them, and let recipients follow." },
];

interface PageHandle {
  /** false: the page works as plain markup, so no script is sent at all. */
  scripts?: boolean;
}

/** The document. No component library here: the driver's and the recipient's pages share it and must stay light. */
export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const nonce = useContext(NonceContext);
  const reference = useContext(ReferenceContext);
  const withScripts = matches.every((match) => (match.handle as PageHandle | undefined)?.scripts !== false);
  return (
    <html
      lang="en"
      data-mantine-color-scheme="light"
      data-request={reference === "" ? undefined : reference}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        {withScripts ? (
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: NOTE_EARLY_CHANGES }} suppressHydrationWarning />
        ) : null}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#11161b" />
        <link rel="icon" href={`${BASE_PATH}/icon.svg`} type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {withScripts ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
            <LiveReload nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** The last resort: what no page's own boundary caught. Plain markup, so that it shows whatever else failed. */
export function ErrorBoundary() {
  const error = useRouteError();
  const known = isRouteErrorResponse(error);
  return (
    <main
      style={{ fontFamily: "system-ui, sans-serif", maxWidth: 560, margin: "15vh auto", padding: 16, lineHeight: 1.5 }}
    >
      <h1 style={{ fontSize: 22 }}>
        {known && error.status === 404 ? "Page not found" : "Something goes wrong. Please try later"}
      </h1>
      <p>
        {known && typeof error.data === "string"
          ? error.data
          : "Nothing that you saved is lost. Load the page again, or go back to the plans."}
      </p>
      <Reference />
      <p>
        <a href={`${BASE_PATH}/planning`}>Go to the plans</a>
      </p>
    </main>
  );
}
