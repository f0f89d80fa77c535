import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase } from "~/db/database.server";
import { claimCommand } from "~/db/repositories/applied-commands.server";
import { insertVehicle } from "~/db/repositories/vehicles.server";
import { withTransaction } from "~/db/transaction.server";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { executeOnce } from "~/http/execute-once.server";
import { AppError } from "~/lib/errors";
import { setServices } from "~/services/container.server";
import { createCompany, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import type { Dying, Stage } from "./dying-submission";

const PROGRAM = "tests/integration/access/dying-submission.ts";
const SUBMISSION = { id: "sent-twice", name: "/company/vehicles:create", content: [] };
/** Longer than a claim lasts that nobody renews. */
const LATER = addSeconds(NOW, 10);

describe.each(databases())("a form whose process dies on %s", (kind) => {
  const database = useTestDatabase(kind);
  let company: TestCompany;
  let session: CompanySession;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    useDatabase(database().db);
    setServices(testServices({ clock: { nowMs: () => epochSec(now) * 1000 } }));
    company = await createCompany(database().db);
    session = sessionOf(company, {}, company.ownerId);
  });
  afterEach(() => {
    useDatabase(undefined);
    setServices(undefined);
  });

  const made = () => database().db("vehicles").where({ company_id: company.companyId, title: "Of the form" });
  const store = () =>
    withTransaction(database().db, (trx) =>
      insertVehicle(trx, company.companyId, { title: "Of the form", plate: "" }, NOW),
    );
  const sendAgain = () =>
    executeOnce(session, SUBMISSION, async () => {
      await store();
      return "answered";
    });
  const rows = () => database().db("applied_commands").where({ company_id: company.companyId });

  async function killAt(stage: Stage): Promise<void> {
    const given: Dying = {
      config: database().config,
      companyId: company.companyId,
      userId: company.ownerId,
      submission: SUBMISSION,
      stage,
    };
    const child = spawn(process.execPath, ["--import", "tsx", PROGRAM, JSON.stringify(given)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [output] = (await Promise.race([once(child.stdout, "data"), once(child, "exit")])) as [Buffer];
    expect(String(output)).toBe("here\n");
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  it.each<Stage>(["before the effect", "within the effect"])(
    "%s is carried out when it comes again, once",
    async (stage) => {
      await killAt(stage);
      expect(await made()).toHaveLength(0);
      expect(await rows()).toMatchObject([{ result: null, done_at: null }]);
      now = LATER;
      expect(await sendAgain()).toBe("answered");
      expect(await sendAgain()).toBe("answered");
      expect(await made()).toHaveLength(1);
    },
  );

  it("after the effect hears that it is done, and is not done again", async () => {
    await killAt("after the effect");
    expect(await made()).toHaveLength(1);
    now = LATER;
    await expect(sendAgain()).rejects.toMatchObject({ code: "submit.done", status: 409 });
    await expect(sendAgain()).rejects.toMatchObject({ code: "submit.done" });
    expect(await made()).toHaveLength(1);
  });

  it("only seems to be dead: once another has taken over, it stores nothing and spoils nothing", async () => {
    const { db } = database();
    const stuck = executeOnce(session, SUBMISSION, async () => {
      const commandId = String((await rows())[0]?.command_id);
      const taken = await claimCommand(
        db,
        company.companyId,
        { commandId, command: "x", userId: company.ownerId },
        { by: "another", now: LATER, lapsed: addSeconds(LATER, -1) },
      );
      expect(taken).toEqual({ state: "ours" });
      return store();
    });
    await expect(stuck).rejects.toMatchObject({ code: "submit.taken", status: 409 });
    expect(await made()).toHaveLength(0);
    expect(await rows()).toMatchObject([{ claimed_by: "another", result: null, done_at: null }]);
  });

  it("is no other than one that fails after its effect: it isn't done again either", async () => {
    const fails = () =>
      executeOnce(session, SUBMISSION, async () => {
        await store();
        throw new AppError("later.step", "The second step failed.");
      });
    await expect(fails()).rejects.toMatchObject({ code: "later.step" });
    await expect(fails()).rejects.toMatchObject({ code: "submit.done" });
    expect(await made()).toHaveLength(1);
  });

  it("is no other than one whose effect is rolled back: that comes again", async () => {
    const refused = () =>
      executeOnce(session, SUBMISSION, () =>
        withTransaction(database().db, async (trx) => {
          await insertVehicle(trx, company.companyId, { title: "Of the form", plate: "" }, NOW);
          throw new AppError("no.way", "No.");
        }),
      );
    await expect(refused()).rejects.toMatchObject({ code: "no.way" });
    expect(await rows()).toEqual([]);
    expect(await sendAgain()).toBe("answered");
    expect(await made()).toHaveLength(1);
  });

  it("keeps its claim and its answer where the server closes its database meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const answered = executeOnce(session, SUBMISSION, async () => {
      await store();
      useDatabase(undefined);
      vi.advanceTimersByTime(2000);
      return "answered";
    });
    expect(await answered.finally(() => vi.useRealTimers())).toBe("answered");
    useDatabase(database().db);
    expect(await sendAgain()).toBe("answered");
    expect(await made()).toHaveLength(1);
  });

  it("has no say over what is stored after its answer", async () => {
    let later: Promise<unknown> | undefined;
    let goOn = (): void => undefined;
    const waited = new Promise<void>((resolve) => (goOn = resolve));
    expect(
      await executeOnce(session, SUBMISSION, async () => {
        later = waited.then(store);
        return "answered";
      }),
    ).toBe("answered");
    await database().db("applied_commands").delete();
    goOn();
    await later;
    expect(await made()).toHaveLength(1);
  });
});
