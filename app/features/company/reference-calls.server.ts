/** Countries and their areas as programs get them. */
import { z } from "zod";
import { db } from "~/db/database.server";
import { listCountries, listCountryAreas } from "~/db/repositories/reference.server";
import { ListAnswer, openCall } from "~/http/api/api-call";
import type { ApiCall } from "~/http/api/api-call";

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
    run: async () =>
      new ListAnswer(
        (await listCountries(db())).map(({ id, title, name, code, lng, lat }) => ({ id, title, name, code, lng, lat })),
        null,
      ),
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
    run: async () => new ListAnswer(await listCountryAreas(db()), null),
  }),
];
