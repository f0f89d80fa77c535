import { db } from "~/db/database.server";
import { runHousekeeping } from "~/db/housekeeping.server";
import { startGenerator } from "~/features/admin/run/generator.server";
import { endUnusedSubscriptions, rollBillings } from "~/features/billing/roll-billings.server";
import { startDispatcher } from "~/features/calculations/run/dispatcher.server";
import { startLateLegs } from "~/features/calculations/run/late-legs.server";
import { startLeftRetimes } from "~/features/calculations/run/left-retimes.server";
import { startPush } from "~/features/driver/push/start-push.server";
import { startGeocoding } from "~/features/places/run/background-geocoding.server";
import { startImports } from "~/features/imports/run/continue-imports.server";
import { startRecipientMessages } from "~/features/messages/run/recipient-messages.server";
import { eraseClosedCompanies, erasingNow, removeOldProofs, startErasing } from "~/features/rights/run/erasures.server";
import { startFollowing } from "~/features/tracking/run/follow-routes.server";
import { startWebhooks } from "~/features/webhooks/run/send-deliveries.server";
import { startMails } from "~/mail/send-queued.server";
import { countAllFigures } from "~/planner/fresh-figures.server";
import { learnEtaWidths } from "~/planner/learn-widths.server";
import { services } from "~/services/container.server";
import { setJobRunner } from "~/services/jobs.server";
import { nowText } from "~/services/now.server";
import { setTravelCache } from "~/services/routing/travel-cache.server";
import { startChores } from "./chores.server";
import { endRounds } from "./end-rounds.server";
import { removeStrayFiles } from "./stray-files.server";
import { travelCacheIn } from "./travel-cache.server";

/**
 * Starts all work in the background and the hourly chores.
 * @returns what ends it in order
 */
export function startJobs(): () => Promise<void> {
  setTravelCache(travelCacheIn(db));
  const lateLegs = startLateLegs();
  const leftRetimes = startLeftRetimes();
  const dispatcher = startDispatcher(db(), services());
  setJobRunner(dispatcher);
  const imports = startImports();
  const geocoding = startGeocoding();
  const mails = startMails();
  const push = startPush();
  const webhooks = startWebhooks();
  const messages = startRecipientMessages();
  const following = startFollowing();
  const generator = startGenerator();
  const erasing = startErasing();
  const stopChores = startChores([
    ["Old rows could not be removed:", () => runHousekeeping(db(), nowText())],
    ["The companies' next packages could not take their turn:", rollBillings],
    ["Subscriptions that nothing needs any more could not be ended:", endUnusedSubscriptions],
    ["The width of recipients' windows could not be learnt:", learnEtaWidths],
    ["The figures of routes could not be counted:", countAllFigures],
    ["Closed companies could not be erased:", () => eraseClosedCompanies(erasingNow(db()))],
    ["Old photos and signatures could not be removed:", () => removeOldProofs(erasingNow(db()))],
    [
      "Files without a row could not be removed:",
      () => removeStrayFiles(db(), services().storage, services().clock.nowMs()),
    ],
  ]);
  return async () => {
    setJobRunner(undefined);
    setTravelCache(undefined);
    await endRounds([dispatcher, imports, generator, erasing, { stop: stopChores }], {
      outside: [lateLegs, leftRetimes, geocoding, mails, push, following],
      unrepeatable: [webhooks, messages],
    });
  };
}
