import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { listEndpoints } from "~/db/repositories/webhook-endpoints.server";
import { epochSec } from "~/domain/time/utc-text";
import { WEBHOOK_ACTIONS } from "~/features/webhooks/actions.server";
import { loadWebhooksPage } from "~/features/webhooks/queries/webhooks-page.server";
import { sendNextDelivery } from "~/features/webhooks/run/send-deliveries.server";
import { secretsOf } from "~/features/webhooks/webhook-secrets.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { webhookSender } from "~/services/webhooks/webhook-sender.server";
import { createCompany, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { forgetWorld, setWorld } from "../planning/desk";

const URL_A = "https://hooks.example.com/a";
const DAY_MS = 86_400_000;

describe.each(databases())("addresses of webhooks on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let nowMs = 0;
  let company: TestCompany;
  let admin: CompanySession;
  let answer: { status: number; text: string };

  beforeEach(async () => {
    setWorld(db());
    nowMs = epochSec(NOW) * 1000;
    answer = { status: 204, text: "" };
    const { refusal } = webhookSender({ allowPrivate: false, allowLocalhost: false });
    setServices(
      testServices({
        clock: { nowMs: () => nowMs },
        webhooks: { refusal, post: () => Promise.resolve(answer) },
      }),
    );
    await db()("webhook_endpoints").delete();
    company = await createCompany(db());
    admin = sessionOf(company, { isOwner: true }, company.ownerId);
  });
  afterEach(forgetWorld);

  const act = (name: string, input: object, by = admin) => performAction(WEBHOOK_ACTIONS, by, name, input);
  const page = (query = "", by = admin) =>
    loadWebhooksPage(by, new Request(`http://localhost/platform/company/api/webhooks${query}`));
  const add = (url = URL_A) => act("webhook.create", { url, events: ["visit.done"] }) as Promise<number>;
  const only = async () => (await listEndpoints(db(), company.companyId))[0]!;

  it("are 10 at most, also when they are added at once", async () => {
    const many = Array.from({ length: 13 }, (_, nth) => add(`${URL_A}${nth}`));
    const refused = (await Promise.allSettled(many)).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ reason: { status: 409, code: "webhook.too_many" } });
    expect(await listEndpoints(db(), company.companyId)).toHaveLength(10);
  });

  it.each([
    ["http://example.com/", "URL must begin with https://"],
    ["https://10.0.0.1/", "URL must lead to the internet, not into a private network"],
    ["https://localhost/", "URL must lead to the internet, not into a private network"],
    ["nonsense", "URL is not correct"],
  ])("are refused when they are %s, and nothing is stored", async (url, message) => {
    await expect(add(url)).rejects.toMatchObject({ status: 422, field: "url", message });
    expect(await listEndpoints(db(), company.companyId)).toEqual([]);
    const id = await add();
    await expect(act("webhook.update", { id, url, events: ["visit.done"] })).rejects.toMatchObject({ field: "url" });
    expect((await only()).url).toBe(URL_A);
  });

  it("need an event, and take each once", async () => {
    const create = (events: unknown) => act("webhook.create", { url: URL_A, events });
    await expect(create([])).rejects.toThrow("Choose at least one event");
    await expect(create(["visit.gone"])).rejects.toThrow("Events are not correct");
    await create(["visit.failed", "plan.created", "visit.failed"]);
    expect((await only()).events).toBe("plan.created,visit.failed");
  });

  it("show their secret to its maker for ten minutes; a new one works beside the one before for a day", async () => {
    const id = await add();
    const query = `?dialog=webhook-secret&id=${id}`;
    const before = (await page(query)).secret!;
    expect(before).toMatch(/^whsec_/);
    expect((await page()).secret).toBeNull();
    const other = sessionOf(company, { isAdmin: true, memberId: 1 }, company.driverUserId);
    expect((await page(query, other)).secret).toBeNull();
    nowMs += 601_000;
    expect((await page(query)).secret).toBeNull();
    await act("webhook.rotate_secret", { id });
    const after = (await page(query)).secret!;
    const at = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");
    expect(secretsOf(await only(), at(nowMs + DAY_MS - 1000))).toEqual([after, before]);
    expect(secretsOf(await only(), at(nowMs + DAY_MS))).toEqual([after]);
  });

  it("keep a secret that was shown for a day, also when two are made at once", async () => {
    const id = await add();
    const before = await only();
    await Promise.all([act("webhook.rotate_secret", { id }), act("webhook.rotate_secret", { id })]);
    const { secret, previous_secret: previous } = await only();
    // The second one began where the first one ended.
    expect(new Set([before.secret, secret, previous]).size).toBe(3);
  });

  it("are tested, and what was answered is in the log, to be sent again", async () => {
    const id = await add();
    answer = { status: 500, text: "<b>broken</b>" };
    await act("webhook.test", { id });
    await sendNextDelivery(db());
    const shown = await page();
    expect(shown.deliveries.rows).toMatchObject([
      { event: "webhook.test", state: "waiting", answer: "500", attempts: 1, url: URL_A },
    ]);
    expect(shown.endpoints[0]!.failingSince).not.toBeNull();
    const deliveryId = shown.deliveries.rows[0]!.id;
    const detail = (await page(`?dialog=delivery&delivery=${deliveryId}`)).delivery!;
    expect(detail).toMatchObject({ answerText: "<b>broken</b>", body: expect.stringContaining('"webhook.test"') });
    await expect(act("webhook.resend", { deliveryId })).rejects.toMatchObject({ code: "webhook.waiting" });
    answer = { status: 204, text: "" };
    nowMs += 5000;
    await sendNextDelivery(db());
    await act("webhook.resend", { deliveryId });
    expect((await page("?state=waiting")).deliveries.rows).toMatchObject([{ id: deliveryId, attempts: 0 }]);
    expect((await page("?state=failed")).deliveries.rows).toEqual([]);
    expect((await page(`?endpoint=${id + 1}`)).deliveries.total).toBe(0);
  });

  it("that are disabled take no test, and are enabled as new", async () => {
    const id = await add();
    await act("webhook.disable", { id });
    await expect(act("webhook.test", { id })).rejects.toMatchObject({ code: "webhook.disabled", status: 409 });
    expect((await page()).endpoints).toMatchObject([{ disabled: { reason: "by_hand" } }]);
    await db()("webhook_endpoints").update({ failing_since: NOW });
    await act("webhook.enable", { id });
    expect(await only()).toMatchObject({ disabled_at: null, disabled_reason: null, failing_since: null });
  });

  it("go with their log", async () => {
    const id = await add();
    await act("webhook.test", { id });
    await act("webhook.remove", { id });
    expect(await db()("webhook_deliveries").where({ company_id: company.companyId })).toEqual([]);
  });

  it("are not the dispatchers'", async () => {
    const dispatcher = sessionOf(company, { isDispatcher: true, memberId: 1 }, company.driverUserId);
    await expect(act("webhook.create", { url: URL_A, events: ["visit.done"] }, dispatcher)).rejects.toMatchObject({
      status: 403,
    });
    await expect(page("", dispatcher)).rejects.toMatchObject({ status: 403 });
  });
});
