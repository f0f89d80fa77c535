import { Transform } from "node:stream";

/** React stops rendering when so much of a page waits to be sent. */
const AHEAD_BYTES = 1024 * 1024;

/**
 * What React renders, ready to be sent. React hands it out in pieces of 2 kB. What comes in one turn of the event loop
 * goes on as one piece: each piece is compressed and sent for itself, and a page of 1,000 visits has more than a
 * hundred of them.
 *
 * React 18 fills its buffer up with zero bytes where a character of several bytes doesn't fit at the end. HTML knows no
 * zero byte: a browser shows one inside an attribute as a replacement character, so they are left out.
 */
export function pageBody(): Transform {
  let parts: Uint8Array[] = [];
  const sendParts = (): void => {
    if (parts.length === 0) return;
    const whole = Buffer.concat(parts);
    parts = [];
    body.push(whole);
  };
  const body = new Transform({
    writableHighWaterMark: AHEAD_BYTES,
    transform(chunk: Buffer, _encoding, done) {
      if (parts.length === 0) setImmediate(sendParts);
      parts.push(chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk);
      done();
    },
    flush(done) {
      sendParts();
      done();
    },
  });
  return body;
}
