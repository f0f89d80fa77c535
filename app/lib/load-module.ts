/** Firefox's words for a script that did not come, with its address. */
const NOT_LOADED = /^error loading dynamically imported module: (\S+)$/;

/** What came under another address, by its own one: a second copy would have a state of its own. */
const loadedAgain = new Map<string, Promise<unknown>>();
let tries = 0;

/**
 * Loads a module of its own file, and may be called again after it failed. Firefox keeps a failure for as long as the
 * page lives, and answers each later import of that address with it, also when the network is back (the standard
 * leaves that open: whatwg/html, issue 6768). Under another address it asks the server again. The other browsers do so
 * by themselves. What such a file imports itself has its address of before: where that has failed, only the page can
 * be loaded anew.
 * @param importAt of an absolute address; replaced in tests
 * @throws {TypeError} the browser's, when the file can't be had now
 */
export async function loadModule<M>(
  load: () => Promise<M>,
  importAt: (address: string) => Promise<unknown> = (address) => import(address),
): Promise<M> {
  try {
    return await load();
  } catch (error) {
    const own = error instanceof Error ? NOT_LOADED.exec(error.message)?.[1] : undefined;
    if (own === undefined) throw error;
    const before = loadedAgain.get(own);
    if (before !== undefined) return (await before) as M;
    tries += 1;
    const module = importAt(`${own}?again=${tries}`);
    loadedAgain.set(own, module);
    module.catch(() => loadedAgain.delete(own));
    return (await module) as M;
  }
}
