/**
 * sfc32 (Chris Doty-Humphrey's small fast counter generator, public domain): 128 bits of state, seeded by one integer.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    this.b = (seed / 0x1_0000_0000) | 0;
    this.c = 0x9e3779b9 | 0;
    for (let k = 0; k < 15; k++) this.next32();
  }

  /** 32 random bits as a signed integer. */
  next32(): number {
    const result = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + result) | 0;
    return result;
  }

  /** Uniform in [0, 1). */
  real(): number {
    return (this.next32() >>> 0) / 4294967296;
  }

  /** Uniform in 0 .. bound - 1. */
  below(bound: number): number {
    return (((this.next32() >>> 0) * bound) / 4294967296) | 0;
  }

  /** Puts the values between two indices (the second one excluded) into a random order (Fisher & Yates). */
  shuffle(values: number[] | Int32Array, from = 0, to = values.length): void {
    for (let k = to - 1; k > from; k--) {
      const other = from + this.below(k + 1 - from);
      const value = values[k];
      values[k] = values[other];
      values[other] = value;
    }
  }
}
