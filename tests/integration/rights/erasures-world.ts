/** A company, a super admin beside it, a clock that tests put forward, and a folder of files. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { Dirent } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { epochSec } from "~/domain/time/utc-text";
import { ADMIN_ACTIONS } from "~/features/admin/actions.server";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { convertFile } from "~/services/spreadsheet/convert";
import { readRows } from "~/services/spreadsheet/rows-file";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import type { FileStorage } from "~/services/storage/storage";
import { createCompany, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { justSignedIn, sessionOf } from "../../helpers/sessions";
import { forgetWorld, setWorld } from "../planning/desk";
import type { DatabaseKind } from "../../helpers/databases";

/** What a `describe` of tests about erasures works with; ask for everything inside its tests and hooks. */
export function useErasures(kind: DatabaseKind) {
  const root = mkdtempSync(path.join(tmpdir(), "route-platform-erase-"));
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let superId = 0;
  let folder = "";
  let storage: FileStorage;
  let nowMs = 0;

  const staff = (): CompanySession => sessionOf(company, { platformRole: "sudo", memberId: null }, superId);
  const act = async (name: string, input: object, by = staff()) =>
    performAction({ ...PROFILE_ACTIONS, ...ADMIN_ACTIONS }, await justSignedIn(by), name, input);
  const rowOf = async (userId: number) => (await db()("users").where({ id: userId }).first())!;
  const later = (seconds: number): void => void (nowMs += seconds * 1000);
  const put = (key: string, text: string) =>
    storage.write(
      key,
      (async function* () {
        yield Buffer.from(text);
      })(),
    );
  const files = (): string[] =>
    (readdirSync(folder, { recursive: true, withFileTypes: true }) as Dirent[])
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort();

  beforeEach(async () => {
    setWorld(db());
    folder = mkdtempSync(path.join(root, "files-"));
    storage = localDiskStorage(folder);
    nowMs = epochSec(NOW) * 1000;
    const spreadsheets = {
      convert: (file: string, name: string, target: string) =>
        Promise.resolve(convertFile(readFileSync(file), name, target)),
      rows: readRows,
      close: () => Promise.resolve(),
    };
    setServices(testServices({ storage, spreadsheets, clock: { nowMs: () => nowMs } }));
    company = await createCompany(db());
    superId = await createUser(db(), { name: "Sue", surname: "Super", platform_role: "sudo" });
  });
  afterEach(forgetWorld);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  return {
    db,
    company: () => company,
    superId: () => superId,
    storage: () => storage,
    staff,
    act,
    rowOf,
    later,
    put,
    files,
  };
}
