import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json, redirect, redirectDocument } from "@remix-run/node";
import { Outlet, isRouteErrorResponse, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { currentSession, requireSession } from "~/auth/session.server";
import { isKnownPage } from "~/domain/access/known-page";
import { mustCompleteFirst } from "~/features/profile/queries/completion.server";
import { OpenedBar } from "~/features/admin/components/opened-bar";
import { ClockBar } from "~/features/profile/components/clock-bar";
import { HelpChatScript } from "~/features/profile/components/help-chat";
import { loadHelpChat } from "~/features/profile/queries/help-chat.server";
import { loadClockBar } from "~/features/profile/queries/clock-bar.server";
import { Finder } from "~/features/finder/components/finder";
import { hasBilling } from "~/features/billing/refuse-off.server";
import { mainNav, namedPages } from "~/features/main-nav";
import { countWaitingTasks } from "~/features/tracking/queries/waiting-tasks.server";
import { takeFlash } from "~/http/flash.server";
import { newPageId } from "~/http/page-stamp.server";
import { PageContext } from "~/lib/page-stamp";
import type { NamedCompany } from "~/lib/page-stamp";
import { onSignedOut } from "~/lib/signed-out";
import { setPageOwner } from "~/lib/steady-fetch";
import { useOwedReload } from "~/lib/use-reload";
import { absolute, BASE_PATH, paths } from "~/paths";
import { LiveContext, useLiveChanges, useLiveConnection } from "~/realtime/use-live";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { useFlash } from "~/ui/feedback/use-flash";
import { PageError } from "~/ui/page/page-error";
import { AppShell } from "~/ui/shell/app-shell";
import { ConnectionNotice } from "~/ui/shell/connection-notice";
import { useSavedFiles } from "~/ui/shell/save-files";
import { SignInAgain } from "~/ui/shell/sign-in-again";
import { useSiteUpgrade } from "~/ui/shell/site-upgrade";
import { LeaveQuestion } from "~/ui/shell/leave-question";
import { useLoadedPages, usePointedLinks, usePreloaded } from "~/ui/shell/loaded-pages";
import { SwitchedAway, SwitchedNotice } from "~/ui/shell/switched-away";
import { uiLinks } from "~/ui/shell/ui-links";
import { UiProvider } from "~/ui/shell/ui-provider";
import { UnitsContext } from "~/ui/use-units";
import { useActivity } from "~/lib/use-activity";

export const links: LinksFunction = uiLinks;

const FAILED_TITLES: Readonly<Record<number, [title: string, description: string]>> = {
  409: ["You switched company", "The page was made for the company before: switch back and send again, or go on."],
  403: ["You have no access", "Your role in the company does not include this page."],
  404: ["Page not found", "There is no page at this address."],
  410: ["Page is gone", "What was at this address was removed."],
};

/** Of a page that isn't there, or is not for this user: its own title never comes to be asked for. */
export const meta: MetaFunction = ({ error, matches }) => {
  const known = isRouteErrorResponse(error) ? FAILED_TITLES[error.status] : undefined;
  if (known === undefined) return matches.flatMap((match) => match.meta ?? []);
  return [{ title: `${known[0]} · Route planning` }, { name: "description", content: known[1] }];
};

export { frameUnlessDialog as shouldRevalidate } from "~/lib/pending-reload";

/** The signed-in frame: who is here, for which company, and the message that a redirect brought along. */
export async function loader({ request }: LoaderFunctionArgs) {
  const madeAt = Date.now();
  const submitId = newPageId();
  const { pathname } = new URL(request.url);
  // Nobody has to sign in to learn that there is nothing.
  if (!isKnownPage(pathname.replace(BASE_PATH, "")) && (await currentSession(request)) === null)
    throw new Response("Page not found", { status: 404, statusText: "Not Found" });
  const session = await requireSession(request);
  // Every page of the frame is one of a company.
  if (session.company === null) throw redirectDocument(paths.invitations());
  if (mustCompleteFirst(session, request)) throw redirect(paths.planningMain());
  const { user, company, companies, actor, opened } = session;
  const { flash, headers } = await takeFlash(request);
  const clock = await loadClockBar(session);
  return json(
    {
      madeAt,
      submitId,
      user,
      company,
      companies,
      /** whose company a super admin works in, where it is none of theirs */
      opened: opened === true ? company : null,
      nav: mainNav(actor, await countWaitingTasks(session)),
      pages: namedPages(actor, hasBilling()),
      flash,
      clock,
      helpChat: await loadHelpChat(session),
      units: session.units,
    },
    { headers },
  );
}

export default function Main() {
  const { flash, user, madeAt, company, companies, submitId, units, helpChat } = useLoaderData<typeof loader>();
  // What was loaded later may be another company's: forms, news and header stay with the one that the page began with.
  const [made] = useState(company);
  // The same for somebody else who signs in in this browser meanwhile.
  const [owner] = useState(user);
  const companyId = made?.id ?? null;
  const activity = useActivity(absolute(paths.activity()));
  const live = useLiveConnection(
    madeAt,
    companyId,
    companies.map(({ id }) => id),
    activity,
  );
  useOwedReload();
  const stamp = useMemo(() => ({ companyId, submitId }), [companyId, submitId]);
  useEffect(() => setPageOwner(companyId, owner.id), [companyId, owner.id]);
  return (
    <LiveContext.Provider value={live}>
      <PageContext.Provider value={stamp}>
        <UnitsContext.Provider value={units}>
          <Frame company={made}>
            <FrameServices siteVersion={live.siteVersion} userId={user.id} />
            <FlashMessage flash={flash} />
            <SignInAgain email={owner.email} userId={owner.id} />
            <SwitchedAway />
            <HelpChatScript chat={helpChat} />
            <Outlet />
          </Frame>
        </UnitsContext.Provider>
      </PageContext.Provider>
    </LiveContext.Provider>
  );
}

/** What the frame does beside showing pages. It lies inside the provider, because it speaks in messages. */
function FrameServices({ siteVersion, userId }: { siteVersion: string | null; userId: number | null }) {
  const { state } = useContext(LiveContext);
  useSiteUpgrade(siteVersion);
  const leaving = useLoadedPages(state === "offline");
  usePointedLinks();
  usePreloaded(paths.find(""));
  // Their name, picture and units, changed in another tab, and the number of tasks that wait for a dispatcher.
  useLiveChanges(
    ({ model, ids }) => model === "RoadTask" || (model === "User" && userId !== null && ids.includes(userId)),
  );
  useSavedFiles();
  // What is not saved yet is asked about by the browser.
  useEffect(() => onSignedOut(() => location.replace(absolute(paths.login()))), []);
  return leaving === null ? null : <LeaveQuestion {...leaving} />;
}

function FlashMessage({ flash }: { flash: Parameters<typeof useFlash>[0] }) {
  useFlash(flash);
  return <FlashBanner flash={flash} />;
}

/** With the address of their picture, where they have one. */
const shellUser = ({
  id,
  name,
  email,
  imageTag,
}: {
  id: number | null;
  name: string;
  email: string;
  imageTag?: string;
}) => ({
  name,
  email,
  image: id === null || imageTag === undefined ? undefined : absolute(paths.userImage(id, imageTag)),
});

const PROFILE_ITEM = { id: "profile", label: "Profile", to: paths.profile() };
/** Until somebody has agreed to it: then it shows itself. */
const CHAT_ITEM = { id: "help-chat", label: "Help chat", to: `${paths.profile()}#help-chat` };

function Frame({ company, children }: { company?: NamedCompany | null; children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("routes/_main");
  const { pathname } = useLocation();
  const { state, socket } = useContext(LiveContext);
  const current = company ?? data?.company ?? null;
  const isElsewhere = current !== null && (state === "elsewhere" || data?.company?.id !== current.id);
  if (!data) return <UiProvider>{children}</UiProvider>;
  return (
    <UiProvider>
      <AppShell
        nav={data.nav}
        currentPath={pathname}
        user={shellUser(data.user)}
        companies={data.opened === null ? data.companies : [data.opened, ...data.companies]}
        currentCompanyId={current?.id ?? null}
        switchCompanyAction={paths.switchCompany()}
        signOutAction={paths.logout()}
        userItems={data.helpChat?.loaded === null ? [PROFILE_ITEM, CHAT_ITEM] : [PROFILE_ITEM]}
        notices={
          // One line has room under the header.
          isElsewhere ? (
            <SwitchedNotice from={current} onBack={() => socket?.connect()} />
          ) : (
            <>
              <ConnectionNotice offline={state === "offline"} />
              {data.clock !== null && <ClockBar clock={data.clock} />}
              {data.opened !== null && <OpenedBar title={data.opened.title} />}
            </>
          )
        }
        search={current === null ? undefined : <Finder pages={data.pages} />}
      >
        {children}
      </AppShell>
    </UiProvider>
  );
}

/** A page that failed leaves the frame standing: the way on is one click away. */
export function ErrorBoundary() {
  return (
    <Frame>
      <PageError />
    </Frame>
  );
}
