import { readAtMost } from "../http/read-at-most";

/** A provider's documents, keys and tokens have a few kB. */
const MOST_BYTES = 256 * 1024;

/**
 * `fetch` for answers of a bounded size. They are read here: the request's time limit holds for their body, too.
 * @throws Error when one is too long
 */
export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  const body = await readAtMost(response, MOST_BYTES);
  if (body === null) throw new Error(`The answer has more than ${MOST_BYTES} bytes.`);
  const headers = new Headers(response.headers);
  // It is unpacked already.
  headers.delete("content-encoding");
  headers.delete("content-length");
  const { status, statusText } = response;
  // These have no body, and refuse one.
  return new Response([204, 205, 304].includes(status) ? null : new Uint8Array(body), { status, statusText, headers });
}
