/** Files as programs get them: the link of a workbook, and the file behind such a link or another path. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { IMAGE_TYPES } from "~/domain/validation/image-type";
import { actionCall } from "~/http/api/action-call.server";
import { call } from "~/http/api/api-call.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { notFound } from "~/lib/errors";
import { publicLink } from "~/services/public-address.server";
import { EXPORT_ACTIONS } from "./actions.server";
import { CONTENT_TYPES, download } from "./download.server";
import { contentDisposition } from "./file-name";
import { ExportParams, exportFile } from "./queries/export-file.server";

const PICTURES = [...new Set(Object.values(IMAGE_TYPES).map(({ contentType }) => contentType))];

/** The address of an export, from the root or below the base path. */
const EXPORT = /^(?:\/platform)?\/export\/([a-z]+)\/(\d{1,15})\/([a-z]+)$/;
/** A template for imports; they are for everybody. */
const TEMPLATE = /^(?:\/platform)?\/templates\/(visits|vehicles|general)\.xlsx$/;

/** A stored picture of the company, by the path that its record tells. @throws AppError 403, 404 */
type PictureByPath = (session: CompanySession, path: string, request: Request) => Promise<Response>;

/** The path of an address of ours; another site's is none. */
function pathOf(address: string, request: Request): string | null {
  if (!/^https?:\/\//i.test(address)) return address;
  const own = [publicLink("/"), request.url].map((one) => new URL(one).origin);
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && own.includes(url.origin) ? url.pathname : null;
}

/** @param pictureByPath of the area that keeps them */
export const exportCalls = (pictureByPath: PictureByPath): ApiCall[] => [
  actionCall("routing-route/export", EXPORT_ACTIONS["routing-route.export"]),
  actionCall("routing-query/export", EXPORT_ACTIONS["routing-query.export"]),
  call({
    path: "download",
    methods: ["POST"],
    summary:
      "Answers a file under a name that the call may choose: behind the link of an export, a template for imports, " +
      "or a picture of a visit by the path of its record.",
    permission: "route.export",
    input: z.strictObject({ path: z.string().max(1000), file_name: z.string().max(255).optional() }),
    answer: null,
    media: [...Object.values(CONTENT_TYPES).map((type) => type.replace(/;.*/, "")), ...PICTURES],
    changes: false,
    example: { path: "/platform/export/plan/1/xlsx", file_name: "Tuesday.xlsx" },
    async run(session, { path: address, file_name: given }, { request }) {
      const name = given?.trim() || null;
      const asPath = pathOf(address, request);
      if (asPath === null) throw notFound("File");
      const [, template] = TEMPLATE.exec(asPath) ?? [];
      if (template !== undefined) {
        const body = await readFile(path.resolve("public/templates", `${template}.xlsx`));
        return download({ name: name ?? `${template}.xlsx`, format: "xlsx", body });
      }
      const [, what, id, format] = EXPORT.exec(asPath) ?? [];
      if (what === undefined) {
        const picture = await pictureByPath(session, asPath, request);
        if (name !== null) picture.headers.set("Content-Disposition", contentDisposition(name));
        return picture;
      }
      const asked = ExportParams.safeParse({ what, id, format });
      if (!asked.success) throw notFound("File");
      const file = await exportFile(session, asked.data);
      return download({ ...file, name: name ?? file.name });
    },
  }),
];
