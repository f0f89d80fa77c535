import { Transform } from "node:stream";

/**
 * React 18 fills its buffer up with zero bytes where a character of several bytes doesn't fit at the end. HTML knows no
 * zero byte: a browser shows one inside an attribute as a replacement character, so they are left out.
 */
export function withoutZeroBytes(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk);
    },
  });
}
