import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { RoadError, RoadFrame } from "~/features/driver/components/road-frame";
import { loadDriverFrame } from "~/features/driver/queries/driver-frame.server";
import { loadPage } from "~/http/page.server";
import { absolute } from "~/paths";
import plainStyles from "~/styles/plain.css";

/** Plain markup and one small script: the framework's would be twenty times as heavy, and useless without a network. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [
  { rel: "stylesheet", href: plainStyles },
  { rel: "manifest", href: absolute("/driver.webmanifest") },
  { rel: "apple-touch-icon", href: absolute("/icons/driver-180.png") },
];
export const meta: MetaFunction = () => [
  { title: "My routes · Driving" },
  { name: "theme-color", content: "#0b6b82" },
  { name: "description", content: "The routes that you drive, stop by stop." },
];

export const loader = async ({ request }: LoaderFunctionArgs) => json(await loadPage(request, loadDriverFrame));

export default function Driver() {
  const frame = useLoaderData<typeof loader>();
  return (
    <RoadFrame frame={frame}>
      <Outlet />
    </RoadFrame>
  );
}

export function ErrorBoundary() {
  return <RoadError />;
}
