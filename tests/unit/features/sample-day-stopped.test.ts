import { beforeEach, expect, it, vi } from "vitest";
import type { CalculationStatus } from "~/domain/calculation/calculation-status";
import { loadSampleDay } from "~/features/sample-day.server";
import { AppError } from "~/lib/errors";
import { countRequest, untilNoRequest } from "~/lib/requests-under-way.server";
import { sessionOf } from "../../helpers/sessions";

const parts = vi.hoisted(() => ({
  createSampleDay: vi.fn(),
  endLoading: vi.fn(),
  removeSampleDay: vi.fn(),
  waitForCalculation: vi.fn<() => Promise<CalculationStatus | null>>(),
}));
// why: what they do with a database has its own tests; here it is about which of them is called.
vi.mock("~/features/planning/commands/sample-day.server", () => parts);
vi.mock("~/features/calculations/queries/wait-for-calculation.server", () => parts);
vi.mock("~/db/database.server", () => ({ db: () => null }));
vi.mock("~/db/repositories/calculations.server", () => ({ latestCalculationOfPlan: () => ({ id: 7 }) }));

const session = sessionOf({ companyId: 1 }, { isOwner: true }, 1);
const load = () => loadSampleDay(session, undefined);

/** As at a stop that waits for this request. */
async function whileStopping<T>(work: () => Promise<T>): Promise<T> {
  let end: () => void = () => undefined;
  countRequest(
    (over) => (end = over),
    () => undefined,
  );
  const stopped = untilNoRequest(60_000);
  try {
    return await work();
  } finally {
    end();
    await stopped;
  }
}

beforeEach(() => {
  for (const part of Object.values(parts)) part.mockReset();
  parts.createSampleDay.mockResolvedValue({ planId: 3, isNew: true, isLeft: false });
});

it("a sample day whose calculation waits for the next start is gone on with by the next load", async () => {
  parts.waitForCalculation.mockResolvedValue("running");
  expect(await whileStopping(load)).toEqual({ planId: 3, isReady: false });
  expect(parts.endLoading).not.toHaveBeenCalled();
});

it.each<[string, CalculationStatus, boolean]>([
  ["its calculation fails while the server stops", "failed", true],
  ["its calculation waits for others for too long", "running", false],
])("a sample day is an ordinary plan where %s", async (_why, status, isStopping) => {
  parts.waitForCalculation.mockResolvedValue(status);
  expect(await (isStopping ? whileStopping(load) : load())).toEqual({ planId: 3, isReady: false });
  expect(parts.endLoading).toHaveBeenCalledOnce();
});

it.each([
  ["db.busy", 503, 0],
  ["db.away", 503, 0],
  ["not_found", 404, 1],
])("one that was left stays so after a passing fault: %s", async (code, status, ends) => {
  parts.createSampleDay.mockResolvedValue({ planId: 3, isNew: false, isLeft: true });
  const fault = new AppError(code, "A fault.", { status });
  parts.waitForCalculation.mockRejectedValue(fault);
  await expect(load()).rejects.toBe(fault);
  expect([parts.endLoading, parts.removeSampleDay].map(({ mock }) => mock.calls.length)).toEqual([ends, 0]);
});
