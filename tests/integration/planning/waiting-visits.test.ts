import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  changeWaitingVisits,
  removeWaitingVisit,
  removeWaitingVisits,
  updateWaitingVisit,
} from "~/features/planning/commands/waiting-visits.server";
import { removeVisit } from "~/features/planning/commands/visit-commands.server";
import { loadVisitsPage } from "~/features/planning/visits-list/visits-page.server";
import { UpdateVisit } from "~/features/planning/visit-schemas";
import { createVisit } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, listen, setWorld } from "./desk";
import { fromForm } from "../../helpers/forms";

const page = (query = "") => new Request(`http://localhost/platform/company/visits${query}`);
const form = (visitId: number, part: Record<string, string> = {}) =>
  fromForm(UpdateVisit, {
    visitId: String(visitId),
    name: "Bakery",
    lat: "47.2",
    lng: "9.5",
    startTime: "09:00",
    endTime: "",
    serviceTime: "7",
    ...part,
  });

describe.each(databases())("visits of the company on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  it("lists every visit with its plan and what is shown as its status, and marks none", async () => {
    const desk = await createDesk(db());
    const waiting = await createVisit(db(), desk.companyId, { name: "Waiting", lat: null, lng: null });
    const { list } = await loadVisitsPage(desk.dispatcher, page());
    expect(list.rows.map((visit) => visit.name).sort()).toEqual([
      "Loose",
      "Stop A",
      "Stop B",
      "Stop C",
      "Stop D",
      "Waiting",
    ]);
    expect(list.rows.find((visit) => visit.id === desk.a)).toMatchObject({
      plan: { id: desk.planId, title: "Plan", date: "2026-11-23" },
      warehouse: "Depot",
      status: 2,
      hasPlace: true,
      source: "Web",
    });
    expect(list.rows.find((visit) => visit.id === waiting)).toMatchObject({ plan: null, status: 1, hasPlace: false });
    const idsOf = async (query: string) =>
      (await loadVisitsPage(desk.dispatcher, page(query))).list.rows.map((visit) => visit.id);
    expect(await idsOf("?planned=0")).toEqual([waiting]);
    expect(await idsOf("?planned=1")).not.toContain(waiting);
    expect(await idsOf("?q=stop+b")).toEqual([desk.b]);
  });

  // @spec PC-5.24 PC-5.25
  it("refuse a window that runs backwards, at the end that was changed", async () => {
    const desk = await createDesk(db());
    const window = { start_time: "08:00", end_time: "12:00" };
    const waiting = await createVisit(db(), desk.companyId, window);
    const save = (part: Record<string, string>) =>
      updateWaitingVisit(desk.dispatcher, form(waiting, { startTime: "08:00", endTime: "12:00", ...part }));
    await expect(save({ endTime: "07:00" })).rejects.toMatchObject({
      status: 422,
      field: "endTime",
      message: "End time must be greater than start time",
    });
    await expect(save({ startTime: "13:00" })).rejects.toMatchObject({
      status: 422,
      field: "startTime",
      message: "Start time must be less than end time",
    });
    expect(await desk.visit(waiting)).toMatchObject(window);
  });

  it("shows what was taken out of its plan, to be changed or deleted", async () => {
    const desk = await createDesk(db());
    await removeVisit(desk.dispatcher, { visitId: desk.loose, choice: "detach" }, {});
    const published = listen();
    expect((await loadVisitsPage(desk.dispatcher, page(`?dialog=edit-visit&id=${desk.loose}`))).subject).toMatchObject({
      id: desk.loose,
      planId: null,
    });
    await updateWaitingVisit(desk.dispatcher, form(desk.loose), { tab: "tab:1:t" });
    expect(await desk.visit(desk.loose)).toMatchObject({
      name: "Bakery",
      lat: 47.2,
      start_time: "09:00",
      end_time: null,
      service_time: 7,
      plan_id: null,
    });
    expect(published).toMatchObject([
      { model: "RoutingVisit", action: "update", ids: [desk.loose], except: "tab:1:t" },
    ]);
    await expect(updateWaitingVisit(desk.dispatcher, form(desk.loose, { recipientPhone: "12" }))).rejects.toMatchObject(
      { status: 422, field: "recipientPhone", message: "Phone is not correct" },
    );
    expect(await removeWaitingVisit(desk.dispatcher, desk.loose)).toBe("Bakery");
    expect((await desk.visit(desk.loose)).deleted_at).not.toBeNull();
  });

  it("leaves visits of plans to their plan", async () => {
    const desk = await createDesk(db());
    expect((await loadVisitsPage(desk.dispatcher, page(`?dialog=edit-visit&id=${desk.a}`))).subject).toBeNull();
    await expect(updateWaitingVisit(desk.dispatcher, form(desk.a))).rejects.toMatchObject({
      status: 409,
      code: "visit.planned",
    });
    await expect(removeWaitingVisit(desk.dispatcher, desk.a)).rejects.toMatchObject({ status: 409 });
    expect((await desk.visit(desk.a)).name).toBe("Stop A");
  });

  it("leaves out those of several that a plan has meanwhile", async () => {
    const desk = await createDesk(db());
    const waiting = await createVisit(db(), desk.companyId, { name: "Waiting" });
    const outcome = { done: 1, leftOut: [{ name: "Stop A", why: "Stop A is in a plan. Change it there." }] };
    expect(
      await changeWaitingVisits(desk.dispatcher, { visitIds: [waiting, desk.a], fields: { serviceTime: 9 } }),
    ).toEqual(outcome);
    expect([(await desk.visit(waiting)).service_time, (await desk.visit(desk.a)).service_time]).toEqual([9, 5]);
    expect(await removeWaitingVisits(desk.dispatcher, [waiting, desk.a])).toEqual(outcome);
    expect([(await desk.visit(waiting)).deleted_at === null, (await desk.visit(desk.a)).deleted_at]).toEqual([
      false,
      null,
    ]);
  });

  it("knows nothing of another company, and lets no driver in", async () => {
    const [desk, other] = [await createDesk(db()), await createDesk(db())];
    const theirs = await createVisit(db(), other.companyId, {});
    expect((await loadVisitsPage(desk.dispatcher, page(`?dialog=edit-visit&id=${theirs}`))).subject).toBeNull();
    expect((await loadVisitsPage(desk.dispatcher, page())).list.rows.map((visit) => visit.id)).not.toContain(theirs);
    await expect(updateWaitingVisit(desk.dispatcher, form(theirs))).rejects.toMatchObject({ status: 404 });
    await expect(removeWaitingVisit(desk.dispatcher, theirs)).rejects.toMatchObject({ status: 404 });
    await expect(loadVisitsPage(desk.driver, page())).rejects.toMatchObject({ status: 403 });
    await expect(removeWaitingVisit(desk.driver, desk.loose)).rejects.toMatchObject({ status: 403 });
  });
});
