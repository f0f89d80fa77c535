/** A process that carries out a form and stays where it is told to, until it is killed. Its arguments are JSON. */
import { openDatabase } from "~/db/database.server";
import type { DatabaseConfig } from "~/db/client.server";
import { insertVehicle } from "~/db/repositories/vehicles.server";
import { withTransaction } from "~/db/transaction.server";
import { executeOnce } from "~/http/execute-once.server";
import type { Submission } from "~/http/execute-once.server";
import { setServices } from "~/services/container.server";
import { epochSec } from "~/domain/time/utc-text";
import { NOW } from "../../factories/company";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

export type Stage = "before the effect" | "within the effect" | "after the effect";

export interface Dying {
  config: DatabaseConfig;
  companyId: number;
  userId: number;
  submission: Submission;
  stage: Stage;
}

const { config, companyId, userId, submission, stage } = JSON.parse(process.argv[2] ?? "{}") as Dying;

/** Says that it is there, and never goes on. */
async function stayAt(here: Stage): Promise<void> {
  if (here !== stage) return;
  process.stdout.write("here\n");
  await new Promise(() => setInterval(() => undefined, 1000));
}

const database = openDatabase(config);
setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 } }));
void executeOnce(sessionOf({ companyId }, {}, userId), submission, async () => {
  await stayAt("before the effect");
  await withTransaction(database, async (trx) => {
    await insertVehicle(trx, companyId, { title: "Of the form", plate: "" }, NOW);
    await stayAt("within the effect");
  });
  await stayAt("after the effect");
  return "answered";
});
