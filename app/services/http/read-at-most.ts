/** Answers of other servers, which may be longer than anything that they should say. */

/** The first bytes of an answer, and whether they are all of it. */
export async function beginOf(response: Response, mostBytes: number): Promise<{ begin: Buffer; isAll: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    length += piece.length;
    // Leaving the loop ends the connection.
    if (length > mostBytes) break;
  }
  return { begin: Buffer.concat(pieces).subarray(0, mostBytes), isAll: length <= mostBytes };
}

/** A whole answer; null when it is longer. */
export async function readAtMost(response: Response, mostBytes: number): Promise<Buffer | null> {
  const { begin, isAll } = await beginOf(response, mostBytes);
  return isAll ? begin : null;
}
