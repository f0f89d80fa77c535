/** Countries and their areas as programs get them. */
import { z } from "zod";
import { db } from "~/db/database.server";
import { listCountries, listCountryAreas } from "~/db/repositories/reference.server";
import { networkOf } from "~/auth/try-limits.server";
import { ListAnswer, openCall } from "~/http/api/api-call.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { limits, waitError } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";

/** Anybody may ask, without a company whose calls would be counted: from one address, in a minute. */
export const REFERENCE_LIMIT: Limit = { name: "api-reference", uses: 600, windowSec: 60 };

/** @throws AppError 429 */
async function countAsked(ip: string): Promise<void> {
  const waitSec = await limits().take(REFERENCE_LIMIT, networkOf(ip));
  if (waitSec > 0) throw waitError("api.busy", `Too many requests. Please wait ${waitSec} seconds.`, waitSec);
}

const Country = z.object({
  id: z.int(),
  title: z.string(),
  name: z.string(),
  code: z.string(),
  lng: z.number(),
  lat: z.number(),
});

export const REFERENCE_CALLS: ApiCall[] = [
  openCall({
    path: "country/list",
    methods: ["GET"],
    summary: "Lists all countries.",
    access: "anyone",
    input: z.strictObject({}),
    answer: z.array(Country),
    isList: true,
    changes: false,
    filters: true,
    example: {},
    async run(_session, _input, { ip }) {
      await countAsked(ip);
      const rows = await listCountries(db());
      return new ListAnswer(
        rows.map(({ id, title, name, code, lng, lat }) => ({ id, title, name, code, lng, lat })),
        null,
      );
    },
  }),
  openCall({
    path: "country-areas/list",
    methods: ["GET"],
    summary: "Lists areas of countries whose addresses belong together.",
    access: "anyone",
    input: z.strictObject({}),
    answer: z.array(z.object({ id: z.int(), codes: z.array(z.string()) })),
    isList: true,
    changes: false,
    filters: true,
    example: {},
    async run(_session, _input, { ip }) {
      await countAsked(ip);
      return new ListAnswer(await listCountryAreas(db()), null);
    },
  }),
];
