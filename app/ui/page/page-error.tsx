import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { PublicPage } from "~/domain/pages/public-page";
import { useIsOtherBuild } from "~/lib/other-build";
import { Reference } from "~/lib/reference";
import { isSwitchedPage } from "~/lib/page-stamp";
import { paths } from "~/paths";
import { ApplyChanges } from "./apply-changes";
import { ErrorState, NO_ACCESS, NoAccess, NotFound } from "./states";
import { SwitchedCompany } from "./switched-company";

/** For a route's error boundary: what stands in the place of a page that could not be made. */
export function PageError() {
  const error = useRouteError();
  const isSignedIn = useRouteLoaderData("routes/_main") !== undefined;
  const isOtherBuild = useIsOtherBuild();
  if (isRouteErrorResponse(error) && isSwitchedPage(error.data)) return <SwitchedCompany page={error.data} />;
  // Whatever failed, the server's own pages may do it, and trying again can't.
  if (isOtherBuild) return <Upgraded />;
  if (!isRouteErrorResponse(error)) return <Failed />;
  if (error.status === 404) return isSignedIn ? <NotFound /> : <NotFound home={START_PAGE} />;
  if (error.status === 410) return <NotFound title="This page is gone">{saidOf(error.data)}</NotFound>;
  if (error.status === 403) return <NoAccess>{saidOf(error.data)}</NoAccess>;
  return <Failed text={typeof error.data === "string" ? error.data : ""} />;
}

/** For who isn't signed in, a recipient with half a link for example: nobody asks them to. */
const START_PAGE = { to: paths.publicPage(PublicPage.Home), label: "To the start page", reloadDocument: true };

/** What is said beside the title, where it says more. */
const saidOf = (said: unknown): string | undefined =>
  typeof said === "string" && said !== "" && said !== NO_ACCESS ? said : undefined;

const Upgraded = () => (
  <ErrorState title="Site was upgraded" action={<ApplyChanges />}>
    Nothing that you saved is lost.
  </ErrorState>
);

const Failed = ({ text = "" }: { text?: string }) => (
  <ErrorState title="Something goes wrong. Please try later">
    {text || "Nothing that you saved is lost."}
    <Reference />
  </ErrorState>
);
