/**
 * Which announced upgrade a page knows, by its id. Ids grow; a process that hasn't looked yet may tell an older one
 * after a newer one was told by another process, and that is no news.
 */
export class KnownUpgrade {
  /** null: nothing was told yet, and the first is what the page was made with */
  #newest: number | null = null;

  /** @returns whether it was announced after what was known */
  hear(id: number): boolean {
    const known = this.#newest;
    this.#newest = Math.max(known ?? 0, id);
    return known !== null && id > known;
  }
}
