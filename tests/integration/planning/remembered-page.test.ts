import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pageToRestore, rememberedPage } from "~/features/planning/plan-page/remembered-page.server";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { mainNav } from "~/features/main-nav";
import { planAction } from "~/features/page-actions.server";
import { paths } from "~/paths";
import { postForm } from "../../helpers/forms";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld } from "./desk";

const opening = (path: string, cookie: string, accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8") =>
  new Request(`http://localhost/platform/${path}`, { headers: { Cookie: cookie, Accept: accept } });
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
    for (const cookie of ["", "platform_last_page=route-0"])
      expect(await pageToRestore(desk.dispatcher, opening("planning", cookie))).toBeNull();
    await database().db("routing_plans").where({ id: desk.planId }).update({ deleted_at: "2026-11-23 05:00:00" });
    expect(await rememberedPage(desk.dispatcher, plan)).toBeNull();
    expect(
      await pageToRestore(desk.dispatcher, opening("planning", `platform_last_page=plan-${desk.planId}`)),
    ).toBeNull();
  });

  // @spec PC-2.06
  it("is opened at the bare address of the plans, while the list stays where it is asked for", async () => {
    const desk = await createDesk(database().db);
    const cookie = `platform_last_page=plan-${desk.planId}`;
    const restored = (path: string, accept?: string) => pageToRestore(desk.dispatcher, opening(path, cookie, accept));
    expect(await restored("planning")).toBe(`/planning/plan/${desk.planId}`);
    for (const path of ["planning/main", "planning?past=1", "planning?dialog=new-plan", `planning/plan/${desk.planId}`])
      expect([path, await restored(path)]).toEqual([path, null]);
    // A page that goes back to the list, or asks for its news.
    expect(await restored("planning", "*/*")).toBeNull();
  });

  it("is not what links to the list lead to, nor what follows the removal of a plan", async () => {
    const desk = await createDesk(database().db);
    expect(mainNav(desk.dispatcher.actor)[0]).toMatchObject({ to: "/planning/main", match: ["/planning"] });
    expect(paths.planningMain({ dialog: "new-plan" })).toBe("/planning/main?dialog=new-plan");
    const user = await getUserAcrossCompanies(database().db, desk.ownerId);
    const answer = await postForm(
      (request) => planAction({ request, params: { planId: String(desk.planId) } }),
      `planning/plan/${desk.planId}?dialog=remove-plan`,
      { companyId: desk.companyId, cookie: (await openSession(user, new Headers())).split(";")[0]! },
      { intent: "plan.remove" },
      { plain: true },
    );
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/planning/main"]);
  });
});
