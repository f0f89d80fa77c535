import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { runHousekeeping } from "~/db/housekeeping.server";
import { addRoadTask, listOpenRoadTasks, settleRoadTask } from "~/db/repositories/road-tasks.server";
import { insertSheet } from "~/db/repositories/sheets.server";
import { updateUser } from "~/db/repositories/users.server";
import { addSeconds } from "~/domain/time/utc-text";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import type { FileStorage } from "~/services/storage/storage";
import { removeStrayFiles } from "~/boot/stray-files.server";
import { createCompany, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { reportTask } from "../../helpers/report-tasks";

const root = mkdtempSync(path.join(tmpdir(), "route-platform-stray-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const HOUR_MS = 3600_000;
const NOW_MS = Date.parse("2026-11-21T06:00:00Z");

describe.each(databases())("files without a row on %s", (kind) => {
  const database = useTestDatabase(kind);
  let folder: string;
  let storage: FileStorage;
  beforeEach(() => {
    folder = mkdtempSync(path.join(root, "files-"));
    storage = localDiskStorage(folder);
  });

  /** As the storage leaves it, which waits twice for the disk with each: here are thousands. */
  const put = (key: string, hoursOld: number): void => {
    const file = path.join(folder, key);
    const at = new Date(NOW_MS - hoursOld * HOUR_MS);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "x");
    utimesSync(file, at, at);
  };
  const kept = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of storage.list()) keys.push(key);
    return keys.sort();
  };

  it("go after a day; those of a row stay, with their miniatures, whosesoever they are", async () => {
    const { db } = database();
    const [one, other] = [await createCompany(db), await createCompany(db)];
    await insertAttachment(db, one.companyId, { visit_id: one.visitIds[0]!, path: "a/photo.jpg", type: "photo" }, NOW);
    await insertAttachment(
      db,
      other.companyId,
      { visit_id: other.visitIds[0]!, path: "b/photo.png", type: "photo" },
      NOW,
    );
    await insertSheet(db, other.companyId, { title: "t", file_path: "b/sheets/book.xlsx" }, NOW);
    await updateUser(db, one.ownerId, { image: "users/face.jpg" }, NOW);
    const rows = [
      "a/photo.jpg",
      "a/photo.jpg.200.webp",
      "b/photo.png",
      "b/sheets/book.xlsx",
      "users/face.jpg",
      "users/face.jpg.100.webp",
    ];
    for (const key of rows) put(key, 1_000);
    put("a/killed.xlsx", 25);
    put("a/removed.jpg.100.webp", 25);
    put("a/cut-off.xlsx.0f0e.part", 25);
    put("a/under-way.xlsx", 23);
    put("a/under-way.jpg.1a1b.part", 23);

    expect(await removeStrayFiles(db, storage, NOW_MS)).toBe(3);
    expect(await kept()).toEqual([...rows, "a/under-way.xlsx", "a/under-way.jpg.1a1b.part"].sort());
    expect(await removeStrayFiles(db, storage, NOW_MS + HOUR_MS + 1)).toBe(2);
    expect(await kept()).toEqual([...rows].sort());
  });

  it("go with the report that no longer fitted, once it was settled long ago; until then they stay", async () => {
    const { db } = database();
    const [one, other] = [await createCompany(db), await createCompany(db)];
    const keyOf = (companyId: number, name: string) => `companies/${companyId}/visits/${name}.jpg`;
    const addTask = (companyId: number, name: string) =>
      addRoadTask(
        db,
        companyId,
        reportTask(`report:${name}`, {
          visitName: "Müller",
          // What somebody typed keeps no file.
          says: { doneNote: keyOf(companyId, "typed") },
          pictures: [{ type: "photo", key: keyOf(companyId, name) }],
        }),
        NOW,
      );
    for (const name of ["open", "settled"]) await addTask(one.companyId, name);
    await addTask(other.companyId, "open");
    const [settled] = await listOpenRoadTasks(db, one.companyId, { limit: 1 });
    await settleRoadTask(db, one.companyId, settled!.id, { outcome: "dismissed", userId: null }, NOW);
    const keys = [keyOf(one.companyId, "open"), keyOf(one.companyId, "settled"), keyOf(other.companyId, "open")];
    for (const key of keys) put(key, 25);
    for (const name of ["of-nothing", "typed"]) put(keyOf(one.companyId, name), 25);

    expect(await removeStrayFiles(db, storage, NOW_MS)).toBe(2);
    expect(await kept()).toEqual([...keys].sort());
    await runHousekeeping(db, addSeconds(NOW, 89 * 24 * 3600));
    expect(await removeStrayFiles(db, storage, NOW_MS)).toBe(0);
    await runHousekeeping(db, addSeconds(NOW, 91 * 24 * 3600));
    expect(await removeStrayFiles(db, storage, NOW_MS)).toBe(1);
    expect(await kept()).toEqual([keys[0], keys[2]].sort());
    expect(await listOpenRoadTasks(db, one.companyId, { limit: 9 })).toHaveLength(1);
  });

  it("leave an upload alone that is being written meanwhile", async () => {
    const { db } = database();
    let goOn = (): void => undefined;
    const pause = new Promise<void>((resolve) => (goOn = resolve));
    const upload = storage.write(
      "a/slow.xlsx",
      (async function* () {
        yield Buffer.from("first ");
        await pause;
        yield Buffer.from("second");
      })(),
    );
    await expect.poll(kept).toHaveLength(1);
    expect(await removeStrayFiles(db, storage, Date.now() + 23 * HOUR_MS)).toBe(0);
    goOn();
    expect(await upload).toBe(12);
    expect(await kept()).toEqual(["a/slow.xlsx"]);
  });

  it("go although one before them can't be removed, which is told", async () => {
    const { db } = database();
    for (let index = 0; index < 205; index++) put(`a/${index}.jpg`, 25);
    const keys: string[] = [];
    for await (const { key } of storage.list()) keys.push(key);
    const stuck = keys[0]!;
    const remove = (key: string) => (key === stuck ? Promise.reject(new Error(`stuck: ${key}`)) : storage.remove(key));
    await expect(removeStrayFiles(db, { ...storage, remove }, NOW_MS)).rejects.toThrow(`stuck: ${stuck}`);
    expect(await kept()).toEqual([stuck]);
    expect(await removeStrayFiles(db, storage, NOW_MS)).toBe(1);
  });

  it("are looked for in the tables that have no index of files once in all, however many files there are", async () => {
    const { db } = database();
    for (let index = 0; index < 1000; index++) put(`a/${index}.jpg`, 25);
    const read: Record<string, number> = {};
    const count = ({ sql }: { sql: string }) => {
      const table = /from [`"](\w+)[`"]/.exec(sql)?.[1] ?? sql;
      read[table] = (read[table] ?? 0) + 1;
    };
    db.on("query", count);
    expect(await removeStrayFiles(db, storage, NOW_MS)).toBe(1000);
    db.removeListener("query", count);
    expect(read).toEqual({ routing_sheets: 1, users: 1, companies: 1, road_tasks: 1, routing_visit_attachments: 5 });
  });

  it("stay, of however many rows, and of rows that name several", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const [book, rows] = ["a/sheets/book.xlsx", "a/sheets/rows.jsonl"];
    const sheet = { company_id: companyId, title: "t", created_at: NOW, updated_at: NOW };
    // More than one statement reads; the one with files comes last.
    for (let batch = 0; batch < 10; batch++)
      await db("routing_sheets").insert(
        Array.from({ length: 110 }, (_, index) => ({ ...sheet, file_path: `a/sheets/${batch}-${index}.csv` })),
      );
    await insertSheet(db, companyId, { title: "t", file_path: book, rows_path: rows }, NOW);
    for (const key of [book, rows, "a/sheets/0-0.csv", "a/sheets/9-109.csv", "a/sheets/none.csv"]) put(key, 25);
    expect(await removeStrayFiles(db, storage, NOW_MS)).toBe(1);
    expect(await kept()).toEqual(["a/sheets/0-0.csv", "a/sheets/9-109.csv", book, rows].sort());
  });

  it("are asked for in batches, and none is missed", async () => {
    const { db } = database();
    for (let index = 0; index < 405; index++) put(`a/${index}.jpg`, 25);
    expect(await removeStrayFiles(db, storage, NOW_MS)).toBe(405);
    expect(await kept()).toEqual([]);
    expect(await removeStrayFiles(db, localDiskStorage(path.join(folder, "not-there")), NOW_MS)).toBe(0);
  });
});
