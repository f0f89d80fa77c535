import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeStrayFiles } from "~/boot/stray-files.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { takeOutOfTable } from "~/db/rights/person-words.server";
import { ShortPieces } from "~/db/short-pieces.server";
import { personFinder } from "~/domain/rights/person-in-text";
import { addSeconds } from "~/domain/time/utc-text";
import {
  eraseClosedCompanies,
  erasePeople,
  removeOldProofs,
  startErasing,
} from "~/features/rights/run/erasures.server";
import type { Erasing } from "~/features/rights/run/erasures.server";
import { setServices } from "~/services/container.server";
import { ChildTaskError } from "~/services/child/limited-child.server";
import { convertFile } from "~/services/spreadsheet/convert";
import { readRows } from "~/services/spreadsheet/rows-file";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import type { FileStorage } from "~/services/storage/storage";
import { createCompany, createUser, createVisits, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";

const DAY = 24 * 3600;
const root = mkdtempSync(path.join(tmpdir(), "route-platform-apart-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(databases())("erasing one after the other on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let folder = "";
  let storage: FileStorage;
  beforeEach(() => {
    folder = mkdtempSync(path.join(root, "files-"));
    storage = localDiskStorage(folder);
  });

  const erasing = (changes: Partial<Erasing> = {}): Erasing => ({
    db: db(),
    storage,
    now: NOW,
    spreadsheets: {
      convert: (file, name, target) => Promise.resolve(convertFile(readFileSync(file), name, target)),
      rows: readRows,
    },
    ...changes,
  });
  /** A storage of which some files can't be removed. */
  const stuck = (isStuck: (key: string) => boolean): FileStorage => ({
    ...storage,
    remove: (key) => (isStuck(key) ? Promise.reject(new Error(`stuck: ${key}`)) : storage.remove(key)),
  });
  const wantsToGo = async (userId: number, secondsAgo: number): Promise<void> => {
    const at = addSeconds(NOW, -secondsAgo);
    await db()("users").where({ id: userId }).update({ erase_at: at, deleted_at: at });
  };
  const erasedAt = (table: "users" | "companies", ids: readonly number[]) =>
    db()(table)
      .whereIn("id", [...ids])
      .orderBy("id")
      .pluck("erased_at");
  /** @param text null: the file isn't there */
  const addSheet = async ({ companyId }: TestCompany, text: string | null): Promise<{ id: number; file: string }> => {
    const key = `companies/${companyId}/sheets/day.csv`;
    const file = path.join(folder, key);
    mkdirSync(path.dirname(file), { recursive: true });
    if (text !== null) writeFileSync(file, text);
    const named = { title: "day.csv", file_name: "day.csv", file_path: key, created_at: NOW, updated_at: NOW };
    const [id] = await db()("routing_sheets").insert({ company_id: companyId, ...named });
    return { id: id as number, file };
  };
  const pathOf = async (sheetId: number) => (await db()("routing_sheets").where({ id: sheetId }).first())?.file_path;

  describe("people", () => {
    let first: TestCompany;
    let second: TestCompany;
    let both: number[];
    beforeEach(async () => {
      first = await createCompany(db());
      second = await createCompany(db());
      both = [first.driverUserId, second.driverUserId];
      await wantsToGo(first.driverUserId, 60);
      await wantsToGo(second.driverUserId, 30);
    });

    it("goes on where a process was killed between a spreadsheet's file and its row", async () => {
      const { id } = await addSheet(first, null);
      expect(await erasePeople(erasing())).toBe(2);
      expect(await pathOf(id)).toBeNull();
      expect(await erasedAt("users", both)).toEqual([NOW, NOW]);
    });

    it("forgets a spreadsheet that the program can't read, and none for a disk that is full", async () => {
      const { id, file } = await addSheet(first, "Name\nAnn\n");
      const failing = (words: string): Erasing =>
        erasing({ spreadsheets: { convert: () => Promise.reject(new ChildTaskError(words)), rows: readRows } });
      await expect(erasePeople(failing("Error: ENOSPC: no space left on device, write"))).rejects.toThrow("ENOSPC");
      expect([await pathOf(id), existsSync(file)]).toEqual([expect.stringContaining("day.csv"), true]);
      expect(await erasedAt("users", both)).toEqual([null, NOW]);
      expect(await erasePeople(failing("TypeError: The file makes no sense."))).toBe(1);
      expect([await pathOf(id), existsSync(file)]).toEqual([null, false]);
      expect(await erasedAt("users", both)).toEqual([NOW, NOW]);
    });

    it("leaves a spreadsheet's rows where they are swept when the process is killed", async () => {
      const { file } = await addSheet(first, "Name\nAnn\n");
      const targets: string[] = [];
      const { spreadsheets } = erasing();
      const seen: Erasing["spreadsheets"] = {
        ...spreadsheets,
        convert: (from, name, target, asker) => {
          targets.push(target);
          return spreadsheets.convert(from, name, target, asker);
        },
      };
      await erasePeople(erasing({ spreadsheets: seen }));
      expect([targets.map(existsSync), existsSync(file)]).toEqual([[false], true]);
      writeFileSync(targets[0]!, "what a killed process leaves");
      const inDays = (days: number) => Date.now() + days * DAY * 1000;
      expect(await removeStrayFiles(db(), storage, inDays(0.9))).toBe(0);
      expect(await removeStrayFiles(db(), storage, inDays(1.1))).toBe(1);
      expect([targets.map(existsSync), existsSync(file)]).toEqual([[false], true]);
    });

    it("erases the next one when one fails, and tells of the failure", async () => {
      await db()("users").where({ id: first.driverUserId }).update({ image: "users/face.jpg" });
      const storageOfOne = stuck((key) => key === "users/face.jpg");
      await expect(erasePeople(erasing({ storage: storageOfOne }))).rejects.toThrow("stuck: users/face.jpg");
      expect(await erasedAt("users", both)).toEqual([null, NOW]);
      expect(await erasePeople(erasing())).toBe(1);
      expect(await erasedAt("users", both)).toEqual([NOW, NOW]);
    });

    it("gets to the next one where more fail than it looks for at once", async () => {
      for (let nth = 0; nth < 21; nth += 1)
        await wantsToGo(await createUser(db(), { image: `users/stuck-${nth}.jpg` }), 100);
      const many = stuck((key) => key.startsWith("users/stuck-"));
      await expect(erasePeople(erasing({ storage: many }))).rejects.toThrow("stuck: users/stuck-");
      expect(await erasedAt("users", both)).toEqual([NOW, NOW]);
      expect([await erasePeople(erasing()), await erasePeople(erasing())]).toEqual([20, 1]);
    });

    it("tells of the one that failed before it was told to end", async () => {
      const third = await createUser(db());
      await wantsToGo(third, 10);
      const stop = new AbortController();
      const ending: FileStorage = {
        ...storage,
        remove(key) {
          if (key === "users/stuck.jpg") return Promise.reject(new Error("stuck"));
          if (key === "users/face.jpg") stop.abort(new Error("The server is stopping."));
          return storage.remove(key);
        },
      };
      for (const [id, image] of [
        [first.driverUserId, "users/stuck.jpg"],
        [second.driverUserId, "users/face.jpg"],
      ] as const)
        await db()("users").where({ id }).update({ image });
      await expect(erasePeople(erasing({ storage: ending, signal: stop.signal }))).rejects.toThrow("stuck");
      expect(await erasedAt("users", [...both, third])).toEqual([null, NOW, null]);
      expect(await erasePeople(erasing())).toBe(2);
    });

    it("ends between two of them when it is told to", async () => {
      const stop = new AbortController();
      const ending = stuck(() => {
        stop.abort(new Error("The server is stopping."));
        return false;
      });
      await db()("users").where({ id: first.driverUserId }).update({ image: "users/face.jpg" });
      await expect(erasePeople(erasing({ storage: ending, signal: stop.signal }))).rejects.toThrow("is stopping");
      expect(await erasedAt("users", both)).toEqual([NOW, null]);
      expect(await erasePeople(erasing())).toBe(1);
    });
  });

  describe("people, as long as the server runs", () => {
    afterEach(() => {
      vi.useRealTimers();
      setServices(undefined);
      setDatabase(undefined);
    });

    /** @param work stands in for the storage's removal of a person's picture, and may stop the rounds */
    async function whileTwoWait(work: (stop: () => void) => Promise<void>): Promise<unknown[]> {
      const ids = [await createUser(db(), { image: "users/face.jpg" }), await createUser(db())];
      for (const [nth, id] of ids.entries()) await wantsToGo(id, 60 - nth);
      let stopped: Promise<void> | undefined;
      const isStopped = new Promise<void>((resolve) => {
        const stop = () => {
          stopped = rounds.stop();
          resolve();
        };
        const remove = (key: string) => (key === "users/face.jpg" ? work(stop) : storage.remove(key));
        const clock = { nowMs: () => Date.parse(`${NOW}Z`) };
        const spreadsheets = { ...erasing().spreadsheets, close: () => Promise.resolve() };
        setServices(testServices({ clock, spreadsheets, storage: { ...storage, remove } }));
      });
      setDatabase(db());
      // The first round comes after a while; all that it waits for is real.
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const rounds = startErasing();
      vi.advanceTimersByTime(10_000);
      vi.useRealTimers();
      await isStopped;
      await stopped;
      return erasedAt("users", ids);
    }

    it("lets a stop wait for the piece at hand alone", async () => {
      expect(
        await whileTwoWait((stop) => {
          stop();
          return Promise.resolve();
        }),
      ).toEqual([NOW, null]);
    });

    it("counts what a stop cuts off as nobody's failure", async () => {
      expect(
        await whileTwoWait((stop) => {
          stop();
          return Promise.reject(new Error("cut off"));
        }),
      ).toEqual([null, null]);
    });
  });

  it("takes no more rows of a table at a time than a short transaction is to have", async () => {
    const { companyId, planId } = await createCompany(db());
    const note = "Ask gone@example.org";
    const visits = Array.from({ length: 130 }, () => ({ plan_id: planId, recipient_note: note }));
    await createVisits(db(), companyId, visits);
    const words = { contacts: ["gone@example.org"], names: [] };
    const known = { words, finder: personFinder(words, "Somebody") };
    const stop = new AbortController();
    const pieces = new ShortPieces(db(), stop.signal);
    const work = takeOutOfTable(db(), pieces, {
      table: "routing_visits",
      person: { pseudonym: "Somebody", proven: known, inTeam: known },
      // The first piece is finished all the same.
      scope: (query) => (stop.abort(new Error("The server is stopping.")), query.where({ company_id: companyId })),
    });
    await expect(work).rejects.toThrow("is stopping");
    const left = await db()("routing_visits").where({ company_id: companyId, recipient_note: note });
    expect(left.length).toBeGreaterThanOrEqual(30);
    expect(left.length).toBeLessThan(130);
  });

  it("erases the next company when one fails, and tells of the failure", async () => {
    const [one, other] = [await createCompany(db()), await createCompany(db())];
    const { file } = await addSheet(one, "Name\nAnn\n");
    const key = path.relative(folder, file);
    for (const [{ companyId }, days] of [
      [one, 40],
      [other, 31],
    ] as const)
      await db()("companies")
        .where({ id: companyId })
        .update({ deleted_at: addSeconds(NOW, -days * DAY) });
    const ids = [one.companyId, other.companyId];
    await expect(eraseClosedCompanies(erasing({ storage: stuck((at) => at === key) }))).rejects.toThrow(key);
    expect(await erasedAt("companies", ids)).toEqual([null, NOW]);
    await eraseClosedCompanies(erasing());
    expect(await erasedAt("companies", ids)).toEqual([NOW, NOW]);
  });

  it("removes the old proofs of the next company when those of one fail, and tells of the failure", async () => {
    const companies = [await createCompany(db()), await createCompany(db())];
    const keyOf = (companyId: number): string => `companies/${companyId}/visits/door.jpg`;
    for (const { companyId, visitIds } of companies) {
      await db()("companies").where({ id: companyId }).update({ proofs_kept_days: 30 });
      const proof = { visit_id: visitIds[0]!, path: keyOf(companyId), type: "photo" } as const;
      await insertAttachment(db(), companyId, proof, addSeconds(NOW, -31 * DAY));
    }
    const ids = companies.map(({ companyId }) => companyId);
    const left = () => db()("routing_visit_attachments").whereIn("company_id", ids).pluck("company_id");
    const stuckKey = keyOf(ids[0]!);
    await expect(removeOldProofs(erasing({ storage: stuck((key) => key === stuckKey) }))).rejects.toThrow(stuckKey);
    expect(await left()).toEqual([ids[0]]);
    expect(await removeOldProofs(erasing())).toBe(1);
    expect(await left()).toEqual([]);
  });
});
