import { ChildLimitError, ChildTaskError, limitedChild } from "../child/limited-child.server";
import type { QueueLimits } from "../child/fair-queue";
import type { ChildLimits, LimitedChild } from "../child/limited-child.server";
import { STORAGE_FULL } from "../storage/storage";
import type { FileStorage } from "../storage/storage";
import { miniatureKey } from "./miniature";
import type { MiniatureBox, MiniatureTask } from "./miniature";
import { MAX_IMAGE_PIXELS } from "~/domain/constants";
import { AppError } from "~/lib/errors";

/** Makes small pictures of large ones. */
export interface Miniatures {
  /**
   * Key of the miniature, made now if it isn't there yet; null for a picture that none can be made of, now or at all.
   * @throws AppError 404
   */
  of(key: string, box: MiniatureBox): Promise<string | null>;
  /** Whether the last try has failed, and no other one is made yet. */
  hasNone(key: string): boolean;
  close(): Promise<void>;
}

/** 50 megapixels, interlaced, are 400 MB before they become small. */
const LIMITS: ChildLimits = { memoryMb: 700, timeoutMs: 20_000 };

/** A page may show twenty pictures that nobody has looked at before. */
const QUEUE: QueueLimits = { perOwner: 40, all: 400 };

/** Keys of a company's files begin with its folder; other pictures are of one person or of the platform. */
const ownerOf = (key: string): string => key.split("/").slice(0, 2).join("/");

/** Pictures that can't be made small aren't tried at every look; so many are remembered. */
const MAX_REMEMBERED = 1_000;

/** What failed for want of time or memory, or of the storage, may be made when the machine has less to do. */
const AGAIN_AFTER_MS = 10 * 60_000;

/** One picture at a time, in a process of its own: a picture that is made to harm its reader harms nothing else. */
export function miniatureMaker(
  programFile: string,
  storage: FileStorage,
  { limits = LIMITS, nowMs = Date.now }: { limits?: ChildLimits; nowMs?: () => number } = {},
): Miniatures {
  const child = limitedChild<MiniatureTask, Uint8Array>(programFile, limits, QUEUE);
  const inProgress = new Map<string, Promise<string | null>>();
  /** When each is tried again. */
  const failed = new Map<string, number>();

  const hasNone = (key: string): boolean => (failed.get(key) ?? 0) > nowMs();

  const make = async (key: string, target: string, box: MiniatureBox): Promise<string | null> => {
    try {
      const parts = await storage.withLocalFile(key, (path) =>
        answerOf(child, ownerOf(key), { path, box, maxPixels: MAX_IMAGE_PIXELS }),
      );
      await storage.write(target, streamOf(parts));
      return target;
    } catch (error) {
      if (error instanceof AppError && error.code !== STORAGE_FULL) throw error;
      if (!(error instanceof ChildLimitError))
        console.warn(`No miniature of ${key}: ${error instanceof Error ? error.message : String(error)}`);
      if (failed.size >= MAX_REMEMBERED) failed.clear();
      failed.set(key, error instanceof ChildTaskError ? Infinity : nowMs() + AGAIN_AFTER_MS);
      return null;
    }
  };

  return {
    async of(key, box) {
      const target = miniatureKey(key, box);
      if (await isKept(storage, target)) return target;
      if (hasNone(key)) return null;
      await storage.open(key);
      const known = inProgress.get(target);
      if (known !== undefined) return known;
      const work = make(key, target, box).finally(() => inProgress.delete(target));
      inProgress.set(target, work);
      return work;
    },
    hasNone,
    close: async () => child.close(),
  };
}

async function answerOf(
  child: LimitedChild<MiniatureTask, Uint8Array>,
  owner: string,
  task: MiniatureTask,
): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  // Without the request's end: a miniature is made once, and whoever looks next asks for the same.
  await child.run(task, { owner }, (part) => parts.push(part));
  if (parts.length === 0) throw new Error("The program that makes miniatures gave no answer.");
  return parts;
}

async function* streamOf(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

const isKept = (storage: FileStorage, key: string): Promise<boolean> =>
  storage.open(key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.status === 404) return false;
      throw error;
    },
  );
