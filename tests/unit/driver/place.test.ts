import { afterEach, expect, it, vi } from "vitest";
import { prepare } from "~/clients/driver/place";

afterEach(() => void vi.unstubAllGlobals());

it("is asked for again after a browser has refused by throwing", async () => {
  const asked = vi.fn();
  const found = { coords: { latitude: 47.1, longitude: 9.5, accuracy: 5 }, timestamp: Date.now() };
  const query = () => Promise.resolve({ state: "granted" });
  // why: Node has no browser; all that the module asks of one is here.
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("localStorage", { setItem: () => undefined });
  vi.stubGlobal("navigator", {
    permissions: { query },
    geolocation: {
      getCurrentPosition(tell: (place: typeof found) => void) {
        asked();
        if (asked.mock.calls.length === 1) throw new Error("Geolocation is switched off");
        tell(found);
      },
    },
  });
  await expect(prepare()).rejects.toThrow("switched off");
  await prepare();
  expect(asked).toHaveBeenCalledTimes(2);
});
