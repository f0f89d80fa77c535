import { afterAll } from "vitest";
import "../setup/no-console-error";
import "../setup/same-examples";

// The thread is kept, and with it Stryker's choice: the next run loads its modules before it makes its own.
const { __stryker__ } = globalThis as { __stryker__?: { activeMutant?: string } };
afterAll(() => {
  if (__stryker__) __stryker__.activeMutant = undefined;
});
