import { createServer } from "node:http";
import type { IncomingHttpHeaders, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { runHousekeeping } from "~/db/housekeeping.server";
import { finishCalculation, claimNextAcrossCompanies } from "~/db/repositories/calculation-queue.server";
import { insertQueuedCalculation, requestCancel } from "~/db/repositories/calculations.server";
import {
  addDelivery,
  claimDeliveryAcrossCompanies,
  sendAgain,
  settleDelivery,
} from "~/db/repositories/webhook-deliveries.server";
import { disableEndpoint, getEndpoint, insertEndpoint } from "~/db/repositories/webhook-endpoints.server";
import { withTransaction } from "~/db/transaction.server";
import { addSeconds, epochSec, utcText } from "~/domain/time/utc-text";
import { afterTry, DisabledReason } from "~/domain/webhooks/delivery";
import { TEST_EVENT, WEBHOOK_EVENT_NAMES } from "~/domain/webhooks/webhook-events";
import type { WebhookEventName } from "~/domain/webhooks/webhook-events";
import { bodySchema } from "~/domain/webhooks/webhook-schemas";
import { REGISTRY } from "~/features/actions.server";
import { sendNextDelivery } from "~/features/webhooks/run/send-deliveries.server";
import { sealSecret } from "~/features/webhooks/webhook-secrets.server";
import { performAction } from "~/http/actions/perform-action.server";
import { pause } from "~/lib/pause";
import { newWebhookSecret } from "~/services/webhooks/signature.server";
import { webhookSender } from "~/services/webhooks/webhook-sender.server";
import { setServices } from "~/services/container.server";
import { testRouting } from "../../helpers/routing";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { createCompany, NOW } from "../../factories/company";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

describe.each(databases())("webhooks on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  const secret = newWebhookSecret();
  let nowSec = 0;
  let desk: Desk;
  let server: Server;
  let origin = "";
  let received: Received[] = [];
  let answer: (path: string) => Promise<number>;
  let underWay = 0;
  let most = 0;

  beforeEach(async () => {
    setWorld(db());
    nowSec = epochSec(NOW);
    setServices(
      testServices({
        clock: { nowMs: () => nowSec * 1000 },
        routing: testRouting(),
        webhooks: webhookSender({ allowPrivate: true, allowLocalhost: false, timeoutMs: 60_000 }),
      }),
    );
    await db()("webhook_endpoints").delete();
    await db()("mails").delete();
    desk = await createDesk(db());
    [received, underWay, most] = [[], 0, 0];
    answer = () => Promise.resolve(204);
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      most = Math.max(most, (underWay += 1));
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const path = request.url ?? "";
        received.push({ path, headers: request.headers, body: Buffer.concat(parts).toString() });
        void answer(path).then((status) => {
          underWay -= 1;
          response.writeHead(status).end(status === 204 ? undefined : `answer ${status}`);
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    forgetWorld();
  });

  const now = () => utcText(nowSec);
  const listen = (path = "/a", events: readonly string[] = WEBHOOK_EVENT_NAMES, companyId = desk.companyId) =>
    insertEndpoint(
      db(),
      companyId,
      { url: origin + path, note: "", events: events.join(), secret: sealSecret(secret), secret_by: null },
      now(),
    );
  const act = (name: string, input: object) => performAction(REGISTRY, desk.dispatcher, name, input);
  const rows = () => db()("webhook_deliveries").orderBy("id");
  const told = async () =>
    (await rows()).map(({ event, body }) => {
      // What is documented is what is sent.
      bodySchema(event as WebhookEventName).parse(JSON.parse(body));
      return { event, data: (JSON.parse(body) as { data: object }).data };
    });
  const sendAll = async (): Promise<void> => {
    while (await sendNextDelivery(db()));
  };
  const test = (endpointId: number, message: string, companyId = desk.companyId) =>
    addDelivery(db(), companyId, endpointId, { type: TEST_EVENT, data: { company_id: companyId, message } }, now());
  const messages = () => received.map(({ body }) => (JSON.parse(body) as { data: { message: string } }).data.message);

  it("tell what happens to plans, routes and visits, to those alone who asked for it", async () => {
    await listen("/all");
    await listen("/few", ["visit.removed"]);
    const { planId } = (await act("plan.create", {
      ...{ title: "Tuesday", warehouseId: desk.warehouseId, serviceDate: "2026-11-24" },
      vehicleIds: [desk.vehicleId],
    })) as { planId: number };
    await act("route.approve", { routeId: desk.first });
    await act("visit.remove", { visitId: desk.loose, choice: "delete" });
    await act("plan.undo", { planId: desk.planId });
    await act("plan.remove", { planId });
    const all = await told();
    expect(all.map(({ event }) => event)).toEqual([
      "plan.created",
      // Its status follows its routes.
      "plan.updated",
      "route.approved",
      "visit.removed",
      "visit.removed",
      "visit.created",
      "plan.removed",
    ]);
    const { version } = await desk.plan();
    const of = { company_id: desk.companyId, plan_id: desk.planId };
    expect(all[2]!.data).toEqual({
      ...of,
      plan_version: version - 2,
      change: "route.approve",
      routes: [{ id: desk.first, status: 3, vehicle_id: desk.vehicleId, driver_id: desk.driverId }],
    });
    expect(all[5]!.data).toMatchObject({
      ...of,
      plan_version: version,
      change: "plan.undo",
      visits: [{ id: desk.loose, route_id: 0, status: 1, external_id: "" }],
    });
    const [first, second] = (await rows()).filter(({ event }) => event === "visit.removed");
    expect(first!.uid).toBe(second!.uid);
    expect(first!.endpoint_id).not.toBe(second!.endpoint_id);
  });

  it("tell nothing of another company, and nothing while they are disabled", async () => {
    const other = await createDesk(db());
    await listen("/other", WEBHOOK_EVENT_NAMES, other.companyId);
    const id = await listen();
    await disableEndpoint(db(), desk.companyId, id, DisabledReason.ByHand, now());
    await act("route.approve", { routeId: desk.first });
    expect(await rows()).toEqual([]);
  });

  it("tell nothing of a change that is rolled back", async () => {
    await listen();
    await expect(
      withTransaction(db(), async (trx) => {
        const row = { input: "{}", plan_id: desk.planId };
        const id = await insertQueuedCalculation(trx, desk.companyId, row, now());
        await requestCancel(trx, desk.companyId, id, now());
        expect(await trx("webhook_deliveries").pluck("event")).toEqual(["calculation.finished"]);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await rows()).toEqual([]);
  });

  it("tell how calculations end, and not of problems in other formats", async () => {
    await db()("routing_queries").delete();
    await listen();
    for (const [format, status] of [
      [null, "done"],
      [null, "failed"],
      ["vroom", "done"],
    ] as const) {
      const input = { input: "{}", plan_id: desk.planId };
      const id = await insertQueuedCalculation(db(), desk.companyId, input, now());
      await db()("routing_queries").where({ id }).update({ format });
      await claimNextAcrossCompanies(db(), "worker", now());
      const claim = { id, companyId: desk.companyId, lockedBy: "worker" };
      const failure = status === "failed" ? { error_code: "calculation.failed" } : {};
      expect(await finishCalculation(db(), claim, { status, ...failure }, now())).toBe(true);
    }
    expect(await told()).toMatchObject([
      { event: "calculation.finished", data: { plan_id: desk.planId, status: "done", error_code: "" } },
      { event: "calculation.failed", data: { status: "failed", error_code: "calculation.failed" } },
    ]);
  });

  it("arrive signed, once, and the log keeps what was answered", async () => {
    const id = await listen();
    await test(id, "Grüße");
    await sendAll();
    expect(received).toHaveLength(1);
    const [{ body, headers }] = received as [Received];
    // why: the library compares the time of the signature with the machine's.
    const clock = vi.spyOn(Date, "now").mockReturnValue(nowSec * 1000);
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
    clock.mockRestore();
    expect(verified).toMatchObject({ type: "webhook.test", data: { message: "Grüße" } });
    expect(headers["content-type"]).toBe("application/json");
    expect((await rows())[0]).toMatchObject({
      ...{ state: "delivered", attempts: 1, next_try_at: null, answer_status: 204, failure: null },
      uid: headers["webhook-id"],
    });
    expect(JSON.stringify(await db()("webhook_endpoints"))).not.toContain(secret.slice(6));
  });

  it("go to one endpoint one after the other in their order, however many processes send", async () => {
    const other = createDatabase(database().config);
    try {
      const [slow, quick] = [await listen("/slow"), await listen("/quick")];
      for (let nth = 0; nth < 6; nth += 1) await test(nth % 2 === 0 ? slow : quick, `${nth}`);
      const at = { "/slow": 0, "/quick": 0 } as Record<string, number>;
      let overlap = 0;
      let meet = (): void => undefined;
      const both = new Promise<void>((resolve) => (meet = resolve));
      answer = async (path) => {
        at[path]! += 1;
        overlap = Math.max(overlap, at[path]!);
        if (at["/slow"]! > 0 && at["/quick"]! > 0) meet();
        // Neither endpoint keeps the other waiting: the first event for one is answered once the other has its own.
        await both;
        at[path]! -= 1;
        return 200;
      };
      const send = async (from: typeof other): Promise<void> => {
        let idle = 0;
        while (idle < 15) {
          if (await sendNextDelivery(from)) idle = 0;
          else {
            idle += 1;
            await pause(10);
          }
        }
      };
      await Promise.all([send(db()), send(db()), send(other), send(other)]);
      const of = (path: string) =>
        received
          .filter((one) => one.path === path)
          .map(({ body }) => JSON.parse(body) as { data: { message: string } });
      expect(of("/slow").map(({ data }) => data.message)).toEqual(["0", "2", "4"]);
      expect(of("/quick").map(({ data }) => data.message)).toEqual(["1", "3", "5"]);
      expect([overlap, most]).toEqual([1, 2]);
    } finally {
      await other.destroy();
    }
  });

  it("survive a process that dies while it sends: another one sends the same event again", async () => {
    await test(await listen(), "once");
    const dead = await claimDeliveryAcrossCompanies(db(), now(), addSeconds(now(), 30));
    expect(dead).not.toBeNull();
    nowSec += 29;
    expect(await sendNextDelivery(db())).toBe(false);
    nowSec += 1;
    expect(await sendNextDelivery(db())).toBe(true);
    expect(received[0]!.headers["webhook-id"]).toBe(dead!.delivery.uid);
    // The first one was only slow, and ends now: what it has to say counts no more.
    const late = afterTry({ status: 500 }, { attempts: 1, failingSince: null }, now());
    const failed = { answer_status: 500, answer_text: "", took_ms: 1, failure: null };
    expect(await settleDelivery(db(), desk.companyId, dead!, failed, late, now())).toBe(false);
    expect((await rows())[0]).toMatchObject({ state: "delivered", attempts: 2, answer_status: 204 });
  });

  it("are tried again later, and what comes after doesn't wait for them", async () => {
    const id = await listen();
    await test(id, "first");
    answer = () => Promise.resolve(received.length === 1 ? 503 : 204);
    await sendAll();
    expect((await rows())[0]).toMatchObject({
      ...{ state: "waiting", attempts: 1, answer_status: 503, answer_text: "answer 503" },
      next_try_at: addSeconds(now(), 5),
    });
    expect(await getEndpoint(db(), desk.companyId, id)).toMatchObject({ failing_since: now(), disabled_at: null });
    await test(id, "second");
    await sendAll();
    nowSec += 5;
    await sendAll();
    expect(messages()).toEqual(["first", "second", "first"]);
    expect(await getEndpoint(db(), desk.companyId, id)).toMatchObject({ failing_since: null });
  });

  it("end after 24 hours of failure: the endpoint is disabled, and its administrators get a mail", async () => {
    const id = await listen();
    await test(id, "never");
    answer = () => Promise.resolve(500);
    const start = nowSec;
    for (;;) {
      await sendAll();
      const [row] = await rows();
      if (row!.next_try_at === null) break;
      nowSec = epochSec(row!.next_try_at);
    }
    expect([nowSec - start, received.length]).toEqual([86_400, 10]);
    expect((await rows())[0]).toMatchObject({ state: "failed", attempts: 10 });
    expect(await getEndpoint(db(), desk.companyId, id)).toMatchObject({
      disabled_at: now(),
      disabled_reason: "failing",
    });
    const owner = await db()("users").where({ id: desk.ownerId }).first("email");
    expect(await db()("mails").select("recipient", "subject")).toEqual([
      { recipient: owner!.email, subject: "A webhook is disabled" },
    ]);
  });

  it.each([
    ["switched off", { status: 0 }, { status: 1 }],
    ["removed", { deleted_at: NOW }, { deleted_at: null }],
  ])("wait while their company is %s, and keep none of another company's waiting", async (_what, close, open) => {
    const other = await createCompany(db());
    await test(await listen(), "closed");
    const elsewhere = await listen("/elsewhere", WEBHOOK_EVENT_NAMES, other.companyId);
    await test(elsewhere, "open", other.companyId);
    const setCompany = (change: object) => db()("companies").where({ id: desk.companyId }).update(change);
    await setCompany(close);
    await sendAll();
    expect(messages()).toEqual(["open"]);
    await setCompany(open);
    await sendAll();
    expect(messages()).toEqual(["open", "closed"]);
  });

  it("stop at an endpoint that is gone, with all that waits for it", async () => {
    const id = await listen();
    await test(id, "one");
    await test(id, "two");
    answer = () => Promise.resolve(410);
    await sendAll();
    expect(received).toHaveLength(1);
    expect((await rows()).map(({ state, next_try_at }) => [state, next_try_at])).toEqual([
      ["failed", null],
      ["failed", null],
    ]);
    expect(await getEndpoint(db(), desk.companyId, id)).toMatchObject({ disabled_reason: "gone" });
  });

  it("are not sent on to an endpoint that somebody disables meanwhile", async () => {
    const id = await listen();
    await test(id, "one");
    answer = async () => {
      await disableEndpoint(db(), desk.companyId, id, DisabledReason.ByHand, now());
      return 500;
    };
    await sendAll();
    expect((await rows())[0]).toMatchObject({ state: "failed", next_try_at: null });
  });

  it("are sent again by hand under their old id, once they have ended", async () => {
    await test(await listen(), "again");
    const { id, uid } = (await rows())[0]!;
    expect(await sendAgain(db(), desk.companyId, id, now())).toBe(false);
    await sendAll();
    expect(await sendAgain(db(), desk.companyId, id, now())).toBe(true);
    await sendAll();
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([uid, uid]);
  });

  it("say so when the server's own secret has changed", async () => {
    await test(await listen(), "x");
    await db()("webhook_endpoints").update({ secret: "bm90aGluZw==" });
    await sendAll();
    expect(received).toEqual([]);
    expect((await rows())[0]).toMatchObject({ state: "waiting", failure: expect.stringContaining("Make a new one") });
  });

  it("are forgotten after 30 days, those that wait are not", async () => {
    const id = await listen();
    await test(id, "old");
    await sendAll();
    await test(id, "waits");
    await runHousekeeping(db(), addSeconds(now(), 30 * 86_400 - 1));
    expect(await rows()).toHaveLength(2);
    await runHousekeeping(db(), addSeconds(now(), 30 * 86_400));
    expect(await rows()).toMatchObject([{ state: "waiting" }]);
  });
});
