import { expect, it } from "vitest";
import { beginOf, readAtMost } from "~/services/http/read-at-most";

/** Says four bytes at a time, and never ends. */
function endless(): { response: Response; isEnded: () => boolean } {
  let isEnded = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("abcd")),
    cancel: () => void (isEnded = true),
  });
  return { response: new Response(body), isEnded: () => isEnded };
}

it("reads an answer that is as long as allowed, and one without a body", async () => {
  expect((await readAtMost(new Response("abcd"), 4))?.toString()).toBe("abcd");
  expect((await readAtMost(new Response(null, { status: 204 }), 4))?.length).toBe(0);
});

it("gives null for a longer one, and ends its connection", async () => {
  const { response, isEnded } = endless();
  expect(await readAtMost(response, 10)).toBeNull();
  expect(isEnded()).toBe(true);
});

it("gives the first bytes of a longer one", async () => {
  const { begin, isAll } = await beginOf(endless().response, 10);
  expect([begin.toString(), isAll]).toEqual(["abcdabcdab", false]);
});
