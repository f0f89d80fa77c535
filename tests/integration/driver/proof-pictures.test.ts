import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAttachments, removeAttachment } from "~/features/driver/commands/attachments.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { attachmentFile, previewImage } from "~/features/driver/queries/attachment-file.server";
import { loadDriverRoute } from "~/features/driver/queries/driver-route.server";
import { loadVisitDetails } from "~/features/planning/visit-panel/visit-details.server";
import { miniatureMaker } from "~/services/images/miniatures.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { bundledProgram } from "../../helpers/programs";
import { sessionOf } from "../../helpers/sessions";
import { attachmentsOf, photos, picture, PICTURES, received, useProofWorld } from "./proof-world";
import { createRoad, listen } from "./road";

const asking = (query = "", headers: Record<string, string> = {}) =>
  new Request(`http://localhost/platform/picture${query}`, { headers });

describe.each(databases())("photos and signatures of a visit on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let program: Awaited<ReturnType<typeof bundledProgram>>;
  beforeAll(async () => {
    program = await bundledProgram("app/services/images/make-miniature.worker.ts");
  });
  afterAll(() => program.remove());
  const { filesIn } = useProofWorld(db, (storage) => ({ miniatures: miniatureMaker(program.file, storage) }));

  // @spec PC-3.30
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

  // @spec PC-7.40
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

  // @spec PC-3.26 PC-3.27
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
    const signatures = Array.from({ length: 4 }, () => ["signature", picture("step.png")] as [string, File]);
    await expect(received(road, signatures)).rejects.toMatchObject({
      message: "A visit can have 3 signatures at most. Remove one first.",
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

  // @spec PC-7.41
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

  it("leaves a driver what proves a stop that is done; a dispatcher may delete it", async () => {
    const road = await createRoad(db());
    const [visitId] = road.stops;
    const drawing = await received(road, [["signature", picture("step.png")]]);
    const [photo, other] = await addAttachments(road.driver, { visitId, files: await photos(road, 2) });
    const [signature] = await addAttachments(road.driver, { visitId, files: drawing });
    const removal = (attachmentId: number) => removeAttachment(road.driver, { attachmentId });
    // While the stop is open, they take a photo away to make room for another one. A signature is no such thing.
    expect(await removal(other!)).toEqual({ type: "photo", visitId });
    await expect(removal(signature!)).rejects.toMatchObject({ status: 409, code: "attachment.signature" });
    await markVisitDone(road.driver, { visitId, confirmed: true });
    for (const id of [photo!, signature!])
      await expect(removal(id)).rejects.toMatchObject({ status: 409, code: "attachment.done" });
    await db()("routing_routes").where({ id: road.routeId }).update({ status: 5 });
    for (const id of [photo!, signature!])
      await expect(removal(id)).rejects.toMatchObject({ status: 409, code: "route.not_on_route" });
    expect(await attachmentsOf(road, visitId)).toHaveLength(2);
    const planner = sessionOf(road, { memberId: road.driverId, isDriver: true, isDispatcher: true }, road.driverUserId);
    await removeAttachment(planner, { attachmentId: photo! });
    await removeAttachment(road.dispatcher, { attachmentId: signature! });
    expect(await attachmentsOf(road, visitId)).toEqual([]);
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
});
