import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { insertConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { addVisit } from "~/features/planning/commands/add-visits.server";
import { debugVisit } from "~/features/planning/commands/debug-visit.server";
import { moveVisit, updateVisit, updateVisitFields } from "~/features/planning/commands/visit-commands.server";
import { editVisits } from "~/features/planning/commands/edit-visits.server";
import { updateWaitingVisit } from "~/features/planning/commands/waiting-visits.server";
import { toggleLock } from "~/features/planning/commands/route-commands.server";
import { DebugVisit, MoveVisit } from "~/features/planning/visit-schemas";
import { NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { asked } from "../../helpers/explained";
import { at, createDesk, forgetWorld, setWorld, type Desk } from "./desk";
import { fromForm } from "../../helpers/forms";
import { visitFields } from "../../helpers/inputs";
import { input, timesOf } from "./visit-input";

describe.each(databases())("visits of a plan on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  describe("single fields, each as it is left", () => {
    const save = (
      desk: Desk,
      posted: Record<string, string>,
      seen: Record<string, string> = {},
      session = desk.dispatcher,
    ) => updateVisitFields(session, { visitId: desk.a, fields: visitFields(posted), seen }, {});
    const template = async (desk: Desk, title: string) =>
      String(await insertConfirmationTemplate(db(), desk.dispatcher.company.id, { title }, NOW));

    // @spec PC-7.13
    it("saves what is posted and nothing else; times follow where they have to", async () => {
      const desk = await createDesk(db());
      await save(desk, { name: "New name" }, { name: "Stop A" });
      await save(desk, { serviceTime: "15" }, { serviceTime: "5" });
      await save(desk, { startTime: "9", endTime: "" });
      expect(await desk.visit(desk.a)).toMatchObject({
        name: "New name",
        service_time: 15,
        start_time: "09:00",
        end_time: null,
        lat: 47.15,
      });
      expect(await timesOf(desk, [desk.b])).not.toEqual([at("08:25")]);
    });

    // @spec PC-4.073
    it("another place gives the route new times; where the visit may not be changed it is refused", async () => {
      const desk = await createDesk(db());
      const before = await timesOf(desk, [desk.a, desk.b]);
      await save(desk, { lat: "47.25", lng: "9.60" });
      expect(await desk.visit(desk.a)).toMatchObject({ lat: 47.25, lng: 9.6, position: 1 });
      const after = await timesOf(desk, [desk.a, desk.b]);
      expect(
        after.every((time, index) => time !== null && time > before[index]!),
        `${before} → ${after}`,
      ).toBe(true);
      await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
      await expect(save(desk, { lat: "47.15", lng: "9.52" })).rejects.toMatchObject({ code: "route.locked" });
      expect(await timesOf(desk, [desk.a, desk.b])).toEqual(after);
      // Phone and notes change nothing of the route.
      await save(desk, {
        recipientPhone: "+423 777 12 34",
        recipientEmail: "ann@example.com",
        deliveryNote: "Ring twice",
      });
      expect(await desk.visit(desk.a)).toMatchObject({
        recipient_phone: "+423 777 12 34",
        recipient_email: "ann@example.com",
        delivery_note: "Ring twice",
      });
      await expect(save(desk, { deliveryNote: "Ring once", name: "Other" })).rejects.toMatchObject({
        code: "route.locked",
      });
      expect(await timesOf(desk, [desk.a, desk.b])).toEqual(after);
      await db()("routing_visits").where({ id: desk.a }).update({ status: 4 });
      await expect(save(desk, { deliveryNote: "Ring once" })).rejects.toMatchObject({ code: "visit.past" });
    });

    // @spec PC-5.24 PC-5.25
    it.each([
      [{ startTime: "18:00", endTime: "08:00" }, "startTime", "Start time must be less than end time"],
      [{ startTime: "13:00" }, "startTime", "Start time must be less than end time"],
      [{ endTime: "07:00" }, "endTime", "End time must be greater than start time"],
      [{ startTime: "08:00", endTime: "07:00" }, "endTime", "End time must be greater than start time"],
    ])("refuses a window that runs backwards with what is stored, at the end that was changed: %o", async (...row) => {
      const [posted, field, message] = row;
      const desk = await createDesk(db());
      await db()("routing_visits").where({ id: desk.a }).update({ start_time: "08:00", end_time: "12:00" });
      await expect(save(desk, posted)).rejects.toMatchObject({ status: 422, field, message });
      expect(await desk.visit(desk.a)).toMatchObject({ start_time: "08:00", end_time: "12:00" });
      const whole = { visitId: desk.a, ...input({ startTime: "08:00", endTime: "12:00" }), ...visitFields(posted) };
      await expect(updateVisit(desk.dispatcher, whole, {})).rejects.toMatchObject({ status: 422, field, message });
      const edit = { visitId: desk.a, ...visitFields(posted) };
      await expect(
        editVisits(desk.dispatcher, { planId: desk.planId, visits: [edit] }, undefined),
      ).rejects.toMatchObject({ status: 422, field: `visits.0.${field}`, message });
      expect(await desk.visit(desk.a)).toMatchObject({ start_time: "08:00", end_time: "12:00" });
    });

    it("leaves a window that an import stored backwards alone, while other fields are changed", async () => {
      const desk = await createDesk(db());
      await db()("routing_visits").where({ id: desk.loose }).update({ start_time: "12:00", end_time: "08:00" });
      const fields = visitFields({ name: "Renamed", startTime: "12:00", endTime: "08:00" });
      await updateVisitFields(desk.dispatcher, { visitId: desk.loose, fields, seen: {} }, {});
      expect(await desk.visit(desk.loose)).toMatchObject({ name: "Renamed", start_time: "12:00", end_time: "08:00" });
    });

    it("keeps its place while it is on a route", async () => {
      const desk = await createDesk(db());
      const before = await desk.visit(desk.a);
      await expect(save(desk, { lat: "0", lng: "9.52" })).rejects.toMatchObject({
        code: "visit.place_needed",
        message: "On a route the visit needs its place. Take it off the route first.",
        field: "lat",
      });
      expect(await desk.visit(desk.a)).toEqual(before);
      await moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: null }, {});
      await save(desk, { lat: "0", lng: "9.52" });
      expect(await desk.visit(desk.a)).toMatchObject({ lat: null, lng: null });
      // What was without one can be put right, also where it stands on a route.
      await db()("routing_visits").where({ id: desk.b }).update({ lat: null, lng: null });
      await updateVisitFields(desk.dispatcher, { visitId: desk.b, fields: visitFields({ name: "B" }), seen: {} }, {});
    });

    it("refuses a field that somebody changed meanwhile, with what stands there; another field passes", async () => {
      const desk = await createDesk(db());
      await save(desk, { name: "Anna's name" }, { name: "Stop A" });
      await expect(save(desk, { name: "Mine" }, { name: "Stop A" })).rejects.toMatchObject({
        code: "plan.changed",
        status: 409,
        field: "name",
        message: "“Name” was changed to “Anna's name” in the meantime.",
      });
      await save(desk, { packageLoad: "12,5" }, { packageLoad: "0" });
      await save(desk, { name: "Anna's name" }, { name: "Stop A" });
      await save(desk, { name: "Mine" }, { name: "Anna's name" });
      expect(await desk.visit(desk.a)).toMatchObject({ name: "Mine", package_load: 12.5 });
    });

    it("says what stands there in people's words: a template by its title, a load with its unit", async () => {
      const desk = await createDesk(db());
      const [door, locker] = [await template(desk, "Door"), await template(desk, "Locker")];
      await save(desk, { confirmationTemplateId: door, packageLoad: "12,5", type: "P" });
      const told = [
        [{ confirmationTemplateId: locker }, { confirmationTemplateId: "" }, "Confirmation template", "Door"],
        [{ packageLoad: "13" }, { packageLoad: "0" }, "Load", "12.5 kg"],
      ] as const;
      for (const [mine, seen, label, words] of told)
        await expect(save(desk, mine, seen)).rejects.toMatchObject({
          message: `“${label}” was changed to “${words}” in the meantime.`,
        });
      await save(desk, { confirmationTemplateId: door, type: "P" }, { confirmationTemplateId: "", type: "D" });
    });

    it("asks for a template's title only where somebody else has chosen it", async () => {
      const desk = await createDesk(db());
      const [door, locker] = [await template(desk, "Door"), await template(desk, "Locker")];
      await save(desk, { confirmationTemplateId: door });
      const saves = (...fields: Parameters<typeof save> extends [unknown, ...infer Rest] ? Rest : never) =>
        asked(db(), "confirmation_templates", () => save(desk, ...fields).catch(() => undefined));
      const chosen = await saves({ confirmationTemplateId: locker }, { confirmationTemplateId: door });
      const stale = await saves({ confirmationTemplateId: door }, { confirmationTemplateId: "" });
      // The one that is chosen has to be the company's, and the one that is told of has a title.
      for (const statements of [chosen, stale]) {
        expect(statements).toHaveLength(1);
        expect(statements[0]?.bindings).toContain(Number(locker));
      }
      expect(await saves({ name: "Renamed" }, { name: "Stop A", confirmationTemplateId: locker })).toEqual([]);
    });

    it.each([
      [{ packageLoad: "abc" }, "packageLoad", "Load must be a number, not “abc”"],
      [{ packageCapacity: "-1" }, "packageCapacity", "Volume must not be negative"],
      [{ serviceTime: "soon" }, "serviceTime", "Service time must be a number, not “soon”"],
      [{ lat: "47,12x", lng: "9.5" }, "lat", "Latitude must be a number, not “47,12x”"],
      [{ lat: "47.1", lng: "" }, "lng", "Longitude is required"],
      [{ lat: "", lng: "9.5" }, "lat", "Latitude is required"],
      [{ startTime: "noon", endTime: "20:00" }, "startTime", "Window from must be a time like 08:30, not “noon”"],
      [{ name: "  " }, "name", "Name is required"],
      [{ packageLoad: "1e3" }, "packageLoad", "Load must be a number, not “1e3”"],
    ])("refuses %j by the name of the field", (posted, field, message) => {
      try {
        visitFields(posted);
        expect.unreachable();
      } catch (error) {
        expect((error as { issues: { path: string[]; message: string }[] }).issues[0]).toMatchObject({
          path: [field],
          message,
        });
      }
    });

    it("refuses a stop by the field's label", () => {
      const move = (position: string) =>
        fromForm(MoveVisit, { visitId: "1", version: "1", toRouteId: "2", position }).position;
      expect(move("3")).toBe(3);
      for (const typed of ["-1", "1.5", "soon"])
        expect(() => move(typed)).toThrow("Stop must be a whole number from 1 on");
    });

    it.each([
      ["12abc", 12],
      ["12,5 kg", 12.5],
      ["3.5m3", 3.5],
    ])("cleans %j as the browser does", (typed, load) => {
      expect(visitFields({ packageLoad: typed, serviceTime: typed })).toEqual({
        packageLoad: load,
        serviceTime: load,
      });
    });

    it("an emptied service time is the company's default, in every form", async () => {
      const desk = await createDesk(db());
      await db()("companies").where({ id: desk.companyId }).update({ default_visit_duration: 12 });
      await save(desk, { serviceTime: "" });
      expect((await desk.visit(desk.a)).service_time).toBe(12);
      await updateVisit(desk.dispatcher, { visitId: desk.b, ...input({ name: "Stop B", serviceTime: "" }) }, {});
      expect((await desk.visit(desk.b)).service_time).toBe(12);
      const { createdVisitIds } = await addVisit(
        desk.dispatcher,
        { planId: desk.planId, ...input({ serviceTime: "" }) },
        {},
      );
      expect((await desk.visit(createdVisitIds[0]!)).service_time).toBe(12);
      await db()("routing_visits").where({ id: desk.loose }).update({ plan_id: null });
      await updateWaitingVisit(desk.dispatcher, { visitId: desk.loose, ...input({ name: "Loose", serviceTime: "" }) });
      expect((await desk.visit(desk.loose)).service_time).toBe(12);
    });

    // @spec PC-5.31
    it("bends a service time to 0 … 99.9, and takes the place away when both coordinates are emptied", async () => {
      const desk = await createDesk(db());
      expect([visitFields({ serviceTime: "500" }), visitFields({ serviceTime: "-5" })]).toEqual([
        { serviceTime: 99.9 },
        { serviceTime: 0 },
      ]);
      await updateVisitFields(
        desk.dispatcher,
        { visitId: desk.loose, fields: visitFields({ lat: "", lng: "" }), seen: {} },
        {},
      );
      expect(await desk.visit(desk.loose)).toMatchObject({ lat: null, lng: null });
    });

    it("refuses a new telephone number that is none, and leaves an imported one alone", async () => {
      const desk = await createDesk(db());
      await db()("routing_visits").where({ id: desk.a }).update({ recipient_phone: "12" });
      await save(desk, { name: "Other", recipientPhone: "12" });
      await expect(save(desk, { recipientPhone: "13" })).rejects.toMatchObject({
        status: 422,
        field: "recipientPhone",
        message: "Phone is not correct",
      });
      await save(desk, { recipientPhone: "+423 236 11 11" });
    });

    it("is nothing for drivers, other companies, a locked route, or another company's template", async () => {
      const desk = await createDesk(db());
      const stranger = await createDesk(db());
      await expect(save(desk, { name: "X" }, {}, stranger.dispatcher)).rejects.toMatchObject({ status: 404 });
      await expect(save(desk, { name: "X" }, {}, desk.driver)).rejects.toMatchObject({
        status: 403,
        message: "You have no access",
      });
      const [theirs] = await db()("confirmation_templates").insert({
        company_id: stranger.companyId,
        title: "Theirs",
        created_at: at("05:00"),
        updated_at: at("05:00"),
      });
      await expect(save(desk, { confirmationTemplateId: String(theirs) })).rejects.toMatchObject({ status: 404 });
      await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
      await expect(save(desk, { name: "X" })).rejects.toMatchObject({ code: "route.locked" });
    });

    // @spec PC-2.55
    it("the debug menu is the sudo admin's alone", async () => {
      const desk = await createDesk(db());
      const input = fromForm(DebugVisit, {
        visitId: String(desk.a),
        position: "7",
        arrivalTime: "2026-11-23T09:15",
        completedAt: "",
      });
      await expect(debugVisit(desk.dispatcher, input)).rejects.toMatchObject({ status: 403 });
      await debugVisit({ ...desk.dispatcher, actor: { ...desk.dispatcher.actor, platformRole: "sudo" } }, input);
      expect(await desk.visit(desk.a)).toMatchObject({ position: 7, arrival_time: at("09:15"), completed_at: null });
      expect(() => fromForm(DebugVisit, { visitId: "1", position: "1", arrivalTime: "soon" })).toThrow(
        "arrival_time must be a UTC time",
      );
    });
  });
});
