/** Calls of the platform's administration that are no actions. */
import { z } from "zod";
import { call } from "~/http/api/api-call";
import type { ApiCall } from "~/http/api/api-call";
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
      storage: figures("database_bytes", "files").extend({ free_bytes: z.number().nullable() }),
    }),
    changes: false,
    example: {},
    run: (session) => loadCards(session),
  }),
];
