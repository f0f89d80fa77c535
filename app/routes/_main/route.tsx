import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { Outlet, isRouteErrorResponse, useLoaderData, useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { requireSession } from "~/auth/session.server";
import { Finder } from "~/features/finder/components/finder";
import { mainNav } from "~/features/main-nav";
import { takeFlash } from "~/http/flash.server";
import { paths } from "~/paths";
import { LiveContext, useLiveConnection } from "~/realtime/use-live";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useFlash } from "~/ui/feedback/use-flash";
import { ErrorState, NoAccess, NotFound } from "~/ui/page/states";
import { AppShell } from "~/ui/shell/app-shell";
import { ConnectionNotice } from "~/ui/shell/connection-notice";
import { useSavedFiles } from "~/ui/shell/save-files";
import { SignInAgain } from "~/ui/shell/sign-in-again";
import { useSiteUpgrade } from "~/ui/shell/site-upgrade";
import { uiLinks } from "~/ui/shell/ui-links";
import { UiProvider } from "~/ui/shell/ui-provider";

export const links: LinksFunction = uiLinks;

const FAILED_TITLES: Readonly<Record<number, [title: string, description: string]>> = {
  403: ["You have no access", "Your role in the company does not include this page."],
  404: ["Page not found", "There is no page at this address."],
};

/** Of a page that isn't there, or is not for this user: its own title never comes to be asked for. */
export const meta: MetaFunction = ({ error, matches }) => {
  const known = isRouteErrorResponse(error) ? FAILED_TITLES[error.status] : undefined;
  if (known === undefined) return matches.flatMap((match) => match.meta ?? []);
  return [{ title: `${known[0]} · Route planning` }, { name: "description", content: known[1] }];
};

export { frameUnlessDialog as shouldRevalidate } from "~/lib/owed-reload";

/** The signed-in frame: who is here, for which company, and the message that a redirect brought along. */
export async function loader({ request }: LoaderFunctionArgs) {
  const madeAt = Date.now();
  const { user, company, companies, actor } = await requireSession(request);
  const { flash, headers } = await takeFlash(request);
  return json({ madeAt, user, company, companies, nav: mainNav(actor), flash }, { headers });
}

export default function Main() {
  const { flash, user, madeAt } = useLoaderData<typeof loader>();
  const live = useLiveConnection(madeAt);
  return (
    <LiveContext.Provider value={live}>
      <Frame>
        <FrameServices siteVersion={live.siteVersion} />
        <FlashMessage flash={flash} />
        <SignInAgain email={user.email} />
        <Outlet />
      </Frame>
    </LiveContext.Provider>
  );
}

/** What the frame does beside showing pages. It lies inside the provider, because it speaks in messages. */
function FrameServices({ siteVersion }: { siteVersion: string | null }) {
  useSiteUpgrade(siteVersion);
  useSavedFiles();
  return null;
}

function FlashMessage({ flash }: { flash: Parameters<typeof useFlash>[0] }) {
  useFlash(flash);
  return <FlashBanner flash={flash} />;
}

function Frame({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("routes/_main");
  const { pathname } = useLocation();
  const { state } = useContext(LiveContext);
  if (!data) return <UiProvider>{children}</UiProvider>;
  return (
    <UiProvider>
      <AppShell nav={data.nav} currentPath={pathname} user={data.user} companies={data.companies} currentCompanyId={data.company?.id ?? null} switchCompanyAction={paths.switchCompany()} signOutAction={paths.logout()} notices={<ConnectionNotice offline={state === "offline"} />} search={data.company === null ? undefined : <Finder />}>
        {children}
      </AppShell>
    </UiProvider>
  );
}

/** A page that failed leaves the frame standing: the way on is one click away. */
export function ErrorBoundary() {
  const error = useRouteError();
  return <Frame>{isRouteErrorResponse(error) ? <KnownError status={error.status} text={typeof error.data === "string" ? error.data : ""} /> : <KnownError status={500} text="" />}</Frame>;
}

function KnownError({ status, text }: { status: number; text: string }) {
  if (status === 404) return <NotFound />;
  if (status === 403) return <NoAccess />;
  return <ErrorState title="Something goes wrong. Please try later">{text || "Nothing that you saved is lost."}</ErrorState>;
}
