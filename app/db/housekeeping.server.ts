import type { Db } from "./client.server";
import { forgetShownKeysAcrossCompanies } from "./repositories/api-keys.server";
import { removeEndedLimits } from "./limiter.server";
import { forgetCommandsAcrossCompanies } from "./repositories/applied-commands.server";
import { removeOldFormatJobsAcrossCompanies } from "./repositories/format-jobs.server";
import { removeEndedAnswers } from "./repositories/geocode-cache.server";
import { removeOldMails } from "./repositories/mails.server";
import { removeOldContactsAcrossCompanies } from "./repositories/message-contacts.server";
import { removeOldMessagesAcrossCompanies } from "./repositories/recipient-messages.server";
import { forgetOpenCalls } from "./repositories/open-calls.server";
import { forgetPaymentEvents } from "./repositories/payment-events.server";
import { removeOldPositionsAcrossCompanies } from "./repositories/positions.server";
import { forgetReportedPlacesAcrossCompanies } from "./repositories/reported-places.server";
import { removeSettledTasksAcrossCompanies } from "./repositories/road-tasks.server";
import { forgetTakenAwayAcrossCompanies } from "./repositories/stops-taken-away.server";
import { removeOldSessions } from "./repositories/sessions.server";
import { removeOldTokens } from "./repositories/tokens.server";
import { removeOldDeliveriesAcrossCompanies } from "./repositories/webhook-deliveries.server";
import {
  forgetUnansweredInvitationsAcrossCompanies,
  removeUnclaimedAccountsAcrossCompanies,
} from "./repositories/unanswered.server";
import { ShortPieces } from "./short-pieces.server";
import { trimTravelTimes } from "./repositories/travel-times.server";
import { removeOldPredictionsAcrossCompanies } from "./repositories/visit-predictions.server";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { KEPT_DAYS } from "~/domain/webhooks/delivery";

/** Keys that are shown once can be read for ten minutes; they are forgotten with the next round. */
const KEYS_SHOWN_SEC = 600;

/** What recipients were told, and which addresses and numbers that went to, can be looked up for this long. */
const MESSAGES_KEPT_SEC = 180 * DAY_SEC;

/** After this time a command that is sent again counts as new. */
const COMMANDS_KEPT_SEC = 14 * DAY_SEC;
/** That a mail could not be sent can be looked up for this long. */
const FAILED_MAILS_KEPT_SEC = 30 * DAY_SEC;

/** What became of a report that no longer fitted can be looked up for this long, with its pictures. */
const SETTLED_TASKS_KEPT_SEC = 90 * DAY_SEC;

/** A phone that was away for longer than this reports about nothing that was taken from its driver meanwhile. */
const TAKEN_AWAY_KEPT_SEC = 90 * DAY_SEC;

/** A long job's answer can be fetched for this long; whoever waits for one of the others has it, or has gone. */
const LONG_JOBS_KEPT_SEC = 7 * DAY_SEC;
const OTHER_JOBS_KEPT_SEC = 3600;

/** Payment providers tell an event again for days, and no signature is that old. */
const PAYMENT_EVENTS_KEPT_SEC = 90 * DAY_SEC;

/** Windows are learnt from half a year. */
const PREDICTIONS_KEPT_SEC = 200 * DAY_SEC;

/** Removes the rows that have expired. */
export async function runHousekeeping(db: Db, now: UtcText): Promise<void> {
  await removeOldSessions(db, now);
  await removeOldTokens(db, now);
  await removeOldMails(db, addSeconds(now, -FAILED_MAILS_KEPT_SEC));
  await removeOldDeliveriesAcrossCompanies(db, addSeconds(now, -KEPT_DAYS * DAY_SEC));
  await trimTravelTimes(db);
  await forgetShownKeysAcrossCompanies(db, addSeconds(now, -KEYS_SHOWN_SEC));
  await removeEndedLimits(db, epochSec(now) * 1000);
  await forgetOpenCalls(db, addSeconds(now, -COMMANDS_KEPT_SEC));
  await forgetCommandsAcrossCompanies(db, addSeconds(now, -COMMANDS_KEPT_SEC));
  await forgetPaymentEvents(db, addSeconds(now, -PAYMENT_EVENTS_KEPT_SEC));
  await removeOldFormatJobsAcrossCompanies(db, ["vrp-long"], addSeconds(now, -LONG_JOBS_KEPT_SEC));
  await removeOldFormatJobsAcrossCompanies(db, ["vroom", "vrp"], addSeconds(now, -OTHER_JOBS_KEPT_SEC));
  const pieces = new ShortPieces(db);
  await removeEndedAnswers(pieces, now);
  await removeUnclaimedAccountsAcrossCompanies(pieces, now);
  await forgetUnansweredInvitationsAcrossCompanies(pieces, now);
  await removeOldMessagesAcrossCompanies(db, pieces, addSeconds(now, -MESSAGES_KEPT_SEC));
  await removeOldContactsAcrossCompanies(pieces, addSeconds(now, -MESSAGES_KEPT_SEC));
  await removeOldPredictionsAcrossCompanies(db, pieces, addSeconds(now, -PREDICTIONS_KEPT_SEC));
  await removeOldPositionsAcrossCompanies(db, pieces, now);
  await forgetReportedPlacesAcrossCompanies(db, pieces, now);
  await removeSettledTasksAcrossCompanies(db, pieces, addSeconds(now, -SETTLED_TASKS_KEPT_SEC));
  await forgetTakenAwayAcrossCompanies(db, pieces, addSeconds(now, -TAKEN_AWAY_KEPT_SEC));
}
