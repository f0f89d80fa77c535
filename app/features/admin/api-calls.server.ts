/** Calls of the platform's administration that are no actions. */
import { z } from "zod";
import { call } from "~/http/api/api-call.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { GeneratorStatus } from "~/domain/generator/generator-status";
import { loadRuns } from "./queries/generator-page.server";
import { loadCards } from "./queries/dashboard.server";

const figures = <const Names extends string>(...names: Names[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Names, z.ZodInt>);

export const ADMIN_CALLS: ApiCall[] = [
  call({
    path: "statistic/cards",
    methods: ["GET"],
    summary: "Answers how much there is on the whole platform, and what waits or has failed.",
    permission: "admin.view",
    input: z.strictObject({}),
    answer: z.object({
      companies: figures("total", "active"),
      users: figures("total", "active_last_day", "banned", "unverified"),
      visits: figures("total", "on_routes"),
      calculations: figures("total", "last_day"),
      queue: figures("waiting", "running", "mails"),
      failures: figures("calculations_last_day", "mails"),
      /** null: nothing is sold here */
      orders: figures("waiting").nullable(),
      storage: figures("database_bytes", "files").extend({ free_bytes: z.number().nullable() }),
    }),
    changes: false,
    example: {},
    run: (session) => loadCards(session),
  }),
  call({
    path: "code/generator",
    methods: ["GET"],
    summary: "Lists what the generator has made up for tests and trainings, and how far it is.",
    permission: "system.generator",
    input: z.strictObject({}),
    answer: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        status: z.enum(GeneratorStatus),
        failure: z.string().nullable(),
        /** companies that are there */
        made: z.int(),
        companies: z.int(),
        visits: z.int(),
      }),
    ),
    changes: false,
    example: {},
    run: async (session) => (await loadRuns(session)).map(({ createdAt: _, ...run }) => run),
  }),
];
