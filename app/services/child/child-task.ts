/** The other side of `limited-child.server`: what runs inside the process. */

/** Hands one piece of the answer over; wait for it, or the pieces pile up in memory. */
export type SendPart<Part> = (part: Part) => Promise<void>;

export type ChildMessage<Part = unknown> =
  { kind: "part"; part: Part } | { kind: "done" } | { kind: "failed"; message: string; outOfMemory: boolean };

/**
 * A refused allocation outside the heap (a buffer, a string) is an error that can be caught; one of the heap ends the
 * process.
 */
export const isRefusedAllocation = (error: unknown): boolean =>
  error instanceof RangeError &&
  /allocation failed|invalid (string|array|array buffer) length|cannot create a string longer/i.test(error.message);

const post = (message: ChildMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    if (process.send === undefined) return reject(new Error("This program is started by the server."));
    process.send(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });

/** Waits for its one task, does it, and ends. */
export function childTask<Task, Part>(work: (task: Task, send: SendPart<Part>) => Promise<void>): void {
  // The server has ended: the answer is not needed any more.
  process.once("disconnect", () => process.exit(1));
  process.once("message", (task) => {
    work(task as Task, (part) => post({ kind: "part", part }))
      .then(() => post({ kind: "done" }))
      .catch((error: unknown) =>
        post({
          kind: "failed",
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
          outOfMemory: isRefusedAllocation(error),
        }),
      )
      .finally(() => process.disconnect());
  });
}
