import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { createDatabase } from "~/db/client.server";
import type { Db } from "~/db/client.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { withTransaction } from "~/db/transaction.server";
import { addAttachments } from "~/features/driver/commands/attachments.server";
import { removeFilesOfFailed } from "~/http/receive-form.server";
import { executeOnce } from "~/http/execute-once.server";
import { setServices } from "~/services/container.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import type { FileStorage } from "~/services/storage/storage";
import { createCompany, createVehicle } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { cutLine } from "../../helpers/cut-line";
import type { CutLine } from "../../helpers/cut-line";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { forgetWorld, setWorld } from "../planning/desk";

const root = mkdtempSync(path.join(tmpdir(), "route-platform-lost-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const AWAY = { code: "db.away", status: 503 };

// SQLite has no line that could break.
describe.each(databases().filter((kind) => kind === "mariadb"))("a commit whose answer is lost on %s", (kind) => {
  const database = useTestDatabase(kind);
  let line: CutLine;
  let db: Db;
  let company: TestCompany;
  let session: CompanySession;
  let storage: FileStorage;

  beforeAll(async () => {
    line = await cutLine(database().config.url!);
    db = createDatabase({ url: line.url });
  });
  afterAll(async () => {
    await db.destroy();
    await line.close();
  });
  beforeEach(async () => {
    setWorld(db);
    storage = localDiskStorage(mkdtempSync(path.join(root, "files-")));
    setServices(testServices({ storage, clock: { nowMs: () => Date.now() } }));
    setDatabase(db);
    company = await createCompany(db);
    session = sessionOf(company, { isOwner: true }, company.ownerId);
  });
  afterEach(forgetWorld);

  const put = async (key: string): Promise<void> =>
    void (await storage.write(
      key,
      (async function* () {
        yield Buffer.from("photo");
      })(),
    ));
  const isThere = async (key: string): Promise<boolean> => {
    for await (const file of storage.list()) if (file.key === key) return true;
    return false;
  };

  it("is 'later', and no fault of the program; the next connection works", async () => {
    line.cutAtCommit();
    const stored = withTransaction(db, (trx) => createVehicle(trx, company.companyId, { title: "Lost" }));
    await expect(stored).rejects.toMatchObject(AWAY);
    expect(await db("vehicles").where({ title: "Lost", company_id: company.companyId })).toHaveLength(1);
  });

  it("doesn't let the same form be carried out twice", async () => {
    const submission = { id: "one", name: "/vehicles:add", content: [] };
    const add = () =>
      executeOnce(session, submission, () =>
        withTransaction(db, (trx) => createVehicle(trx, company.companyId, { title: "Once" })),
      );
    line.cutAtCommit();
    // A form is claimed by a statement of its own: the first COMMIT is that of the work.
    await expect(add()).rejects.toMatchObject(AWAY);
    await expect(add()).rejects.toMatchObject({ code: "submit.done", status: 409 });
    expect(await db("vehicles").where({ title: "Once", company_id: company.companyId })).toHaveLength(1);
  });

  it("takes no photo away that a row names by now, and the same upload again adds none", async () => {
    const visitId = company.visitIds[0]!;
    const file = (name: string) => ({ key: `companies/${company.companyId}/visits/${name}`, type: "photo" as const });
    const [first, again] = [file("first.jpg"), file("again.jpg")];
    await put(first.key);
    await put(again.key);
    line.cutAtCommit();
    const send = (files: (typeof first)[]) => addAttachments(session, { visitId, files, commandId: "sent" });
    await expect(send([first])).rejects.toMatchObject(AWAY);
    await send([again]);
    const rows = await db("routing_visit_attachments").where({ visit_id: visitId });
    expect(rows.map((row) => row.path)).toEqual([first.key]);
    expect([await isThere(first.key), await isThere(again.key)]).toEqual([true, false]);
    // A report that is attached once more by itself.
    await addAttachments(session, { visitId, files: [first] });
    expect(await db("routing_visit_attachments").where({ visit_id: visitId })).toHaveLength(1);
  });

  it("takes away what a rule has refused", async () => {
    const files = [{ key: `companies/${company.companyId}/visits/refused.jpg` }];
    await put(files[0]!.key);
    await removeFilesOfFailed(files, new Error("something after the commit"));
    expect(await isThere(files[0]!.key)).toBe(true);
    const visitId = company.visitIds[0]!;
    const many = Array.from({ length: 4 }, () => ({ ...files[0]!, type: "photo" as const }));
    await expect(addAttachments(session, { visitId, files: many })).rejects.toMatchObject({ status: 409 });
    expect(await isThere(files[0]!.key)).toBe(false);
  });
});
