import { expect, it, vi } from "vitest";
import { startChores } from "~/boot/chores.server";

it("a chore that fails, even before it has begun, does not keep the others back", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const done: string[] = [];
  const fail = (message: string) => {
    throw new Error(message);
  };
  const stop = startChores([
    ["First:", () => fail("at once")],
    ["Second:", () => Promise.reject(new Error("later"))],
    ["Third:", () => Promise.resolve(done.push("third"))],
  ]);
  await stop();
  expect(done).toEqual(["third"]);
  expect(logged.mock.calls).toEqual([
    ["First:", new Error("at once")],
    ["Second:", new Error("later")],
  ]);
  logged.mockRestore();
});
