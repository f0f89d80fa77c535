import { createElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, it } from "vitest";
import { pageBody } from "~/http/page-body.server";

/** So many characters of three bytes that most ends of React's buffer fall into one. */
const rows = Array.from({ length: 600 }, (_, i) =>
  createElement("p", { key: i, title: "–".repeat(20) }, "–".repeat(20)),
);

async function render(): Promise<Buffer[]> {
  const body = pageBody();
  const chunks: Buffer[] = [];
  body.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => body.on("end", resolve));
  renderToPipeableStream(createElement("main", null, rows)).pipe(body);
  await ended;
  return chunks;
}

it("sends what React renders without the zero bytes at the ends of its buffers, and nothing else is lost", async () => {
  const html = Buffer.concat(await render());
  expect(html.includes(0)).toBe(false);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(html);
  expect(text.match(/–/g)).toHaveLength(600 * 40);
  expect(text.match(/<p title="–{20}">–{20}<\/p>/g)).toHaveLength(600);
});

it("hands a page on as one piece, not in the many that React renders it in", async () => {
  const chunks = await render();
  expect(chunks).toHaveLength(1);
  expect(chunks[0]!.length).toBeGreaterThan(60_000);
});

it("sends what comes later for itself, at once", async () => {
  const body = pageBody();
  const chunks: string[] = [];
  body.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  body.write("shell ");
  body.write("of a page");
  await nextTurn();
  expect(chunks).toEqual(["shell of a page"]);
  body.end("what it waited for");
  await nextTurn();
  expect(chunks).toEqual(["shell of a page", "what it waited for"]);
});
