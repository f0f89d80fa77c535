import { createElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, it } from "vitest";
import { withoutZeroBytes } from "~/http/zero-bytes.server";

/** So many characters of three bytes that most ends of React's buffer fall into one. */
const rows = Array.from({ length: 600 }, (_, i) =>
  createElement("p", { key: i, title: "–".repeat(20) }, "–".repeat(20)),
);

async function render(): Promise<Buffer> {
  const body = withoutZeroBytes();
  const chunks: Buffer[] = [];
  body.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => body.on("end", resolve));
  renderToPipeableStream(createElement("main", null, rows)).pipe(body);
  await ended;
  return Buffer.concat(chunks);
}

it("sends what React renders without the zero bytes at the ends of its buffers, and nothing else is lost", async () => {
  const html = await render();
  expect(html.includes(0)).toBe(false);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(html);
  expect(text.match(/–/g)).toHaveLength(600 * 40);
  expect(text.match(/<p title="–{20}">–{20}<\/p>/g)).toHaveLength(600);
});
