/**
 * Best plan of every thread in shared memory. A slot is written by its thread alone; readers see a whole plan or
 * none (the version is odd while it is written).
 */
export interface SharedBestMemory {
  readonly header: Int32Array; // per thread: version, done
  readonly value: Float64Array; // per thread: missing weight, search cost, iterations
  readonly routes: Int32Array; // per thread: tasks vehicle by vehicle, each vehicle ended by -1
}

interface FoundPlan {
  readonly missing: number;
  readonly cost: number;
  readonly routes: number[][];
}

export class SharedBest {
  constructor(
    readonly memory: SharedBestMemory,
    readonly thread: number,
    private readonly taskCount: number,
    private readonly vehicleCount: number,
  ) {}

  static allocate(threads: number, taskCount: number, vehicleCount: number): SharedBestMemory {
    return {
      header: new Int32Array(new SharedArrayBuffer(8 * threads)),
      value: new Float64Array(new SharedArrayBuffer(24 * threads)).fill(Infinity),
      routes: new Int32Array(new SharedArrayBuffer(4 * threads * (taskCount + vehicleCount))),
    };
  }

  publish(missing: number, cost: number, iterations: number, routes: readonly (readonly number[])[]): void {
    const { header, value, routes: all } = this.memory;
    const t = this.thread;
    Atomics.add(header, 2 * t, 1);
    value[3 * t] = missing;
    value[3 * t + 1] = cost;
    value[3 * t + 2] = iterations;
    let at = t * (this.taskCount + this.vehicleCount);
    for (const tasks of routes) {
      for (const task of tasks) all[at++] = task;
      all[at++] = -1;
    }
    Atomics.add(header, 2 * t, 1);
  }

  /**
   * The plan of the thread before this one if it is better than the given values. A good plan goes from thread to
   * thread and is improved on its way: where all go on from the best one at once, many threads soon search in the same
   * place. A thread that has no plan yet, or never will, is passed over.
   */
  better(missing: number, cost: number): FoundPlan | null {
    const { header } = this.memory;
    const threads = header.length / 2;
    for (let step = 1; step < threads; step++) {
      const t = (this.thread + threads - step) % threads;
      if (Atomics.load(header, 2 * t) > 0) return this.isBetter(t, missing, cost) ? this.read(t) : null;
    }
    return null;
  }

  /** The best plan of all other threads if it is better than the given values. */
  best(missing: number, cost: number): FoundPlan | null {
    let found: FoundPlan | null = null;
    for (let t = 0; 2 * t < this.memory.header.length; t++) {
      if (t === this.thread) continue;
      const known = found ?? { missing, cost };
      if (this.isBetter(t, known.missing, known.cost)) found = this.read(t) ?? found;
    }
    return found;
  }

  /** The best plans of the other threads as far as they are known. */
  others(): FoundPlan[] {
    const plans: FoundPlan[] = [];
    for (let t = 0; 2 * t < this.memory.header.length; t++) {
      const plan = t === this.thread ? null : this.read(t);
      if (plan !== null) plans.push(plan);
    }
    return plans;
  }

  private isBetter(t: number, missing: number, cost: number): boolean {
    const { value } = this.memory;
    return value[3 * t] < missing || (value[3 * t] === missing && value[3 * t + 1] < cost - 1e-6);
  }

  private read(t: number): FoundPlan | null {
    const { header, value, routes: all } = this.memory;
    const version = Atomics.load(header, 2 * t);
    if (version === 0 || version % 2 === 1) return null;
    const plan: FoundPlan = { missing: value[3 * t], cost: value[3 * t + 1], routes: [] };
    let at = t * (this.taskCount + this.vehicleCount);
    for (let v = 0; v < this.vehicleCount; v++) {
      const tasks: number[] = [];
      const last = at + this.taskCount + 1;
      while (all[at] >= 0 && at < last) tasks.push(all[at++]);
      at++;
      plan.routes.push(tasks);
    }
    return Atomics.load(header, 2 * t) === version ? plan : null;
  }

  /** Iterations of all other threads as last published. */
  otherIterations(): number {
    let sum = 0;
    const { value } = this.memory;
    for (let t = 0; 3 * t < value.length; t++)
      if (t !== this.thread && Number.isFinite(value[3 * t + 2])) sum += value[3 * t + 2];
    return sum;
  }

  static finish({ header }: SharedBestMemory, thread: number): void {
    Atomics.store(header, 2 * thread + 1, 1);
    Atomics.notify(header, 2 * thread + 1);
  }

  /** Blocks until a thread has finished, at most so long. */
  waitFor(thread: number, ms: number): void {
    if (Atomics.load(this.memory.header, 2 * thread + 1) === 0) Atomics.wait(this.memory.header, 2 * thread + 1, 0, ms);
  }
}
