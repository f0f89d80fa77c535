import { afterEach, expect, it, vi } from "vitest";
import { fetchScript } from "~/lib/fetch-script";

const asked = vi.fn<(address: string) => Promise<Response>>();
vi.stubGlobal("fetch", asked);
afterEach(() => asked.mockReset());

it("is one request for all who ask, also later", async () => {
  asked.mockImplementation(() => Promise.resolve(new Response("export {};")));
  await Promise.all([fetchScript("/once.js"), fetchScript("/once.js")]);
  await fetchScript("/once.js");
  expect(asked).toHaveBeenCalledTimes(1);
});

const cutOff = () =>
  new Response(
    new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode("export"));
        stream.error(new TypeError("cut off"));
      },
    }),
  );

it.each([
  ["is refused", () => Promise.resolve(new Response("", { status: 502 })), "502"],
  ["doesn't reach the server", () => Promise.reject(new TypeError("no network")), "no network"],
  ["is cut off in its middle", () => Promise.resolve(cutOff()), "cut off"],
])("asks again for one that %s", async (why, answer, words) => {
  asked.mockImplementationOnce(answer).mockImplementation(() => Promise.resolve(new Response("export {};")));
  await expect(fetchScript(`/${why}.js`)).rejects.toThrow(words);
  await fetchScript(`/${why}.js`);
  expect(asked).toHaveBeenCalledTimes(2);
});
