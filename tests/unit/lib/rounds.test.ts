import { afterEach, expect, it, vi } from "vitest";
import { AppError } from "~/lib/errors";
import { startRounds } from "~/lib/rounds.server";

afterEach(() => void vi.restoreAllMocks());

/** The words in the log after a round that an AppError has ended. */
async function logged(isAlwaysNews?: boolean): Promise<unknown[]> {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const round = vi.fn(() => Promise.reject(new AppError("storage.away", "The storage does not answer")));
  const times = { everyMs: 1, laterMs: 10_000 };
  const rounds = startRounds(round, { ...times, failed: "It failed:", ...(isAlwaysNews ? { isAlwaysNews } : {}) });
  await vi.waitFor(() => expect(round).toHaveBeenCalled(), 60_000);
  await rounds.stop();
  return log.mock.calls.map(([words]) => words as unknown);
}

it("rounds that somebody who is away has ended are no news, unless nobody else would tell", async () => {
  expect(await logged()).toEqual([]);
  expect(await logged(true)).toEqual(["It failed:"]);
});
