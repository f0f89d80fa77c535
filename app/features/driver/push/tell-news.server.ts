import { createHash } from "node:crypto";
import type { Db } from "~/db/client.server";
import { parseJson } from "~/db/codecs.server";
import {
  claimNewTold,
  claimTold,
  listSubscriptions,
  listTold,
  removeSubscription,
  removeTold,
  updateTold,
} from "~/db/repositories/push.server";
import type { PushSubscriptionRow, PushToldRow, UtcText } from "~/db/tables";
import { routeNews } from "~/domain/route/route-news";
import type { RouteNews, ToldRoute } from "~/domain/route/route-news";
import { shortDay } from "~/domain/time/day-words";
import { earliestToday } from "~/domain/time/time-zone";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { inBatches } from "~/lib/in-batches";
import { absolute, paths } from "~/paths";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { routesToTell } from "./routes-to-tell.server";

/** Longer than a message takes. Who dies meanwhile leaves it to whoever looks next. */
const CLAIM_SEC = 60;
/** Waits after a failure; then the news is given up: the page itself shows it when it is opened. */
const WAITS_SEC = [60, 300, 1800, 7200] as const;
const AT_ONCE = 8;

/** What the service worker shows. */
interface PushedNews {
  title: string;
  body: string;
  /** the page that a tap opens; of several messages about one the last one shows */
  path: string;
}

/**
 * Tells the browsers of a company's drivers what is new on their routes: what differs from what each was told last. So
 * a burst of changes is one message, nothing is told twice, and nothing is lost with a process.
 */
export async function tellNews(db: Db, companyId: number): Promise<void> {
  const now = nowText();
  const from = earliestToday(epochSec(now));
  const ofMember = new Map<number, Promise<Map<number, ToldRoute>>>();
  const subscriptions = await listSubscriptions(db, companyId, now);
  const tellOne = async (subscription: PushSubscriptionRow) => {
    const { member_id } = subscription;
    if (!ofMember.has(member_id)) ofMember.set(member_id, routesToTell(db, companyId, member_id, from));
    await tellBrowser(db, subscription, await ofMember.get(member_id)!, { now, from });
  };
  for (const some of inBatches(subscriptions, AT_ONCE)) await Promise.all(some.map(tellOne));
}

interface Look {
  now: UtcText;
  /** the first day of drivers' lists */
  from: string;
}

async function tellBrowser(
  db: Db,
  subscription: PushSubscriptionRow,
  routes: ReadonlyMap<number, ToldRoute>,
  look: Look,
): Promise<void> {
  const { company_id: companyId } = subscription;
  const rows = new Map((await listTold(db, companyId, subscription.id)).map((row) => [row.route_id, row]));
  for (const routeId of new Set([...rows.keys(), ...routes.keys()])) {
    const row = rows.get(routeId);
    const route = routes.get(routeId) ?? null;
    const told = parseJson<ToldRoute | null>(row?.told ?? null, null);
    // Its day is over: it has left the list by itself.
    const isOver = route === null && (told === null || told.day < look.from);
    const news = isOver ? null : routeNews(told, route, shortDay);
    if (news === null) await noteSilently(db, { companyId, row, route, subscription, routeId }, look);
    else if (!(await send(db, subscription, { routeId, row, route, news }, look))) return;
  }
}

interface Known {
  companyId: number;
  subscription: PushSubscriptionRow;
  routeId: number;
  row: PushToldRow | undefined;
  route: ToldRoute | null;
}

/** What is no news by itself is still what the next change is compared with. */
async function noteSilently(
  db: Db,
  { companyId, subscription, routeId, row, route }: Known,
  { now }: Look,
): Promise<void> {
  if (route === null) return row && removeTold(db, companyId, row.id);
  const told = JSON.stringify(route);
  if (row?.told === told) return;
  if (row) return updateTold(db, companyId, row.id, { told, attempts: 0 }, now);
  await claimNewTold(db, companyId, { subscriptionId: subscription.id, routeId }, { now, until: now, told });
}

interface ToSend {
  routeId: number;
  row: PushToldRow | undefined;
  route: ToldRoute | null;
  news: RouteNews;
}

/** @returns false when the browser is not there any more */
async function send(
  db: Db,
  subscription: PushSubscriptionRow,
  { routeId, row, route, news }: ToSend,
  { now }: Look,
): Promise<boolean> {
  const { id: subscriptionId, company_id: companyId } = subscription;
  const until = addSeconds(now, CLAIM_SEC);
  const claim = row
    ? (await claimTold(db, companyId, row, { now, until })) && row
    : await claimNewTold(db, companyId, { subscriptionId, routeId }, { now, until, told: null });
  if (!claim) return true;
  const settle = (): Promise<void> =>
    route === null
      ? removeTold(db, companyId, claim.id)
      : updateTold(db, companyId, claim.id, { told: JSON.stringify(route), attempts: 0, due_at: now }, now);
  const path = absolute(news.isOver ? paths.driver() : paths.driverRoute(routeId));
  const pushed: PushedNews = { title: news.title, body: news.body, path };
  const topic = createHash("sha256").update(path).digest("base64url").slice(0, 32);
  let outcome: "sent" | "gone";
  try {
    outcome = await services().push.send(subscription, { text: JSON.stringify(pushed), topic });
  } catch (error) {
    const waitSec = WAITS_SEC[claim.attempts];
    const { host } = new URL(subscription.endpoint);
    console.warn(`A driver's browser could not be told of a route by ${host}:`, (error as Error).message);
    if (waitSec === undefined) await settle();
    else
      await updateTold(
        db,
        companyId,
        claim.id,
        { attempts: claim.attempts + 1, due_at: addSeconds(now, waitSec) },
        now,
      );
    return true;
  }
  if (outcome === "gone") {
    await removeSubscription(db, companyId, subscriptionId);
    return false;
  }
  await settle();
  return true;
}
