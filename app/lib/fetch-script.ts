/** Scripts that were fetched, or are under way. */
const fetched = new Map<string, Promise<unknown>>();

/**
 * Brings a script into the browser's cache, once for all who ask.
 * @throws where it doesn't come to its end: its import would fail, too
 */
export function fetchScript(address: string): Promise<unknown> {
  const before = fetched.get(address);
  if (before !== undefined) return before;
  const coming = wholeScript(address);
  fetched.set(address, coming);
  coming.catch(() => fetched.delete(address));
  return coming;
}

async function wholeScript(address: string): Promise<unknown> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The script ${address} was answered ${answer.status}.`);
  return (await answer.arrayBuffer()).byteLength;
}
