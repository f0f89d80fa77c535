/** Files as programs get them: the link of a workbook, and the file behind such a link. */
import { z } from "zod";
import { actionCall } from "~/http/api/action-call.server";
import { call } from "~/http/api/api-call";
import type { ApiCall } from "~/http/api/api-call";
import { notFound } from "~/lib/errors";
import { EXPORT_ACTIONS } from "./actions.server";
import { CONTENT_TYPES, download } from "./download.server";
import { ExportParams, exportFile } from "./queries/export-file.server";

/** The address of an export, whole or below the base path. */
const ADDRESS = /^(?:https?:\/\/[^/]+)?(?:\/platform)?\/export\/([a-z]+)\/(\d{1,15})\/([a-z]+)$/;

export const EXPORT_CALLS: ApiCall[] = [
  actionCall("routing-route/export", EXPORT_ACTIONS["routing-route.export"]),
  actionCall("routing-query/export", EXPORT_ACTIONS["routing-query.export"]),
  call({
    path: "download",
    methods: ["POST"],
    summary: "Answers the file behind the link of an export, under a name that the call may choose.",
    permission: "route.export",
    input: z.strictObject({ path: z.string().max(1000), file_name: z.string().max(255).optional() }),
    answer: null,
    media: Object.values(CONTENT_TYPES).map((type) => type.replace(/;.*/, "")),
    changes: false,
    example: { path: "/platform/export/plan/1/xlsx", file_name: "Tuesday.xlsx" },
    async run(session, { path, file_name: name }) {
      const [, what, id, format] = ADDRESS.exec(path) ?? [];
      const asked = ExportParams.safeParse({ what, id, format });
      if (!asked.success) throw notFound("File");
      const file = await exportFile(session, asked.data);
      return download({ ...file, name: name?.trim() || file.name });
    },
  }),
];
