const CHUNK = 1 << 18;
/** Places are kept as the format keeps them: in ten-millionths of a degree. */
const PER_DEGREE = 1e7;

interface Chunk {
  ids: Float64Array; // ascending within the chunk, and from chunk to chunk, once sorted
  lats: Int32Array; // 1e-7 degrees
  lngs: Int32Array; // 1e-7 degrees
}

/**
 * Places of nodes by their ids: 16 bytes a node, 16 MB a million. Nodes of extracts come in the order of their ids;
 * others are sorted at the first question, which takes twice the memory for that time.
 */
export class NodePlaces {
  private readonly chunks: Chunk[] = [];
  private count = 0;
  private lastId = Number.NEGATIVE_INFINITY;
  private isSorted = true;
  /** where the last node was found: the next one asked for is often its neighbour */
  private last = -1;

  get size(): number {
    return this.count;
  }

  add(id: number, lat: number, lng: number): void {
    const within = this.count % CHUNK;
    if (within === 0)
      this.chunks.push({ ids: new Float64Array(CHUNK), lats: new Int32Array(CHUNK), lngs: new Int32Array(CHUNK) });
    const chunk = this.chunks[this.chunks.length - 1]!;
    chunk.ids[within] = id;
    chunk.lats[within] = Math.round(lat * PER_DEGREE);
    chunk.lngs[within] = Math.round(lng * PER_DEGREE);
    this.count += 1;
    if (id < this.lastId) this.isSorted = false;
    this.lastId = id;
  }

  /** The node's index for `lat` and `lng`, or -1. */
  indexOf(id: number): number {
    if (!this.isSorted) this.sort();
    const next = this.last + 1;
    if (next < this.count && this.idAt(next) === id) return (this.last = next);
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.idAt(middle);
      if (found === id) return (this.last = middle);
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  lat(index: number): number {
    return this.chunks[Math.floor(index / CHUNK)]!.lats[index % CHUNK]! / PER_DEGREE;
  }

  lng(index: number): number {
    return this.chunks[Math.floor(index / CHUNK)]!.lngs[index % CHUNK]! / PER_DEGREE;
  }

  private idAt(index: number): number {
    return this.chunks[Math.floor(index / CHUNK)]!.ids[index % CHUNK]!;
  }

  private sort(): void {
    const order = new Uint32Array(this.count).map((_, index) => index);
    order.sort((a, b) => this.idAt(a) - this.idAt(b));
    const old = this.chunks.splice(0);
    this.count = 0;
    this.lastId = Number.NEGATIVE_INFINITY;
    this.isSorted = true;
    this.last = -1;
    for (const index of order) {
      const { ids, lats, lngs } = old[Math.floor(index / CHUNK)]!;
      const within = index % CHUNK;
      this.add(ids[within]!, lats[within]! / PER_DEGREE, lngs[within]! / PER_DEGREE);
    }
  }
}
