import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerStopForm, loadStopPage } from "~/features/messages/stop-page.server";
import { PrivacyFoot } from "~/ui/public-links";
import plainStyles from "~/styles/plain.css";

/** Plain markup: nothing here needs a script. */
export const handle = { scripts: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: plainStyles }];
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title || "Messages" },
  { name: "description", content: "Ends messages about deliveries." },
  { name: "robots", content: "noindex" },
];

export const loader = (args: LoaderFunctionArgs) => loadStopPage(args);
export const action = (args: ActionFunctionArgs) => answerStopForm(args);

/** It only asks: programs that look at messages open every link in them. */
export default function StopMessages() {
  const { language, title, says, button, isStopped } = useLoaderData<typeof loader>();
  return (
    <main className="center" lang={language}>
      <div className="card">
        {title !== "" && <h1>{title}</h1>}
        <p role={isStopped ? "status" : button === null ? "alert" : undefined}>{says}</p>
        {button !== null && (
          <form method="post">
            <button className={isStopped ? "button" : "button primary"} name="intent" value={button.intent}>
              {button.label}
            </button>
          </form>
        )}
        <PrivacyFoot />
      </div>
    </main>
  );
}
