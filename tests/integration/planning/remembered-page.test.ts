import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rememberedPage } from "~/features/planning/plan-page/remembered-page.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld } from "./desk";

const asking = (cookie: string) => new Request("http://localhost/platform/", { headers: { Cookie: cookie } });

describe.each(databases())("the page that was open last on %s", (kind) => {
  const database = useTestDatabase(kind);
  beforeEach(() => setWorld(database().db));
  afterEach(forgetWorld);

  // @spec PC-2.06
  it("leads back to a plan or a route that is still there and one's own", async () => {
    const desk = await createDesk(database().db);
    const stranger = await createDesk(database().db);
    const plan = asking(`other=1; platform_last_page=plan-${desk.planId}; more=2`);
    const route = asking(`platform_last_page=route-${desk.first}`);
    expect(await rememberedPage(desk.dispatcher, plan)).toBe(`/planning/plan/${desk.planId}`);
    expect(await rememberedPage(desk.dispatcher, route)).toBe(`/planning/route/${desk.first}`);
    expect(await rememberedPage(stranger.dispatcher, plan)).toBeNull();
    expect(await rememberedPage(stranger.dispatcher, route)).toBeNull();
    expect(await rememberedPage(desk.driver, route)).toBeNull();
    expect(await rememberedPage({ ...desk.dispatcher, company: null }, plan)).toBeNull();
    for (const cookie of [
      "",
      "platform_last_page=",
      "platform_last_page=//evil.example",
      "platform_last_page=plan-1x",
      "xplatform_last_page=plan-1",
    ]) {
      expect(await rememberedPage(desk.dispatcher, asking(cookie))).toBeNull();
    }
    await database().db("routing_plans").where({ id: desk.planId }).update({ deleted_at: "2026-11-23 05:00:00" });
    expect(await rememberedPage(desk.dispatcher, plan)).toBeNull();
  });
});
