import type { ReactNode } from "react";
import { DayTimes } from "~/ui/day-times";
import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { Delay } from "~/ui/feedback/bars";
import { VisitStatusBadge } from "~/ui/feedback/status-badge";
import { PageBody, PageHeader, Panel } from "~/ui/page/page-header";
import { RecipientReply } from "~/ui/recipient-reply";
import type { LiveVisitPage } from "../queries/live-pages.server";
import { useLivePage } from "../use-live-page";
import { LinkPanel } from "./link-panel";
import { LiveMap } from "./live-map";
import styles from "./live-visit.module.css";

/** One visit, live. */
export function LiveVisit({ page, result }: { page: LiveVisitPage; result: ActionResult<unknown> | null }) {
  const { stop } = page;
  useLivePage({ planId: page.planId, routeId: page.routeId });
  const facts: [string, ReactNode][] = [
    ["Address", stop.address],
    ["Window", stop.window],
    ["Arrival", <DayTimes key="arrival" text={stop.past || stop.eta || "Not known yet"} />],
    ["Recipient is told", stop.told && <DayTimes text={stop.told} />],
    ["Vehicle", page.vehicle],
    ["Driver", page.driver],
  ];
  return (
    <>
      <PageHeader
        title={stop.name}
        description={page.plan}
        meta={
          <>
            <VisitStatusBadge status={stop.status} /> <Delay seconds={stop.lateSec ?? 0} />
          </>
        }
        crumbs={[
          { label: "Tracking", to: paths.tracking() },
          ...(page.routeId === null ? [] : [{ label: page.vehicle, to: paths.trackingRoute(page.routeId) }]),
          { label: stop.name },
        ]}
      />
      <PageBody>
        <Panel title="Visit">
          <dl className={styles.facts}>
            {facts
              .filter(([, value]) => value !== "")
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className="num">{value}</dd>
                </div>
              ))}
          </dl>
        </Panel>
        <LiveMap data={page.map} baseMap={page.baseMap} nowSec={page.nowSec} stopId={stop.id} />
        {page.reply !== null && (
          <Panel title="What the recipient says">
            <RecipientReply reply={page.reply} />
          </Panel>
        )}
        {page.link !== null && (
          <LinkPanel
            of={{ kind: "visit", id: stop.id }}
            link={page.link}
            words="The recipient’s page: this stop alone, and what they may say."
            strangers={page.strangers}
            result={result}
          />
        )}
      </PageBody>
    </>
  );
}
