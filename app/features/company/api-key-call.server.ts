/** The value of a key, for whoever has just made it. */
import { z } from "zod";
import { logAuthorOf, noteInLog } from "~/audit/note-in-log.server";
import { db } from "~/db/database.server";
import { listedId } from "~/domain/validation/wire-fields";
import { call } from "~/http/api/api-call.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { notFound } from "~/lib/errors";
import { madeJustNow } from "./queries/api-page.server";

export const API_KEY_VALUE_CALL: ApiCall = call({
  path: "api_key/value",
  methods: ["POST"],
  summary: "Answers the value of a key to whoever has made it by `action/api_key.create`, for ten minutes.",
  permission: "company.api",
  input: z.strictObject({ id: listedId() }),
  answer: z.strictObject({ value: z.string() }),
  changes: false,
  example: { id: 1 },
  async run(session, { id }) {
    const made = await madeJustNow(session, id);
    if (made === null) throw notFound("Api key");
    const subject = { model: "API key", ids: [id] };
    await noteInLog(db(), {
      by: logAuthorOf(session),
      companyId: session.company.id,
      action: "api_key.value",
      subject,
    });
    return { value: made.value };
  },
});
