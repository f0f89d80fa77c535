import type { Readable } from "node:stream";

/** A piece is read when the last one was taken, and the content is let go of when nobody takes more. */
export function piecewise(content: Readable): ReadableStream<Uint8Array> {
  const pieces = content[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      // Not by the iterator's `return`: before the first read it ends the iterator and leaves the content as it is.
      cancel: () => void content.destroy(),
    },
    { highWaterMark: 0 },
  );
}
