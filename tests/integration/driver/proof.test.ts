import { describe, expect, it } from "vitest";
import { addAttachments, removePhoto } from "~/features/driver/commands/attachments.server";
import { markVisitDone, markVisitDoneWith } from "~/features/driver/commands/mark-visit-done.server";
import { setVisitOnRoute } from "~/features/driver/commands/set-visit-on-route.server";
import { loadDriverRoute } from "~/features/driver/queries/driver-route.server";
import { resetRoute } from "~/features/planning/commands/route-commands.server";
import { loadVisitDetails } from "~/features/planning/visit-panel/visit-details.server";
import {
  insertConfirmationTemplate,
  removeConfirmationTemplates,
} from "~/db/repositories/confirmation-templates.server";
import { listAttachments } from "~/db/repositories/attachments.server";
import { setServices } from "~/services/container.server";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { attachmentsOf, photos, picture, received, useProofWorld } from "./proof-world";
import { createRoad, visitOf } from "./road";
import type { Road } from "./road";

describe.each(databases())("the proof of a visit on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  const { storage, filesIn } = useProofWorld(db);

  /** A template on the first stop: photo and signature to the recipient, a photo at the door. */
  const asked = async (road: Road): Promise<number> => {
    const settings = {
      to_recipient: { enabled: 1, photo: 2, signature: 2 },
      to_door: { enabled: 1, photo: 1, signature: 0 },
    };
    const id = await insertConfirmationTemplate(
      db(),
      road.companyId,
      { title: "Strict", delivery_confirmation: 1, confirmation_settings: JSON.stringify(settings) },
      NOW,
    );
    await road.db("routing_visits").where({ id: road.stops[0] }).update({ confirmation_template_id: id });
    return id;
  };

  it("is applied once when the phone sends it twice", async () => {
    const road = await createRoad(db());
    for (let time = 1; time <= 2; time += 1)
      await markVisitDoneWith(road.driver, await photos(road, 2), { visitId: road.stops[0], commandId: "c-1" });
    expect([(await attachmentsOf(road, road.stops[0])).length, filesIn(road.companyId).length]).toEqual([2, 2]);
  });

  it.each([
    [{}, "confirmationType", "Choose how it was handed over"],
    [{ confirmationType: "to_mailbox" }, "confirmationType", "Choose how it was handed over"],
    [{ confirmationType: "to_recipient", signatureName: "Ann" }, "photo", "Photo is required"],
  ] as const)("refuses done with %j", async (given, field, message) => {
    const road = await createRoad(db());
    await asked(road);
    await expect(markVisitDone(road.driver, { visitId: road.stops[0], ...given })).rejects.toMatchObject({
      code: "visit.confirmation_required",
      status: 422,
      field,
      message,
    });
    expect((await visitOf(road, road.stops[0])).status).toBe(3);
    await markVisitDone(road.driver, { visitId: road.stops[1], confirmed: true });
  });

  it("refuses what is no way of handing over this visit, though nobody asks how; what fits is kept", async () => {
    const road = await createRoad(db());
    const [visitId] = road.stops;
    await expect(markVisitDone(road.driver, { visitId, confirmationType: "from_locker" })).rejects.toMatchObject({
      code: "visit.confirmation_required",
      status: 422,
      field: "confirmationType",
    });
    expect(await visitOf(road, visitId)).toMatchObject({ status: 3, confirmation_type: null });
    await markVisitDone(road.driver, { visitId, confirmationType: "to_door" });
    expect(await visitOf(road, visitId)).toMatchObject({ status: 4, confirmation_type: "to_door" });
  });

  // @spec PC-1.06
  it("keeps the driver's note beside the dispatcher's own, and takes it back with the report", async () => {
    const road = await createRoad(db());
    const [visitId] = road.stops;
    const notes = { delivery_note: "Ring twice", recipient_note: "Dog" };
    await road.db("routing_visits").where({ id: visitId }).update(notes);
    await markVisitDone(road.driver, { visitId, confirmationType: "to_door", doneNote: "Behind the bin" });
    expect(await visitOf(road, visitId)).toMatchObject({ status: 4, done_note: "Behind the bin", ...notes });
    expect(await loadVisitDetails(road.dispatcher, visitId)).toMatchObject({ doneNote: "Behind the bin" });
    await setVisitOnRoute(road.driver, { visitId });
    expect(await visitOf(road, visitId)).toMatchObject({ status: 3, done_note: "", ...notes });
  });

  const DELIVERED = { confirmationType: "to_recipient" } as const;
  const signed = (road: Road, count = 1) =>
    received(road, [
      ...Array.from({ length: count }, () => ["photo", picture("door.jpg")] as [string, File]),
      ["signature", picture("step.png")],
    ]);
  const clock = (time: string) => {
    setServices(
      testServices({ clock: { nowMs: () => Date.parse(`2026-11-23T${time}:00Z`) }, routing: testRouting(), storage }),
    );
  };

  it("is given anew after the report was taken back: the signature of before proves nothing", async () => {
    const road = await createRoad(db());
    await asked(road);
    const [visitId] = road.stops;
    const first = { visitId, ...DELIVERED, signatureName: "Anna First" };
    await markVisitDoneWith(road.driver, await signed(road), first);
    clock("08:20");
    await setVisitOnRoute(road.driver, { visitId });
    const stop = (await loadDriverRoute(road.driver, road.routeId)).stops[0];
    expect(stop?.pictures.map(({ type }) => type)).toEqual(["photo"]);
    const pictures = async () =>
      (await loadVisitDetails(road.dispatcher, visitId)).attachments.map(({ type, isTakenBack }) => [
        type,
        isTakenBack,
      ]);
    // It is evidence all the same.
    expect(await pictures()).toEqual([
      ["photo", false],
      ["signature", true],
    ]);
    clock("08:25");
    const second = { visitId, ...DELIVERED, signatureName: "Bob Second" };
    await expect(markVisitDone(road.driver, second)).rejects.toMatchObject({ field: "signature" });
    await markVisitDone(road.driver, { visitId, confirmationType: "to_door", signatureName: "Bob Second" });
    expect(await visitOf(road, visitId)).toMatchObject({ status: 4, signature_name: "" });
    clock("08:30");
    await setVisitOnRoute(road.driver, { visitId });
    await markVisitDoneWith(road.driver, await signed(road, 0), second);
    expect(await visitOf(road, visitId)).toMatchObject({ status: 4, signature_name: "Bob Second" });
    expect(await pictures()).toEqual([
      ["photo", false],
      ["signature", false],
    ]);
    expect(filesIn(road.companyId)).toHaveLength(2);
  });

  it("counts again with the report that it belongs to, and no more once the stop is off its route", async () => {
    const road = await createRoad(db());
    await asked(road);
    const [visitId] = road.stops;
    await markVisitDoneWith(road.driver, await signed(road), { visitId, ...DELIVERED, signatureName: "Anna First" });
    const done = { status: 4, completed_at: (await visitOf(road, visitId)).completed_at };
    const types = async () => (await listAttachments(db(), road.companyId, [visitId])).map(({ type }) => type);
    await setVisitOnRoute(road.driver, { visitId });
    expect(await types()).toEqual(["photo"]);
    await db()("routing_visits").where({ id: visitId }).update(done);
    expect(await types()).toEqual(["photo", "signature"]);
    await resetRoute(road.dispatcher, { routeId: road.routeId }, {});
    expect(await types()).toEqual(["photo"]);
  });

  it("has room for another photo once its driver has removed one, until the stop is done", async () => {
    const road = await createRoad(db());
    await asked(road);
    const [visitId] = road.stops;
    const input = { visitId, ...DELIVERED, signatureName: "Anna First" };
    await markVisitDoneWith(road.driver, await signed(road, 3), input);
    const [photo] = await attachmentsOf(road, visitId);
    const removal = { visitId, attachmentId: photo!.id };
    await expect(removePhoto(road.driver, removal)).rejects.toMatchObject({ code: "attachment.done", status: 409 });
    clock("08:20");
    await setVisitOnRoute(road.driver, { visitId });
    await expect(markVisitDoneWith(road.driver, await signed(road), input)).rejects.toMatchObject({
      code: "attachment.too_many",
    });
    const other = await createRoad(db());
    await expect(removePhoto(other.driver, removal)).rejects.toMatchObject({ status: 404 });
    // Another visit's photo is none of this stop.
    expect(await removePhoto(road.driver, { ...removal, visitId: road.stops[1] })).toMatchObject({ status: "applied" });
    expect(await attachmentsOf(road, visitId)).toHaveLength(4);
    for (const _twice of [1, 2]) expect(await removePhoto(road.driver, removal)).toMatchObject({ status: "applied" });
    expect((await attachmentsOf(road, visitId)).map(({ type }) => type)).toEqual(["photo", "photo", "signature"]);
    await markVisitDoneWith(road.driver, await signed(road), input);
    expect((await attachmentsOf(road, visitId)).map(({ type }) => type)).toEqual([
      "photo",
      "photo",
      "photo",
      "signature",
    ]);
    expect(filesIn(road.companyId)).toHaveLength(4);
  });

  it("takes the proof with the report; a removed template goes on asking", async () => {
    const road = await createRoad(db());
    const templateId = await asked(road);
    const input = { visitId: road.stops[0], confirmationType: "to_recipient", signatureName: "Ann Marxer" } as const;
    await expect(markVisitDoneWith(road.driver, await photos(road, 1), input)).rejects.toMatchObject({
      field: "signature",
    });
    await addAttachments(road.driver, { visitId: road.stops[0], files: await photos(road, 1) });
    // A removed template goes on asking.
    await removeConfirmationTemplates(db(), road.companyId, [templateId], NOW);
    const driving = await loadDriverRoute(road.driver, road.routeId);
    expect(driving.stops.map((stop) => stop.proof)).toEqual([
      {
        choices: [
          expect.objectContaining({ tag: "to_recipient", photo: 2, signature: 2 }),
          expect.objectContaining({ tag: "to_door" }),
        ],
        signatureName: "",
      },
      null,
      null,
    ]);
    expect(driving.stops.map((stop) => stop.pictures.map(({ type, shown }) => [type, shown]))).toEqual([
      [["photo", true]],
      [],
      [],
    ]);
    await markVisitDoneWith(road.driver, await received(road, [["signature", picture("step.png")]]), input);
    expect(await visitOf(road, road.stops[0])).toMatchObject({
      status: 4,
      confirmation_type: "to_recipient",
      signature_name: "Ann Marxer",
    });
    expect(await attachmentsOf(road, road.stops[0])).toHaveLength(2);
  });

  it.each(["too many photos", "no signature", "a question", "a visit off its route", "a fault of the program"])(
    "stores report and pictures together, or neither: %s",
    async (what) => {
      const road = await createRoad(db());
      await asked(road);
      const [first, second] = road.stops;
      const input = { visitId: first, confirmationType: "to_recipient", signatureName: "Ann Marxer" } as const;
      const all = await received(road, [
        ["photo", picture("door.jpg")],
        ["signature", picture("step.png")],
      ]);
      if (what === "too many photos") {
        await addAttachments(road.dispatcher, { visitId: first, files: await photos(road, 3) });
        await expect(markVisitDoneWith(road.dispatcher, all, input)).rejects.toMatchObject({
          code: "attachment.too_many",
        });
        expect((await attachmentsOf(road, first)).length).toBe(3);
      } else if (what === "no signature") {
        await expect(
          markVisitDoneWith(
            road.dispatcher,
            all.filter((one) => one.type === "photo"),
            input,
          ),
        ).rejects.toMatchObject({ field: "signature" });
        await storage.remove(all[1]!.key);
      } else if (what === "a question") {
        expect(await markVisitDoneWith(road.dispatcher, all, { visitId: second })).toMatchObject({ status: "confirm" });
      } else if (what === "a visit off its route") {
        await road.db("routing_visits").where({ id: first }).update({ route_id: null });
        await expect(markVisitDoneWith(road.dispatcher, all, input)).rejects.toMatchObject({ code: "visit.no_route" });
      } else {
        // The last thing that the transaction does.
        await road.db.schema.renameTable("plan_changes", "plan_changes_away");
        await expect(markVisitDoneWith(road.dispatcher, all, input)).rejects.toThrow(/plan_changes/);
        await road.db.schema.renameTable("plan_changes_away", "plan_changes");
      }
      const subject = what === "a question" ? second : first;
      const kept = what === "too many photos" ? 3 : 0;
      expect([(await attachmentsOf(road, subject)).length, filesIn(road.companyId).length]).toEqual([kept, kept]);
      expect((await visitOf(road, subject)).status).toBe(3);
      if (what === "a visit off its route") return;
      // Nothing stands in the way of the same again, with what was missing.
      if (kept > 0) await road.db("routing_visit_attachments").where({ visit_id: first }).delete();
      const again = await received(road, [
        ["photo", picture("door.jpg")],
        ["signature", picture("step.png")],
      ]);
      expect(
        await markVisitDoneWith(road.dispatcher, again, { ...input, visitId: subject, confirmed: true }),
      ).toMatchObject({ status: "applied" });
      expect((await visitOf(road, subject)).status).toBe(4);
      expect(await attachmentsOf(road, subject)).toHaveLength(2);
    },
  );

  it("takes an optional signature with its name alone, and a report without one", async () => {
    const road = await createRoad(db());
    const confirmation_settings = '{"to_mailbox":{"enabled":1,"photo":0,"signature":1}}';
    await road
      .db("companies")
      .where({ id: road.companyId })
      .update({ delivery_confirmation: 1, confirmation_settings });
    const signed = async () => received(road, [["signature", picture("step.png")]]);
    const input = { visitId: road.stops[0], confirmationType: "to_mailbox" } as const;
    const fault = {
      code: "visit.confirmation_required",
      status: 422,
      field: "signatureName",
      message: "Name is required",
    };
    await expect(
      markVisitDoneWith(road.driver, await signed(), { ...input, signatureName: " " }),
    ).rejects.toMatchObject(fault);
    expect((await visitOf(road, road.stops[0])).status).toBe(3);
    await markVisitDoneWith(road.driver, await signed(), { ...input, signatureName: "Ann Marxer" });
    expect(await visitOf(road, road.stops[0])).toMatchObject({ status: 4, signature_name: "Ann Marxer" });
    await markVisitDone(road.driver, { ...input, visitId: road.stops[1], signatureName: "Prefilled" });
    expect(await visitOf(road, road.stops[1])).toMatchObject({ status: 4, signature_name: "" });
  });

  it("falls back on the company's settings without a template; a name alone is no signature", async () => {
    const road = await createRoad(db());
    await road
      .db("companies")
      .where({ id: road.companyId })
      .update({ delivery_confirmation: 1, confirmation_settings: '{"to_door":{"enabled":1,"photo":0,"signature":0}}' });
    await expect(markVisitDone(road.driver, { visitId: road.stops[0] })).rejects.toMatchObject({
      field: "confirmationType",
    });
    await markVisitDone(road.driver, {
      visitId: road.stops[0],
      confirmationType: "to_door",
      signatureName: "Prefilled",
    });
    expect(await visitOf(road, road.stops[0])).toMatchObject({
      status: 4,
      confirmation_type: "to_door",
      signature_name: "",
    });
    // Done already: sent again it is no fault.
    await markVisitDone(road.driver, { visitId: road.stops[0] });
  });
});
