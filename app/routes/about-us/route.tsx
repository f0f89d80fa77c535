import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicPage } from "~/domain/pages/public-page";
import { forSearch } from "~/features/pages/components/for-search";
import { PublicFrame } from "~/features/pages/components/public-frame";
import { loadPublicPage } from "~/features/pages/queries/public-page.server";
import plainStyles from "~/styles/plain.css";
import publicStyles from "~/styles/public.css";

/** Plain markup: nothing here needs a script. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [plainStyles, publicStyles].map((href) => ({ rel: "stylesheet", href }));
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "About us"} · Route planning` },
  { name: "description", content: data?.description ?? "" },
  ...forSearch(data),
];

export const loader = ({ request }: LoaderFunctionArgs) => loadPublicPage(request, PublicPage.About);

export default function Page() {
  const page = useLoaderData<typeof loader>();
  return <PublicFrame page={page} isSignedIn={page.isSignedIn} />;
}
