import { inspect } from "node:util";
import { expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { databaseLimiter } from "~/db/limiter.server";

type Done = (error: Error | null) => void;

it("a fault of a count is reported without the key, which the driver writes into the statement", async () => {
  const database = createDatabase({ url: "mysql://nobody:none@127.0.0.1:1/none" });
  const sql = "INSERT INTO limits VALUES ('tries:192.0.2.7', 1)";
  const reported = Object.assign(new Error("Data truncated for column 'key': 'tries:192.0.2.7'"), {
    code: "WARN_DATA_TRUNCATED",
    errno: 1265,
    sqlMessage: "Data truncated for column 'key': 'tries:192.0.2.7'",
    sql,
  });
  const connection = {
    query: (statement: string, ...rest: unknown[]) =>
      (rest.at(-1) as Done | undefined)?.(statement.startsWith("INSERT") ? reported : null),
    rollback: (done?: Done) => done?.(null),
  };
  vi.spyOn(database.client as { acquireConnection(): Promise<unknown> }, "acquireConnection").mockResolvedValue(
    connection,
  );
  vi.spyOn(
    database.client as { releaseConnection(used: unknown): Promise<void> },
    "releaseConnection",
  ).mockResolvedValue(undefined);
  const limiter = databaseLimiter(database)({ keyPrefix: "tries", points: 1, duration: 60 });
  const fault: unknown = await limiter.consume("192.0.2.7").catch((error: unknown) => error);
  expect(fault).toMatchObject({ code: "WARN_DATA_TRUNCATED", errno: 1265 });
  expect((fault as Error).message).toBe("A count in limits - Data truncated for column '…'");
  expect(inspect(fault, { depth: 9, showHidden: true })).not.toContain("192.0.2.7");
  await database.destroy();
});
