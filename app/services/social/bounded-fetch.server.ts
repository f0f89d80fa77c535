/** A provider's documents, keys and tokens have a few kB. */
const MOST_BYTES = 256 * 1024;

/** Reads the answer here: the request's time limit holds for its body, too. @throws Error when it is too long */
async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  if (response.body !== null)
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      length += piece.length;
      // Leaving the loop ends the connection.
      if (length > MOST_BYTES) throw new Error(`The answer has more than ${MOST_BYTES} bytes.`);
      pieces.push(piece);
    }
  return new Uint8Array(Buffer.concat(pieces));
}

/** `fetch` for answers of a bounded size. */
export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  const body = await readAll(response);
  const headers = new Headers(response.headers);
  // It is unpacked already.
  headers.delete("content-encoding");
  headers.delete("content-length");
  const { status, statusText } = response;
  // These have no body, and refuse one.
  return new Response([204, 205, 304].includes(status) ? null : body, { status, statusText, headers });
}
