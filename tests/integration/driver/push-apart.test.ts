import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openSession, sessionFromCookie } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { DRIVER_ACTIONS } from "~/features/driver/actions.server";
import { startPush } from "~/features/driver/push/start-push.server";
import { tellNews } from "~/features/driver/push/tell-news.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { pushSender } from "~/services/push/push-sender.server";
import { VAPID_SEED_BYTES, vapidKeyOf } from "~/services/push/vapid";
import { createRoute } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { browserSubscription, startPushService } from "../../helpers/push-service";
import type { PushService } from "../../helpers/push-service";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { withStuckRows } from "../../helpers/stuck-rows";
import { at, createRoad, forgetWorld, setWorld } from "./road";

const KEY = vapidKeyOf(Buffer.alloc(VAPID_SEED_BYTES, 1));

describe.each(databases())("what drivers' browsers are told where something fails, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let service: PushService;
  let browsers = 0;

  beforeAll(async () => void (service = await startPushService()));
  afterAll(() => service.close());
  beforeEach(() => {
    setWorld(db(), at("07:00"));
    const nowMs = () => Date.parse("2026-11-23T07:00:00Z");
    const nowSec = () => nowMs() / 1000;
    const push = pushSender({ key: () => KEY, contact: "mailto:a@b.example", nowSec, post: service.post });
    setServices(testServices({ clock: { nowMs }, routing: testRouting(), push }));
    service.received.length = 0;
    service.status = 201;
  });
  afterEach(forgetWorld);

  /** A driver whose browser knows their approved route. */
  async function listening() {
    const road = await createRoad(db(), { routeStatus: 3 });
    const user = await getUserAcrossCompanies(db(), road.driverUserId);
    const cookie = (await openSession(user, new Headers())).split(";")[0]!;
    const session = (await sessionFromCookie(cookie))!;
    const { target } = browserSubscription(`https://push.example/send/${kind}-${(browsers += 1)}`);
    await performAction(DRIVER_ACTIONS, { ...session, company: session.company! }, "push.subscribe", target, {});
    const { pathname } = new URL(target.endpoint);
    const received = () => service.received.filter(({ path }) => path === pathname).length;
    const approveAnother = () => {
      const of = { driver_id: road.driverId, status: 3 };
      return createRoute(db(), road.companyId, road.planId, of);
    };
    return { ...road, received, approveAnother };
  }

  it("reaches the drivers of all other companies", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const unreadable = await listening();
    await db()("push_told").where({ company_id: unreadable.companyId }).update({ told: '{"day":"2026-11-23"}' });
    const other = await listening();
    await other.approveAnother();
    const rounds = startPush();
    await vi.waitFor(() => expect(other.received()).toBe(1), { timeout: 60_000 });
    await rounds.stop();
    expect(log.mock.calls).toEqual([["Drivers' browsers could not be told of their routes:", expect.any(TypeError)]]);
  });

  it.each([
    ["noted", 201],
    ["taken off the list", 410],
  ])("is no fault of the browser's when what it answered can't be %s", async (_what, status) => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { companyId, received, approveAnother } = await listening();
    await approveAnother();
    service.status = status;
    const table = status === 410 ? "push_subscriptions" : "push_told";
    await withStuckRows({ db: db(), kind }, { table, companyId }, () =>
      expect(tellNews(db(), companyId)).rejects.toThrow("stuck"),
    );
    expect(received()).toBe(1);
    expect(warned).not.toHaveBeenCalled();
  });
});
