import { collected } from "~/lib/afterwards.server";
import { AppError } from "~/lib/errors";
import { sharedQuestion } from "~/lib/shared-question.server";
import { refuseWithinTransaction } from "~/lib/within-transaction.server";
import { createDatabase } from "./client.server";
import { withTransaction } from "./transaction.server";
import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseConfig, Db } from "./client.server";

let current: Db | undefined;

/** One attempt at some work in a transaction that everything within it joins. */
interface Joint {
  trx: Db;
  isOver: boolean;
  /** what the attempts before have learnt from outside */
  answers: ReadonlyMap<string, unknown>;
  /** what this one lacks */
  questions: Map<string, { source: Source; question: unknown }>;
  /** see `afterJoint` */
  afterwards: (() => Promise<void>)[];
}
const joints = new AsyncLocalStorage<Joint>();

const openJoint = (): Joint | undefined => {
  const joint = joints.getStore();
  // What the work has left behind in the background goes on without it.
  return joint?.isOver === false ? joint : undefined;
};

/** Opens the database of this process; called once at boot (tests: once per worker). */
export function openDatabase(config: DatabaseConfig): Db {
  if (current) throw new Error("The database is open already.");
  current = createDatabase(config);
  return current;
}

/** For tests that bring a database of their own; `undefined` forgets it without closing. */
export function useDatabase(database: Db | undefined): void {
  current = database;
}

/**
 * The database, or the transaction of `allOrNothing` around the caller.
 * @throws Error before `openDatabase`, and inside any other transaction, which is to be used itself
 */
export function db(): Db {
  const joint = openJoint();
  if (joint !== undefined) return joint.trx;
  refuseWithinTransaction("db()");
  if (!current) throw new Error("The database is not open yet.");
  return current;
}

/** What is asked while it closes is refused by the pool, as a rejection and not at the caller's `db()`. */
export async function closeDatabase(): Promise<void> {
  await current?.destroy();
  current = undefined;
}

const answers = sharedQuestion(async () => {
  const asked = db().raw("SELECT 1");
  return asked.then(
    () => true,
    () => false,
  );
});

/** Whether it answers within this time. */
export const databaseAnswers = async (limitMs: number): Promise<boolean> => (await answers(limitMs)) ?? false;

/** Something outside of the database that a change asks: what takes long, or has to stay although the change fails. */
export interface Outside<Question, Answer> {
  name: string;
  /** equal keys, equal questions */
  keyOf(question: Question): string;
  /** what an attempt goes on with that isn't stored */
  meanwhile(question: Question): Answer;
  /** @returns answers in this order; those that are missing are asked for again when they are needed */
  ask(questions: readonly Question[]): Promise<readonly Answer[]>;
}
type Source = Outside<unknown, unknown>;

/**
 * Asks at once. Within `allOrNothing` nobody is asked while its transaction is open: the attempt goes on with what the
 * source says meanwhile, so that everything is known that it has to ask, and stores nothing.
 */
export async function askOutside<Question, Answer>(
  source: Outside<Question, Answer>,
  question: Question,
): Promise<Answer> {
  const joint = openJoint();
  if (joint === undefined) {
    refuseWithinTransaction(source.name);
    return (await source.ask([question]))[0]!;
  }
  const key = `${source.name} ${source.keyOf(question)}`;
  if (joint.answers.has(key)) return joint.answers.get(key) as Answer;
  joint.questions.set(key, { source, question });
  return source.meanwhile(question);
}

/** Runs it now; within `allOrNothing` once that has ended, well or not: what it stores stays. */
export async function afterJoint(callback: () => Promise<void>): Promise<void> {
  const joint = openJoint();
  if (joint === undefined) await callback();
  else joint.afterwards.push(callback);
}

/** Rolls back an attempt that has gone on without answers. */
class Unanswered extends Error {}

/** How often something new may have to be asked, because the data changed meanwhile. */
const ATTEMPTS = 6;

/**
 * Several commands as one: all of them are stored, or none. Their transactions become one, so that a later command
 * sees what an earlier one has written; what they publish goes out after the commit. The work runs again from its
 * beginning as `withTransaction` says, and when what it asks outside is answered.
 */
export async function allOrNothing<T>(work: () => Promise<T>): Promise<T> {
  if (openJoint() !== undefined) return work();
  const answers = new Map<string, unknown>();
  for (let attempt = 1; ; attempt += 1) {
    const questions: Joint["questions"] = new Map();
    const afterwards: Joint["afterwards"] = [];
    try {
      const { result, callbacks } = await withTransaction(db(), async (trx) => {
        questions.clear();
        afterwards.length = 0;
        const joint: Joint = { trx, isOver: false, answers, questions, afterwards };
        try {
          const done = await joints.run(joint, () => collected(work));
          if (questions.size > 0) throw new Unanswered();
          return done;
        } finally {
          joint.isOver = true;
        }
      });
      for (const callback of callbacks) callback();
      for (const callback of afterwards) await callback();
      return result;
    } catch (error) {
      // A refusal, too, may come from what an attempt went on with.
      if (questions.size === 0 || attempt === ATTEMPTS) {
        for (const callback of afterwards) await callback();
        throw error instanceof Unanswered ? faster() : error;
      }
    }
    await answer(questions, answers);
  }
}

const faster = (): AppError =>
  new AppError("joint.changed", "The data changes faster than this can be worked out. Please try again.", {
    status: 409,
  });

/** Asks each source for all that it knows. */
async function answer(questions: Joint["questions"], answers: Map<string, unknown>): Promise<void> {
  const sources = new Set([...questions.values()].map(({ source }) => source));
  for (const source of sources) {
    const its = [...questions].filter(([, one]) => one.source === source);
    const given = await source.ask(its.map(([, { question }]) => question));
    given.forEach((one, index) => answers.set(its[index]![0], one));
  }
}
