import type { ServerBuild } from "@remix-run/node";
import type { Request, Response } from "express";
import { databaseAnswers, db } from "~/db/database.server";
import { isSqlite } from "~/db/dialect.server";
import { isAway } from "~/db/errors.server";
import { READY_ANSWER } from "~/domain/constants";
import { LATER_SEC } from "~/http/request/refuse-request.server";
import { sharedQuestion } from "~/lib/shared-question.server";
import { freeBytesIn } from "~/services/storage/local-disk.server";

/** Longer than a database or a disk that works keeps such a question waiting. */
const ANSWERS_MS = 1000;

/** With less than this the next statements, files and mails fail. */
const NO_ROOM_BYTES = 16 * 1024 * 1024;

type Question<T> = (limitMs: number) => Promise<T | undefined>;

/** Why requests can't be answered now; null: they can. */
async function notReady(freeBytes: Question<number | null>): Promise<string | null> {
  // A database on its own machine needs no room here: pages and reports work, and uploads say that there is none.
  const isHere = isSqlite(db());
  const [answers, free] = await Promise.all([databaseAnswers(ANSWERS_MS), isHere ? freeBytes(ANSWERS_MS) : null]);
  if (!answers) return "The database does not answer.";
  if (free === undefined) return "The disk does not answer.";
  return (free ?? Infinity) < NO_ROOM_BYTES ? "The disk is full." : null;
}

/** Whether requests can be answered now: for a proxy, a monitor, and pages without a live connection. */
export function ready(dataDir: string, freeBytes = freeBytesIn) {
  const free = sharedQuestion(() => freeBytes(dataDir));
  return async (_request: Request, response: Response): Promise<void> => {
    response.type("text");
    const why = await notReady(free);
    if (why === null) return void response.send(READY_ANSWER);
    response.status(503).set("Retry-After", String(LATER_SEC)).send(why);
  };
}

/**
 * Pages whose loaders find the database away answer 503: it is no fault of the program, and whoever asks may ask again.
 * Remix makes a 500 of every other error.
 */
export function withLater(build: ServerBuild): ServerBuild {
  const routes: ServerBuild["routes"] = {};
  for (const [id, route] of Object.entries(build.routes)) {
    const loader = route?.module.loader;
    if (route === undefined || loader === undefined) {
      routes[id] = route;
      continue;
    }
    const asked: typeof loader = async (args) => {
      try {
        return await loader(args);
      } catch (error) {
        if (isAway(error)) throw new globalThis.Response(error.message, { status: 503 });
        throw error;
      }
    };
    routes[id] = { ...route, module: { ...route.module, loader: asked } };
  }
  return { ...build, routes };
}
