/** The data that the page shows. */
export interface LoadedData {
  /**
   * When they began to load, by the page's own clock: what was heard since may not be in them. -Infinity for those that
   * the page came with.
   */
  fromMs: number;
}

/**
 * Keeps `loaded` by the router's own state: what React draws of it is later.
 * @returns what ends it
 */
export function followLoads(loaded: LoadedData): () => void {
  let begunMs: number | null = null;
  return window.__remixRouter.subscribe(({ navigation, revalidation }) => {
    if (navigation.state !== "idle" || revalidation !== "idle") begunMs ??= performance.now();
    else if (begunMs !== null) {
      loaded.fromMs = begunMs;
      begunMs = null;
    }
  });
}
