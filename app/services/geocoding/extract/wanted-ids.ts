/** Ids of elements that are wanted later: 8 bytes each. */
export class WantedIds {
  private ids = new Float64Array(1024);
  private count = 0;
  private isSorted = true;

  add(id: number): void {
    if (this.count === this.ids.length) {
      const larger = new Float64Array(this.ids.length * 2);
      larger.set(this.ids);
      this.ids = larger;
    }
    this.ids[this.count++] = id;
    this.isSorted = false;
  }

  has(id: number): boolean {
    if (!this.isSorted) this.sort();
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.ids[middle]!;
      if (found === id) return true;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }

  private sort(): void {
    const sorted = this.ids.subarray(0, this.count).sort();
    let kept = 0;
    for (const id of sorted) if (kept === 0 || sorted[kept - 1] !== id) sorted[kept++] = id;
    this.count = kept;
    this.isSorted = true;
  }
}
