import { notifications, notificationsStore } from "@mantine/notifications";
import { afterEach, expect, it } from "vitest";
import { SAVED, VERIFICATION_SENT } from "~/lib/action-result";
import { toast } from "~/ui/feedback/toasts";

// The package's list is that of all files of a process, and shows five at a time.
afterEach(() => notifications.clean());

// @spec PC-9.14 PC-9.17 AA-9.08
it("a mail's message stays for 3 seconds, others for 5, and one with a button until it is closed", () => {
  const lasts = (id: string) => notificationsStore.getState().notifications.find((one) => one.id === id)?.autoClose;
  expect(
    [toast.success(VERIFICATION_SENT), toast.success(SAVED), toast.error("no"), toast.action("Undo?")].map(lasts),
  ).toEqual([3_000, 5_000, 5_000, false]);
});

// @spec PC-9.16 PC-8.20
it("a calculation's message stays while it calculates, and for 2.5 seconds when it is done", () => {
  const shown = () => notificationsStore.getState().notifications.at(-1);
  const loader = toast.loader("Calculating...");
  expect(shown()).toMatchObject({ message: "Calculating...", loading: true, autoClose: false });
  loader.done("Calculated");
  expect(shown()).toMatchObject({ message: "Calculated", loading: false, autoClose: 2_500 });
});
