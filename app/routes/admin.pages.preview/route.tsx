import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "~/features/pages/components/public-frame";
import { loadOldPage, previewPage } from "~/features/pages/queries/pages-editor.server";
import { loadPage } from "~/http/page.server";
import { useAnswer } from "~/lib/use-answer";
import plainStyles from "~/styles/plain.css";
import publicStyles from "~/styles/public.css";

/** Plain markup, as the page itself. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [plainStyles, publicStyles].map((href) => ({ rel: "stylesheet", href }));
export const meta: MetaFunction = () => [
  { title: "Preview · Route planning" },
  { name: "description", content: "How a public page would look." },
  { name: "robots", content: "noindex" },
];

/** An older version. */
export async function loader({ request }: LoaderFunctionArgs) {
  return json(await loadPage(request, (session) => loadOldPage(session, request)));
}

/** What somebody writes, before it is saved. */
export async function action({ request }: ActionFunctionArgs) {
  return json(await loadPage(request, (session) => previewPage(session, request)));
}

export default function Preview() {
  const old = useLoaderData<typeof loader>();
  const draft = useAnswer<typeof action>();
  const page = draft ?? old;
  if (page === null || "fault" in page)
    return (
      <main className="center">
        <p className="notice bad" role="alert">
          {page?.fault ?? "Press Preview below the text of a page."}
        </p>
      </main>
    );
  return (
    <PublicFrame
      page={page}
      isSignedIn
      notice={
        <p className="notice" role="note">
          {draft === undefined ? "An older version of the page." : "A preview: nothing is saved yet."}
        </p>
      }
    />
  );
}
