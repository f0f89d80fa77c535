import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach } from "vitest";
import type { Db } from "~/db/client.server";
import { proofOf, receiveProof } from "~/features/driver/proof-files.server";
import type { ProofFile } from "~/domain/route/task-pictures";
import { setServices } from "~/services/container.server";
import type { Services } from "~/services/container.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import type { FileStorage } from "~/services/storage/storage";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { at, forgetWorld, setWorld } from "./road";
import type { Road } from "./road";

export const PICTURES = "tests/fixtures/pictures";
export const picture = (name: string, as = name) => new File([readFileSync(path.join(PICTURES, name))], as);

export const attachmentsOf = (road: Road, visitId: number) =>
  road.db("routing_visit_attachments").where({ visit_id: visitId }).orderBy("id");

/** As the phone sends them. @param fields name and file of each */
export async function received(road: Road, fields: [string, File][]): Promise<ProofFile[]> {
  const form = new FormData();
  for (const [field, file] of fields) form.append(field, file);
  const request = new Request("http://localhost/x", { method: "POST", body: form });
  return proofOf((await receiveProof(request, road.companyId)).files);
}

export const photos = (road: Road, count: number) =>
  received(
    road,
    Array.from({ length: count }, () => ["photo", picture("door.jpg")] as [string, File]),
  );

/**
 * A quarter past eight, and a folder of the test's own for pictures.
 * @param more services that a test needs beside
 */
export function useProofWorld(db: () => Db, more: (storage: FileStorage) => Partial<Services> = () => ({})) {
  const root = mkdtempSync(path.join(tmpdir(), "route-platform-proof-"));
  const storage = localDiskStorage(root);
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  beforeEach(() => {
    setWorld(db(), at("08:15"));
    setServices(
      testServices({
        clock: { nowMs: () => Date.parse("2026-11-23T08:15:00Z") },
        routing: testRouting(),
        storage,
        ...more(storage),
      }),
    );
  });
  afterEach(forgetWorld);
  const filesIn = (companyId: number): string[] => {
    const folder = path.join(root, `companies/${companyId}/visits`);
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  return { storage, filesIn };
}
