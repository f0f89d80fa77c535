import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { claimDeliveryAcrossCompanies, settleDelivery } from "~/db/repositories/webhook-deliveries.server";
import type { ClaimedDelivery, TryResult } from "~/db/repositories/webhook-deliveries.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { afterTry } from "~/domain/webhooks/delivery";
import { startRounds } from "~/lib/rounds.server";
import type { Rounds } from "~/lib/rounds.server";
import { publishChange } from "~/realtime/publisher.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { signatureHeaders } from "~/services/webhooks/signature.server";
import { secretsOf } from "../webhook-secrets.server";
import { tellOfDisabled } from "./tell-of-disabled.server";

/** Nobody else sends to the endpoint meanwhile; longer than the time limit of a request. */
const CLAIM_SEC = 30;
/** Endpoints that one process sends to at a time: one that answers slowly keeps no other waiting. */
const AT_ONCE = 4;

const LOST_SECRET = "The secret can't be read, because the server's own secret has changed. Make a new one.";

/**
 * Sends what is due next. A process that dies between the answer and the end of the claim leaves an event that is sent
 * twice, with the same `webhook-id`.
 * @returns whether one was due
 */
export async function sendNextDelivery(db: Db): Promise<boolean> {
  const begun = nowText();
  const claimed = await claimDeliveryAcrossCompanies(db, begun, addSeconds(begun, CLAIM_SEC));
  if (claimed === null) return false;
  const result = await tryOnce(claimed);
  const now = nowText();
  const facts = { attempts: claimed.delivery.attempts, failingSince: claimed.endpoint.failing_since };
  const after = afterTry({ status: result.answer_status }, facts, now);
  await withTransaction(db, async (trx) => {
    const stored = await settleDelivery(trx, claimed.endpoint.company_id, claimed, result, after, now);
    if (!stored) return;
    if (after.disable !== null) await tellOfDisabled(trx, claimed.endpoint, after.disable);
    const { company_id: companyId, id } = claimed.endpoint;
    afterCommit(trx, () => publishChange(companyId, { model: "Webhook", action: "update", ids: [id] }));
  });
  return true;
}

async function tryOnce({ endpoint, delivery }: ClaimedDelivery): Promise<TryResult> {
  const now = nowText();
  const none = { answer_status: null, answer_text: null, took_ms: null };
  const secrets = secretsOf(endpoint, now);
  if (secrets.length === 0) return { ...none, failure: LOST_SECRET };
  const signed = { id: delivery.uid, timestamp: epochSec(now), body: delivery.body };
  const { clock, webhooks } = services();
  const startMs = clock.nowMs();
  const took = () => ({ took_ms: Math.max(0, clock.nowMs() - startMs) });
  try {
    const { status, text } = await webhooks.post(endpoint.url, signatureHeaders(secrets, signed), delivery.body);
    return { answer_status: status, answer_text: text, failure: null, ...took() };
  } catch (error) {
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, 255);
    return { ...none, failure, ...took() };
  }
}

/** Sends events as long as the server runs; any number of processes may do so. */
export function startWebhooks(): Rounds {
  const rounds = Array.from({ length: AT_ONCE }, () =>
    startRounds(async (isStopped) => !isStopped() && (await sendNextDelivery(db())), {
      everyMs: 1_000,
      laterMs: 30_000,
      failed: "Webhooks could not be sent:",
    }),
  );
  return {
    async stop() {
      await Promise.all(rounds.map((one) => one.stop()));
    },
  };
}
