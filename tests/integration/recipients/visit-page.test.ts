import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { removePlan } from "~/db/repositories/plans.server";
import { raiseLinkRevision } from "~/db/repositories/tracking-links.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { markVisitFailed } from "~/features/driver/commands/mark-visit-failed.server";
import { attachmentFile } from "~/features/driver/queries/attachment-file.server";
import { loadRecipientRoute } from "~/features/recipients/queries/linked-pages.server";
import { loadLiveVisit } from "~/features/recipients/queries/live-pages.server";
import { recipientPicture } from "~/features/recipients/queries/picture.server";
import type { RoutePage } from "~/features/recipients/queries/route-page.server";
import { routeTrackingHash } from "~/planner/tracking-links.server";
import { services, setServices } from "~/services/container.server";
import { miniatureMaker } from "~/services/images/miniatures.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { createMember } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { bundledProgram } from "../../helpers/programs";
import { testServices } from "../../helpers/services";
import { at, createRoad, setWorld } from "../driver/road";
import { address, linkOf, NOBODY, open, send, useLinkedPages } from "./linked-page";

describe.each(databases())("the page of a visit's link on %s", (kind) => {
  const { database, prepared } = useLinkedPages(kind);

  it("answers first when: the window, the stops before, and what it rests on", async () => {
    const { road, link } = await prepared();
    const before = (await open(link)).page!;
    expect(before).toMatchObject({ stage: "road", what: "delivery", name: "Stop B", driver: "Dora" });
    expect(before.when).toMatchObject({ day: "Today", text: "1 stop before you." });
    expect(before.when.title).toMatch(/^Between \d\d:\d\d and \d\d:\d\d$/);
    setWorld(road.db, at("08:20"));
    await markVisitDone(road.dispatcher, { visitId: road.stops[0] });
    const after = (await open(link)).page!;
    expect(after.when).toMatchObject({
      text: "You are next.",
      basis: "Worked out from what the driver reported at 09:20.",
    });
    expect(after.version).not.toBe(before.version);
  });

  it("is not over before the shift of its route ends in the night, nor is the route's", async () => {
    const road = await createRoad(database().db, { routeStatus: 3 });
    const night = { work_hour_start: "22:00", work_hour_end: "24:00", overtime: 240 };
    await road.db("vehicles").where({ id: road.vehicleId }).update(night);
    const link = await linkOf(road, road.stops[1]);
    const route = {
      routeId: String(road.routeId),
      hash: await routeTrackingHash(road.db, road.companyId, road.routeId),
    };
    const routeTitle = async () => {
      const answer = await loadRecipientRoute({ request: new Request(address), params: route, context: NOBODY });
      return ((await answer.json()) as { page: RoutePage }).page.title;
    };
    setWorld(road.db, "2026-11-24 02:59:00");
    expect((await open(link)).page).toMatchObject({
      stage: "ready",
      when: { text: "The driver has not started yet." },
    });
    expect(await routeTitle()).toBe("Later than planned");
    expect((await send(link, { intent: "note", note: "Ring", safePlace: "" })).status).toBe(303);
    setWorld(road.db, "2026-11-24 03:00:00");
    expect((await open(link)).page).toMatchObject({ stage: "over", when: { day: "Yesterday" } });
    expect(await routeTitle()).toBe("The day is over");
  });

  it("says what is planned until that has passed, and then that it is later, while nobody has started", async () => {
    const road = await createRoad(database().db, { routeStatus: 3 });
    const link = await linkOf(road, road.stops[1]);
    const route = {
      routeId: String(road.routeId),
      hash: await routeTrackingHash(road.db, road.companyId, road.routeId),
    };
    const whenAt = async (time: string) => {
      setWorld(road.db, at(time));
      const answer = await loadRecipientRoute({ request: new Request(address), params: route, context: NOBODY });
      const { day: ofDay, title, text: ofRoute, stops } = ((await answer.json()) as { page: RoutePage }).page;
      const { day, title: own, text } = (await open(link)).page!.when;
      const told = (await loadLiveVisit(road.dispatcher, road.stops[1])).stop.told;
      return [`${day}: ${own}. ${text}`, told, `${ofDay}: ${title}. ${ofRoute} ${stops[1]!.time}`];
    };
    // Planned for 08:25 UTC, which is 09:25 in Vaduz.
    const planned = await whenAt("07:00");
    expect(planned).toEqual([
      "Today: Planned between 09:15 and 09:40. The driver has not started yet.",
      "between 09:15 and 09:40",
      "Today: Starts at 09:00. 3 stops. The driver has not started yet. 09:15–09:40",
    ]);
    expect(await whenAt("08:39")).toEqual([
      planned[0],
      planned[1],
      "Today: Later than planned. 3 stops. The driver has not started yet. 09:15–09:40",
    ]);
    for (const late of ["08:40", "10:25"])
      expect(await whenAt(late), late).toEqual([
        "Today: Later than planned. The driver has not started yet.",
        "later than planned",
        "Today: Later than planned. 3 stops. The driver has not started yet. ",
      ]);
  });

  it("tells no phone number, and nothing of other recipients", async () => {
    const { road, link } = await prepared();
    const own = JSON.stringify((await open(await linkOf(road, road.stops[0]))).page);
    expect(own).toContain("Rosa Recipient");
    for (const [text, others] of [
      [JSON.stringify((await open(link)).page), ["Rosa", "Aeulestrasse", "Stop A"]],
      [own, ["Stop B"]],
    ] as const) {
      for (const secret of ["777 66 55", "999 88 77", "Rosengasse", "Dora Driver", "Stop C", ...others])
        expect(text, secret).not.toContain(secret);
    }
    const route = {
      routeId: String(road.routeId),
      hash: await routeTrackingHash(road.db, road.companyId, road.routeId),
    };
    const answer = await loadRecipientRoute({ request: new Request(address), params: route, context: NOBODY });
    const { page } = (await answer.json()) as { page: RoutePage };
    expect(page).toMatchObject({ title: "Stop 1 of 3", driver: "Dora" });
    expect(page.stops.map(({ number, state, isNext }) => [number, state, isNext])).toEqual([
      [1, "left", true],
      [2, "left", false],
      [3, "left", false],
    ]);
    const text = JSON.stringify(page);
    for (const secret of ["Stop A", "Stop C", "Rosa", "Rosengasse", "Aeulestrasse", "777 66 55", "999 88 77", "47.15"])
      expect(text, secret).not.toContain(secret);
  });

  it("opens with its own hash alone, and not once it is revoked or expired", async () => {
    const { road, link } = await prepared();
    const other = await linkOf(road, road.stops[0]);
    for (const [params, status] of [
      [{ ...link, hash: other.hash }, 404],
      [{ ...link, hash: link.hash.slice(0, -1) }, 404],
      [{ ...link, visitId: "999999" }, 404],
      [{ ...link, visitId: `0${link.visitId}` }, 404],
      [{ ...link, visitId: "1 or 1" }, 404],
      [link, 200],
    ] as const)
      expect((await open(params)).status, JSON.stringify(params)).toBe(status);
    setWorld(road.db, "2026-11-30 22:59:00");
    expect((await open(link)).status).toBe(200);
    setWorld(road.db, "2026-11-30 23:00:00");
    expect((await open(link)).status).toBe(410);
    expect((await send(link, { intent: "note", note: "x", safePlace: "" })).status).toBe(404);
    setWorld(road.db, at("08:05"));
    await raiseLinkRevision(road.db, road.companyId, { kind: "visit", id: road.stops[1] }, at("08:05"));
    expect((await open(link)).status).toBe(404);
    expect((await open(await linkOf(road, road.stops[1]))).status).toBe(200);
  });

  it("stays closed when its plan is removed long after, and so do its pictures and the route's link", async () => {
    const miniatures = { of: () => Promise.resolve("small"), hasNone: () => false, close: () => Promise.resolve() };
    const { road, link } = await prepared();
    const row = { visit_id: road.stops[1], path: "x/photo.png", type: "photo" } as const;
    const photo = await insertAttachment(road.db, road.companyId, row, at("08:00"));
    await markVisitDone(road.dispatcher, { visitId: road.stops[1], confirmed: true });
    const route = {
      routeId: String(road.routeId),
      hash: await routeTrackingHash(road.db, road.companyId, road.routeId),
    };
    const statuses = async () => [
      (await open(link)).status,
      (await loadRecipientRoute({ request: new Request(address), params: route, context: NOBODY })).status,
    ];
    const later = "2027-01-22 08:05:00";
    setWorld(road.db, later);
    setServices(testServices({ ...services(), miniatures }));
    expect(await statuses()).toEqual([410, 410]);
    await removePlan(road.db, road.companyId, road.planId, later);
    expect(await statuses()).toEqual([410, 410]);
    const given = { id: link.visitId, hash: link.hash, ip: "192.0.2.7" };
    await expect(recipientPicture(given, String(photo), new Request(address))).rejects.toMatchObject({
      message: "Image not found",
    });
  });

  it("lets nobody guess on, and holds no right link back", async () => {
    const { link } = await prepared();
    const guess = () => open({ ...link, hash: "A".repeat(24) }, "192.0.2.66");
    for (let tries = 0; tries < 60; tries += 1) expect((await guess()).status).toBe(404);
    const last = await guess();
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await open(link, "192.0.2.66")).status).toBe(200);
  });

  it("gives back what was written in a form that comes too often", async () => {
    const { link } = await prepared();
    const fields = { intent: "note", note: "Ring twice", safePlace: "Behind the shed" };
    for (let times = 0; times < 20; times += 1) expect((await send(link, fields)).status).toBe(303);
    const { status, refused } = await send(link, fields);
    expect(status).toBe(429);
    expect(refused).toMatchObject({ message: expect.stringContaining("Please wait"), values: fields });
  });

  it("shows the pictures that the company allows, and no other visit's", async () => {
    const miniatures = { of: () => Promise.resolve(null), hasNone: () => false, close: () => Promise.resolve() };
    setServices(testServices({ ...services(), miniatures }));
    const { road, link } = await prepared();
    const add = async (visitId: number, type: "photo" | "signature") =>
      (
        await road.db("routing_visit_attachments").insert({
          company_id: road.companyId,
          visit_id: visitId,
          path: `x/${visitId}-${type}.png`,
          type,
          created_at: at("08:00"),
        })
      )[0]!;
    const [photo, signature, foreign] = [
      await add(road.stops[1], "photo"),
      await add(road.stops[1], "signature"),
      await add(road.stops[0], "photo"),
    ];
    const picture = (id: number) =>
      recipientPicture({ id: link.visitId, hash: link.hash, ip: "192.0.2.7" }, String(id), new Request(address));
    expect((await open(link)).page!.pictures).toEqual([]);
    await expect(picture(photo)).rejects.toMatchObject({ status: 404 });
    await markVisitDone(road.dispatcher, { visitId: road.stops[1], confirmed: true });
    expect((await open(link)).page!.pictures).toEqual([{ id: photo, type: "photo" }]);
    for (const id of [signature, foreign])
      await expect(picture(id)).rejects.toMatchObject({ message: "Image not found" });
    await road
      .db("companies")
      .where({ id: road.companyId })
      .update({ recipient_settings: '{"photo":false,"signature":true}' });
    expect((await open(link)).page!.pictures).toEqual([{ id: signature, type: "signature" }]);
  });

  it("gives the small picture or none: the original tells where its phone was", async () => {
    const { road, link } = await prepared();
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const root = mkdtempSync(path.join(tmpdir(), "route-platform-recipients-"));
    const program = await bundledProgram("app/services/images/make-miniature.worker.ts");
    try {
      const storage = localDiskStorage(root);
      const miniatures = miniatureMaker(program.file, storage);
      setServices(testServices({ ...services(), storage, miniatures }));
      const door = readFileSync("tests/fixtures/pictures/door.jpg");
      const add = async (name: string, content: Uint8Array) => {
        const key = `companies/${road.companyId}/visits/${name}.jpg`;
        await storage.write(
          key,
          (async function* () {
            yield content;
          })(),
        );
        const row = { visit_id: road.stops[1], path: key, type: "photo" } as const;
        return insertAttachment(road.db, road.companyId, row, at("08:00"));
      };
      const whole = await add("whole", door);
      const damaged = await add("damaged", Buffer.concat([door.subarray(0, 40), Buffer.from("GPS 47.14")]));
      await markVisitDone(road.dispatcher, { visitId: road.stops[1], confirmed: true });
      const shown = async () => (await open(link)).page!.pictures.map(({ id }) => id);
      const picture = (id: number) =>
        recipientPicture({ id: link.visitId, hash: link.hash, ip: "192.0.2.7" }, String(id), new Request(address));
      expect(await shown()).toEqual([whole, damaged]);
      const answer = await picture(whole);
      expect(answer.headers.get("Content-Type")).toBe("image/webp");
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store, no-transform");
      expect(answer.headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
      await answer.arrayBuffer();
      await expect(picture(damaged)).rejects.toMatchObject({ status: 404 });
      expect(await shown()).toEqual([whole]);
      await expect(picture(damaged)).rejects.toMatchObject({ status: 404 });
      // Members open it as it is.
      const original = await attachmentFile(road.dispatcher, damaged, new Request(address));
      expect(await original.text()).toContain("GPS 47.14");
    } finally {
      program.remove();
      rmSync(root, { recursive: true, force: true });
      warned.mockRestore();
    }
  });

  it("says why it failed, and whom to ask", async () => {
    const { road, link } = await prepared();
    await markVisitFailed(road.dispatcher, {
      visitId: road.stops[1],
      failReasonId: 7,
      failNote: "rude words",
      confirmed: true,
    });
    const { page } = await open(link);
    expect(page).toMatchObject({ stage: "failed", contact: { phone: "+423 100 20 30", email: "desk@co.example" } });
    expect(page!.when.text).toMatch(/^The driver was there at \d\d:\d\d\.$/);
    expect(JSON.stringify(page)).not.toContain("rude words");
    // A new company has its owner's e-mail, with which they sign in.
    const owner = (await road.db("users").where({ id: road.ownerId }).first())!;
    await road.db("companies").where({ id: road.companyId }).update({ email: owner.email });
    expect((await open(link)).page!.contact).toMatchObject({ phone: "+423 100 20 30", email: "" });
    await road.db("companies").where({ id: road.companyId }).update({ recipient_settings: '{"contact":false}' });
    expect((await open(link)).page!.contact).toMatchObject({ phone: "", email: "" });
  });

  it.each(["handed over", "has another e-mail", "removed"])(
    "tells nobody the e-mail of an owner who is %s, nor one of the team",
    async (what) => {
      const { road, link } = await prepared();
      const owner = (await road.db("users").where({ id: road.ownerId }).first())!;
      await road.db("companies").where({ id: road.companyId }).update({ email: owner.email });
      await createMember(road.db, road.companyId, { user_id: owner.id, email: owner.email });
      const users = () => road.db("users").where({ id: owner.id });
      if (what === "handed over")
        await road.db("companies").where({ id: road.companyId }).update({ user_id: road.driverUserId });
      else if (what === "removed") await users().update({ deleted_at: at("08:00") });
      else await users().update({ email: `other-${owner.email}` });
      expect((await open(link)).page!.contact).toMatchObject({ phone: "+423 100 20 30", email: "" });
    },
  );

  it("offers nothing that the company has switched off", async () => {
    const { road, link } = await prepared();
    await road
      .db("companies")
      .where({ id: road.companyId })
      .update({ recipient_settings: '{"requests":false,"rating":false,"driverName":false}' });
    expect((await open(link)).page).toMatchObject({ wishes: null, driver: "" });
    expect((await send(link, { intent: "note", note: "x", safePlace: "" })).status).toBe(403);
    expect((await send(link, { intent: "window", from: "16:00", to: "17:00" })).status).toBe(403);
    await markVisitDone(road.dispatcher, { visitId: road.stops[1], confirmed: true });
    expect((await open(link)).page!.rating).toBeNull();
    expect((await send(link, { intent: "rate", stars: "5", comment: "" })).status).toBe(403);
  });

  it("shows where the vehicle is when it is next or close, and not when that is long ago", async () => {
    const { road, link } = await prepared();
    const seen = async () => (await open(link)).page!.map?.vehicle ?? null;
    const position = { company_id: road.companyId, route_id: road.routeId, lat: 47.2, lng: 9.6, taken_at: at("08:04") };
    await road.db("latest_positions").insert(position);
    expect(await seen()).toBeNull();
    await road.db("latest_positions").update({ lat: 47.161, lng: 9.52 });
    expect(await seen()).toMatchObject({ lat: 47.161 });
    await road.db("latest_positions").update({ lat: 47.2, lng: 9.6 });
    await markVisitDone(road.dispatcher, { visitId: road.stops[0] });
    expect(await seen()).toMatchObject({ lat: 47.2 });
    await road.db("latest_positions").update({ taken_at: at("07:45") });
    expect(await seen()).toBeNull();
    await road.db("latest_positions").update({ taken_at: at("08:04") });
    await road.db("companies").where({ id: road.companyId }).update({ recipient_settings: '{"vehicle":false}' });
    expect(await seen()).toBeNull();
  });
});
