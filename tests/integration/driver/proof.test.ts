import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAttachments, removeAttachment } from "~/features/driver/commands/attachments.server";
import { markVisitDone, markVisitDoneWith } from "~/features/driver/commands/mark-visit-done.server";
import { setVisitOnRoute } from "~/features/driver/commands/set-visit-on-route.server";
import { proofOf, receiveProof } from "~/features/driver/proof-files.server";
import type { ProofFile } from "~/features/driver/proof-files.server";
import { attachmentFile, previewImage } from "~/features/driver/queries/attachment-file.server";
import { loadDriverRoute } from "~/features/driver/queries/driver-route.server";
import { loadVisitDetails } from "~/features/planning/visit-panel/visit-details.server";
import {
  insertConfirmationTemplate,
  removeConfirmationTemplates,
} from "~/db/repositories/confirmation-templates.server";
import { setServices } from "~/services/container.server";
import { miniatureMaker } from "~/services/images/miniatures.server";
import { testRouting } from "../../helpers/routing";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { bundledProgram } from "../../helpers/programs";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { at, createRoad, forgetWorld, listen, setWorld, visitOf } from "./road";
import type { Road } from "./road";

const root = mkdtempSync(path.join(tmpdir(), "route-platform-proof-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const PICTURES = "tests/fixtures/pictures";
const picture = (name: string, as = name) => new File([readFileSync(path.join(PICTURES, name))], as);

const asking = (query = "", headers: Record<string, string> = {}) =>
  new Request(`http://localhost/platform/picture${query}`, { headers });

describe.each(databases())("photos, signatures and the proof of a visit on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  const storage = localDiskStorage(path.join(root, kind));
  let program: Awaited<ReturnType<typeof bundledProgram>>;
  beforeAll(async () => {
    program = await bundledProgram("app/services/images/make-miniature.worker.ts");
  });
  afterAll(() => program.remove());
  const filesIn = (companyId: number): string[] => {
    const folder = path.join(root, kind, `companies/${companyId}/visits`);
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  beforeEach(() => {
    setWorld(db(), at("08:15"));
    setServices(
      testServices({
        clock: { nowMs: () => Date.parse("2026-11-23T08:15:00Z") },
        routing: testRouting(),
        storage,
        miniatures: miniatureMaker(program.file, storage),
      }),
    );
  });
  afterEach(forgetWorld);

  const received = async (road: Road, fields: [string, File][]): Promise<ProofFile[]> => {
    const form = new FormData();
    for (const [field, file] of fields) form.append(field, file);
    const request = new Request("http://localhost/x", { method: "POST", body: form });
    return proofOf((await receiveProof(request, road.companyId)).files);
  };
  const photos = (road: Road, count: number) =>
    received(
      road,
      Array.from({ length: count }, () => ["photo", picture("door.jpg")] as [string, File]),
    );
  const attachmentsOf = (road: Road, visitId: number) =>
    road.db("routing_visit_attachments").where({ visit_id: visitId }).orderBy("id");
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

  it("keeps pictures under names of our own, tells the others, and shows them in the panel", async () => {
    const road = await createRoad(db());
    const published = listen(db());
    const files = await received(road, [
      ["photo", picture("door.jpg", "../../etc/passwd.jpg")],
      ["signature", picture("step.png")],
      ["other", picture("door.jpg")],
    ]);
    expect(files.map((file) => file.key)).toEqual([
      expect.stringMatching(/^companies\/\d+\/visits\/[0-9a-f-]{36}\.jpg$/),
      expect.stringMatching(/\.png$/),
    ]);
    await addAttachments(road.driver, { visitId: road.stops[0], files, tab: "tab:1:t" });
    expect(await attachmentsOf(road, road.stops[0])).toMatchObject([
      { type: "photo", company_id: road.companyId },
      { type: "signature" },
    ]);
    expect(published).toMatchObject([
      { model: "RoutingVisit", ids: [road.stops[0]], planId: road.planId, routeId: road.routeId, except: "tab:1:t" },
    ]);
    expect((await loadVisitDetails(road.dispatcher, road.stops[0])).attachments).toMatchObject([
      { type: "photo", shown: true },
      { type: "signature", shown: true },
    ]);
    await addAttachments(road.driver, {
      visitId: road.stops[0],
      files: await received(road, [["photo", picture("scripted.svg")]]),
    });
    const { pictures } = (await loadDriverRoute(road.driver, road.routeId)).stops[0]!;
    expect(pictures.map(({ type, shown }) => [type, shown])).toEqual([
      ["photo", true],
      ["signature", true],
      ["photo", false],
    ]);
  });

  it("gives a picture as what it is; one that may hold scripts only to save", async () => {
    const road = await createRoad(db());
    const [photo, drawing] = await addAttachments(road.driver, {
      visitId: road.stops[0],
      files: await received(road, [
        ["photo", picture("door.jpg", "photo.exe.jpg")],
        ["photo", picture("scripted.svg", "picture.png")],
      ]),
    });
    const shown = await attachmentFile(road.dispatcher, photo!, asking());
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "content-disposition": `inline; filename="photo-${photo}.jpg"`,
    });
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(readFileSync(path.join(PICTURES, "door.jpg")));
    expect(
      (await attachmentFile(road.dispatcher, photo!, asking("?save=1"))).headers.get("Content-Disposition"),
    ).toMatch(/^attachment/);
    const saved = await attachmentFile(road.driver, drawing!, asking());
    expect([
      saved.headers.get("Content-Type"),
      saved.headers.get("Content-Disposition"),
      saved.headers.get("Content-Security-Policy"),
    ]).toEqual(["image/svg+xml", expect.stringMatching(/^attachment/), "default-src 'none'; sandbox"]);
  });

  it("refuses what is no picture, whatever its name says, and more than three; nothing is kept", async () => {
    const road = await createRoad(db());
    await expect(received(road, [["photo", new File(["<html>"], "photo.jpg")]])).rejects.toMatchObject({
      status: 422,
      field: "photo",
      message: 'The file "photo.jpg" does not image.',
    });
    await expect(
      received(road, [
        ["photo", picture("door.jpg")],
        ["photo", new File(["%PDF"], "a.pdf")],
      ]),
    ).rejects.toMatchObject({ message: 'The file "a.pdf" does not image.' });
    for (const name of ["door.jpg", "step.png"]) {
      const bytes = readFileSync(path.join(PICTURES, name));
      const half = new File([bytes.subarray(0, bytes.byteLength >> 1)], name);
      await expect(received(road, [["photo", half]])).rejects.toMatchObject({
        status: 422,
        message: `The file "${name}" has wrong format.`,
      });
    }
    await expect(photos(road, 4)).rejects.toMatchObject({
      message: "A visit can have 3 photos at most. Remove one first.",
    });
    expect(filesIn(road.companyId)).toEqual([]);
    await addAttachments(road.driver, { visitId: road.stops[0], files: await photos(road, 2) });
    await expect(
      addAttachments(road.driver, { visitId: road.stops[0], files: await photos(road, 2) }),
    ).rejects.toMatchObject({ code: "attachment.too_many", status: 409 });
    expect([(await attachmentsOf(road, road.stops[0])).length, filesIn(road.companyId).length]).toEqual([2, 2]);
  });

  it("refuses pictures of more bytes or pixels than a phone can show; nothing is kept", async () => {
    const road = await createRoad(db());
    const wide = readFileSync(path.join(PICTURES, "step.png"));
    wide.writeUInt32BE(20_000, 16);
    wide.writeUInt32BE(20_000, 20);
    const large = new File([readFileSync(path.join(PICTURES, "door.jpg")), Buffer.alloc(15_000_000)], "large.jpg");
    const cut = new File([readFileSync(path.join(PICTURES, "door.jpg")).subarray(0, 4)], "cut.jpg");
    await expect(
      received(road, [
        ["photo", picture("door.jpg")],
        ["photo", new File([wide], "wide.png")],
      ]),
    ).rejects.toMatchObject({
      status: 422,
      field: "photo",
      message: expect.stringContaining("20000 × 20000 pixels (400 megapixels)"),
    });
    await expect(received(road, [["photo", large]])).rejects.toMatchObject({
      status: 422,
      message: 'The picture "large.jpg" is larger than 15 MB. Save it with fewer pixels and add it again.',
    });
    await expect(received(road, [["signature", cut]])).rejects.toMatchObject({
      field: "signature",
      message: 'The picture "cut.jpg" is damaged. Take or save it again.',
    });
    expect(filesIn(road.companyId)).toEqual([]);
  });

  it("gives a picture in parts, and made small; both go with it", async () => {
    const road = await createRoad(db());
    const [id, drawing] = await addAttachments(road.driver, {
      visitId: road.stops[0],
      files: await received(road, [
        ["photo", picture("door.jpg")],
        ["photo", picture("scripted.svg")],
      ]),
    });
    const [photo, svg] = await attachmentsOf(road, road.stops[0]);
    const part = await attachmentFile(road.driver, id!, asking("", { Range: "bytes=0-9" }));
    expect([part.status, part.headers.get("Content-Range"), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      "bytes 0-9/3240",
      10,
    ]);

    const preview = (session: typeof road.driver, of: string, w = 100) =>
      previewImage(session, asking(`?path=${encodeURIComponent(of)}&w=${w}&h=${w}`));
    const small = await preview(road.driver, photo!.path);
    expect([small.status, small.headers.get("Content-Type"), small.headers.get("Cache-Control")]).toEqual([
      200,
      "image/webp",
      "private, max-age=86400, immutable, no-transform",
    ]);
    expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(100);
    expect(filesIn(road.companyId)).toHaveLength(3);

    const other = await createRoad(db());
    const colleague = sessionOf(road, { memberId: road.driverId + 1000, isDriver: true }, road.driverUserId);
    for (const session of [other.dispatcher, colleague])
      await expect(preview(session, photo!.path)).rejects.toMatchObject({ status: 404 });
    // Never shown, no picture's path, no size.
    for (const [of, w] of [
      [svg!.path, 100],
      [`${photo!.path}.100.webp`, 100],
      ["../platform.sqlite", 100],
      [photo!.path, 0],
      [photo!.path, 5_000],
    ] as const) {
      await expect(preview(road.driver, of, w)).rejects.toMatchObject({ status: 404 });
    }
    await removeAttachment(road.dispatcher, { attachmentId: id! });
    await removeAttachment(road.dispatcher, { attachmentId: drawing! });
    expect(filesIn(road.companyId)).toEqual([]);
  });

  it("counts two uploads at the same moment one after the other", async () => {
    const road = await createRoad(db());
    const both = await Promise.all([photos(road, 2), photos(road, 2)]);
    const done = await Promise.allSettled(
      both.map((files) => addAttachments(road.driver, { visitId: road.stops[0], files })),
    );
    expect(done.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await attachmentsOf(road, road.stops[0])).toHaveLength(2);
  });

  it("is applied once when the phone sends it twice", async () => {
    const road = await createRoad(db());
    for (let time = 1; time <= 2; time += 1)
      await markVisitDoneWith(road.driver, await photos(road, 2), { visitId: road.stops[0], commandId: "c-1" });
    expect([(await attachmentsOf(road, road.stops[0])).length, filesIn(road.companyId).length]).toEqual([2, 2]);
  });

  it("deletes a picture with its file", async () => {
    const road = await createRoad(db());
    const [id] = await addAttachments(road.driver, { visitId: road.stops[0], files: await photos(road, 1) });
    expect(await removeAttachment(road.dispatcher, { attachmentId: id! })).toEqual({
      type: "photo",
      visitId: road.stops[0],
    });
    expect(filesIn(road.companyId)).toEqual([]);
    await expect(attachmentFile(road.dispatcher, id!, asking())).rejects.toMatchObject({ status: 404 });
  });

  it("is nothing for other companies, other drivers, and members without a role", async () => {
    const road = await createRoad(db());
    const other = await createRoad(db());
    const [id] = await addAttachments(road.driver, { visitId: road.stops[0], files: await photos(road, 1) });
    const colleague = sessionOf(road, { memberId: road.driverId + 1000, isDriver: true }, road.driverUserId);
    const nobody = sessionOf(road, { memberId: road.driverId + 2000 }, road.ownerId);
    for (const [session, status] of [
      [other.dispatcher, 404],
      [other.driver, 404],
      [colleague, 404],
      [nobody, 403],
    ] as const) {
      await expect(attachmentFile(session, id!, asking())).rejects.toMatchObject({ status });
      await expect(removeAttachment(session, { attachmentId: id! })).rejects.toMatchObject({ status });
      await expect(
        addAttachments(session, { visitId: road.stops[0], files: await photos(road, 1) }),
      ).rejects.toMatchObject({ status });
      await expect(markVisitDone(session, { visitId: road.stops[0] })).rejects.toMatchObject({ status });
    }
    await expect(attachmentFile(nobody, id!, asking())).rejects.toMatchObject({ message: "You have no access" });
    expect(filesIn(road.companyId)).toHaveLength(1);
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
